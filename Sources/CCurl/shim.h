#pragma once

// The macros that check argument types would only see the wrappers below.
#ifndef CURL_DISABLE_TYPECHECK
#define CURL_DISABLE_TYPECHECK
#endif
#include <curl/curl.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#if defined(__linux__)
#include <linux/sockios.h>
#endif

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

// Called when the connection of the transfer, kept or fresh, is about to carry the request.
static inline CURLcode pl_easy_set_request_callback(
    CURL *easy, int (*callback)(void *, char *, char *, int, int), void *context) {
  CURLcode status = curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, callback);
  return status == CURLE_OK ? curl_easy_setopt(easy, CURLOPT_PREREQDATA, context) : status;
}

// Whether bytes have arrived on the connection of this transfer that nobody has read.
static inline int pl_easy_has_unread_bytes(CURL *easy) {
  curl_socket_t socket = CURL_SOCKET_BAD;
  char byte;
  if (curl_easy_getinfo(easy, CURLINFO_ACTIVESOCKET, &socket) != CURLE_OK || socket == CURL_SOCKET_BAD) return 0;
  return recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
}

// How many bytes the system still holds for the peer on the connection of this transfer; -1 if that is not known.
static inline long pl_easy_unsent_bytes(CURL *easy) {
  curl_socket_t socket = CURL_SOCKET_BAD;
  int count = 0;
  if (curl_easy_getinfo(easy, CURLINFO_ACTIVESOCKET, &socket) != CURLE_OK || socket == CURL_SOCKET_BAD) return -1;
#if defined(__linux__)
  if (ioctl(socket, SIOCOUTQ, &count) != 0) return -1;
#elif defined(SO_NWRITE)
  socklen_t length = sizeof count;
  if (getsockopt(socket, SOL_SOCKET, SO_NWRITE, &count, &length) != 0) return -1;
#else
  return -1;
#endif
  return count;
}
