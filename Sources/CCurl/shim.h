#pragma once

// The macros that check argument types would only see the wrappers below.
#ifndef CURL_DISABLE_TYPECHECK
#define CURL_DISABLE_TYPECHECK
#endif
#include <curl/curl.h>
#include <sys/socket.h>

// Swift does not import variadic functions: one wrapper for each kind of argument.

static inline CURLcode pl_easy_set_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode pl_easy_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode pl_easy_set_string(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode pl_easy_set_pointer(CURL *easy, CURLoption option, void *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode pl_easy_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(easy, option, value);
}

// CURLOPT_WRITEFUNCTION, CURLOPT_HEADERFUNCTION and CURLOPT_READFUNCTION.
static inline CURLcode pl_easy_set_data_callback(
    CURL *easy, CURLoption option, size_t (*callback)(char *, size_t, size_t, void *)) {
  return curl_easy_setopt(easy, option, callback);
}

static inline CURLcode pl_easy_set_seek_callback(CURL *easy, int (*callback)(void *, curl_off_t, int)) {
  return curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, callback);
}

static inline CURLcode pl_easy_set_progress_callback(
    CURL *easy, int (*callback)(void *, curl_off_t, curl_off_t, curl_off_t, curl_off_t)) {
  return curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, callback);
}

// libcurl tells from where to where a request is about to go, whether the connection is new or kept. Not before 7.80.
static inline CURLcode pl_easy_set_prerequest_callback(
    CURL *easy, int (*callback)(void *, char *, char *, int, int)) {
#if LIBCURL_VERSION_NUM >= 0x075000
  return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, callback);
#else
  (void)easy, (void)callback;
  return CURLE_UNKNOWN_OPTION;
#endif
}

static inline CURLcode pl_easy_set_prerequest_context(CURL *easy, void *context) {
#if LIBCURL_VERSION_NUM >= 0x075000
  return curl_easy_setopt(easy, CURLOPT_PREREQDATA, context);
#else
  (void)easy, (void)context;
  return CURLE_UNKNOWN_OPTION;
#endif
}

// Only http and https, neither at first nor by any other way in.
static inline CURLcode pl_easy_allow_only_http(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075500
  return curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  return curl_easy_setopt(easy, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

static inline CURLcode pl_easy_get_long(CURL *easy, CURLINFO info, long *value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode pl_easy_get_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode pl_easy_get_pointer(CURL *easy, CURLINFO info, void **value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLMcode pl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

// Ends the connection on which a transfer has just ended, if bytes have arrived on it that nobody has read. libcurl, which
// owns the socket and keeps it, will see it ended and not use it again.
static inline int pl_easy_end_connection_with_unread_bytes(CURL *easy) {
  curl_socket_t socket = CURL_SOCKET_BAD;
  char bytes[4096];
  if (curl_easy_getinfo(easy, CURLINFO_ACTIVESOCKET, &socket) != CURLE_OK || socket == CURL_SOCKET_BAD) return 0;
  if (recv(socket, bytes, 1, MSG_PEEK | MSG_DONTWAIT) <= 0) return 0;
  shutdown(socket, SHUT_RDWR);
  // What is left would pass for the beginning of an answer. Whatever ends this, no more will come.
  for (int turn = 0; turn < 4096 && recv(socket, bytes, sizeof bytes, MSG_DONTWAIT) > 0; turn++) {}
  return 1;
}
