#pragma once

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>

// MHD_start_daemon is variadic, and its logger takes a va_list: neither imports into Swift.

typedef struct {
  MHD_AccessHandlerCallback handle;
  MHD_RequestCompletedCallback completed;
  void *(*begin)(void *user, const char *uri, struct MHD_Connection *connection);
  void *user;
  unsigned threads;
  unsigned connections;
  size_t connectionMemory;
} pl_daemon_setup;

static inline void pl_ignore_log(void *user, const char *format, va_list arguments) {
  (void)user;
  (void)format;
  (void)arguments;
}

/// Starts a daemon on an IPv4 or IPv6 address written in digits; NULL with errno set where that fails.
static inline struct MHD_Daemon *pl_start_daemon(const char *address, uint16_t port, const pl_daemon_setup *setup) {
  struct sockaddr_in v4;
  struct sockaddr_in6 v6;
  const struct sockaddr *place;
  unsigned flags = MHD_USE_AUTO | MHD_USE_INTERNAL_POLLING_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG;

  memset(&v4, 0, sizeof v4);
  memset(&v6, 0, sizeof v6);
  if (inet_pton(AF_INET, address, &v4.sin_addr) == 1) {
    v4.sin_family = AF_INET;
    v4.sin_port = htons(port);
    place = (const struct sockaddr *)&v4;
  } else if (inet_pton(AF_INET6, address, &v6.sin6_addr) == 1) {
    v6.sin6_family = AF_INET6;
    v6.sin6_port = htons(port);
    place = (const struct sockaddr *)&v6;
    flags |= MHD_USE_IPv6;
  } else {
    errno = EADDRNOTAVAIL;
    return NULL;
  }
  errno = 0;
  // The logger comes first: options are read in order, and those before it would log to stderr.
  return MHD_start_daemon(flags, port, NULL, NULL, setup->handle, setup->user,            //
                          MHD_OPTION_EXTERNAL_LOGGER, pl_ignore_log, NULL,                //
                          MHD_OPTION_SOCK_ADDR, place,                                    //
                          MHD_OPTION_URI_LOG_CALLBACK, setup->begin, setup->user,         //
                          MHD_OPTION_NOTIFY_COMPLETED, setup->completed, setup->user,     //
                          MHD_OPTION_THREAD_POOL_SIZE, setup->threads,                    //
                          MHD_OPTION_CONNECTION_LIMIT, setup->connections,                //
                          MHD_OPTION_CONNECTION_MEMORY_LIMIT, setup->connectionMemory,    //
                          MHD_OPTION_LISTEN_BACKLOG_SIZE, (unsigned)1024,                 //
                          MHD_OPTION_END);
}

/// The port the daemon listens on; 0 where that cannot be told.
static inline uint16_t pl_daemon_port(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  return info == NULL ? 0 : info->port;
}

/// Ends the connection with a reset rather than an orderly end.
static inline void pl_reset_connection(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  if (info == NULL) return;
  struct linger at_once = {1, 0};
  setsockopt(info->connect_fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
#if defined(__linux__)
  // Dissolving the association sends the reset now. Elsewhere it follows the end of stream, when libmicrohttpd closes.
  struct sockaddr nobody;
  memset(&nobody, 0, sizeof nobody);
  nobody.sa_family = AF_UNSPEC;
  (void)!connect(info->connect_fd, &nobody, sizeof nobody);
#endif
}

// Whether libmicrohttpd's enumerations import as Swift ones depends on its version; these do not.

static inline enum MHD_Result pl_result(int fine) { return fine ? MHD_YES : MHD_NO; }
static inline int pl_is_fine(enum MHD_Result result) { return result == MHD_YES; }

static inline void pl_each_header(struct MHD_Connection *connection, MHD_KeyValueIterator tell, void *user) {
  (void)MHD_get_connection_values(connection, MHD_HEADER_KIND, tell, user);
}

/// A response with a copy of the bytes as its body.
static inline struct MHD_Response *pl_bytes_response(const void *bytes, size_t count) {
  // The bytes are only read, though the parameter's type says otherwise.
  return MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

/// What a content reader returns to have the connection closed in mid-body.
static inline ssize_t pl_reader_error(void) { return MHD_CONTENT_READER_END_WITH_ERROR; }
