#pragma once
// Only the declarations: the library itself is opened when the first request is made (Fetching/CurlLibrary.swift), since linking it would
// cost every start of the program the loading of its thirty dependencies.
#include <curl/curl.h>

// curl_easy_setopt and curl_easy_getinfo take variable arguments, which Swift cannot call; here they are addresses from dlsym.
static inline CURLcode paychain_curl_set_long(void *set, CURL *handle, CURLoption option, long value) {
    return ((CURLcode (*)(CURL *, CURLoption, ...))set)(handle, option, value);
}
static inline void *paychain_curl_append(void *append, void *list, const char *line) {
    return ((struct curl_slist *(*)(struct curl_slist *, const char *))append)((struct curl_slist *)list, line);
}
static inline void paychain_curl_free_list(void *free_all, void *list) {
    ((void (*)(struct curl_slist *))free_all)((struct curl_slist *)list);
}
static inline CURLcode paychain_curl_set_body(void *set, CURL *handle, const void *body, long length) {
    CURLcode code = ((CURLcode (*)(CURL *, CURLoption, ...))set)(handle, CURLOPT_POSTFIELDSIZE, length);
    return code == CURLE_OK ? ((CURLcode (*)(CURL *, CURLoption, ...))set)(handle, CURLOPT_COPYPOSTFIELDS, body) : code;
}
static inline CURLcode paychain_curl_set_pointer(void *set, CURL *handle, CURLoption option, const void *value) {
    return ((CURLcode (*)(CURL *, CURLoption, ...))set)(handle, option, value);
}
static inline CURLcode paychain_curl_set_writer(void *set, CURL *handle, CURLoption option, curl_write_callback value) {
    return ((CURLcode (*)(CURL *, CURLoption, ...))set)(handle, option, value);
}
static inline CURLcode paychain_curl_get_long(void *get, CURL *handle, CURLINFO info, long *value) {
    return ((CURLcode (*)(CURL *, CURLINFO, ...))get)(handle, info, value);
}
static inline CURLcode paychain_curl_get_text(void *get, CURL *handle, CURLINFO info, const char **value) {
    return ((CURLcode (*)(CURL *, CURLINFO, ...))get)(handle, info, value);
}
// http and https, whatever this version calls the option: no redirect may lead to a file.
static inline CURLcode paychain_curl_web_only(void *set, CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
    return paychain_curl_set_pointer(set, handle, CURLOPT_PROTOCOLS_STR, "http,https");
#else
    return paychain_curl_set_long(set, handle, CURLOPT_PROTOCOLS, CURLPROTO_HTTP | CURLPROTO_HTTPS);
#endif
}
