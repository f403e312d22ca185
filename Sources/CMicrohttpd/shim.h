#pragma once
// Only the declarations: the library itself is opened when the first server starts (Serving/MicrohttpdLibrary.swift), so that no other
// command pays for loading it and GnuTLS.
#include <microhttpd.h>
#include <stdint.h>
#include <stddef.h>
#include <sys/types.h>

// libmicrohttpd's calls take variable arguments, and its results are closed enumerations whose values differ between versions: here both
// are plain integers, and every function is an address from dlsym.

/// One request, piece by piece; 0 closes the connection.
typedef int (*paychain_mhd_access)(
    void *context, struct MHD_Connection *connection, const char *url, const char *method, const char *version, const char *upload,
    size_t *upload_size, void **exchange);
/// The request line has arrived: what is returned becomes the exchange of this request.
typedef void *(*paychain_mhd_target)(void *context, const char *uri, struct MHD_Connection *connection);
/// A request is over.
typedef void (*paychain_mhd_completed)(void *context, struct MHD_Connection *connection, void **exchange, int code);
/// A connection has begun (0) or ended (1).
typedef void (*paychain_mhd_connection)(void *context, struct MHD_Connection *connection, void **socket_context, int code);

struct paychain_mhd_settings {
    void *context;
    paychain_mhd_access access;
    paychain_mhd_target target;
    paychain_mhd_completed completed;
    paychain_mhd_connection connection;
    int listening;
    unsigned int threads;
    unsigned int connections;
    unsigned int idle_seconds;
    size_t memory;
    // PEM texts; both null without TLS.
    const char *certificate;
    const char *key;
};

static inline struct MHD_Daemon *paychain_mhd_start(void *start, const struct paychain_mhd_settings *settings) {
    struct MHD_OptionItem options[16];
    int count = 0;
#define PAYCHAIN_OPTION(name, number, pointer) \
    options[count++] = (struct MHD_OptionItem){(name), (intptr_t)(number), (void *)(pointer)}
    PAYCHAIN_OPTION(MHD_OPTION_LISTEN_SOCKET, settings->listening, NULL);
    PAYCHAIN_OPTION(MHD_OPTION_CONNECTION_LIMIT, settings->connections, NULL);
    PAYCHAIN_OPTION(MHD_OPTION_CONNECTION_TIMEOUT, settings->idle_seconds, NULL);
    PAYCHAIN_OPTION(MHD_OPTION_CONNECTION_MEMORY_LIMIT, settings->memory, NULL);
    PAYCHAIN_OPTION(MHD_OPTION_URI_LOG_CALLBACK, settings->target, settings->context);
    PAYCHAIN_OPTION(MHD_OPTION_NOTIFY_COMPLETED, settings->completed, settings->context);
    PAYCHAIN_OPTION(MHD_OPTION_NOTIFY_CONNECTION, settings->connection, settings->context);
    if (settings->threads > 1) PAYCHAIN_OPTION(MHD_OPTION_THREAD_POOL_SIZE, settings->threads, NULL);
    unsigned int flags = MHD_USE_AUTO | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_ITC;
    if (settings->certificate && settings->key) {
        flags |= MHD_USE_TLS;
        PAYCHAIN_OPTION(MHD_OPTION_HTTPS_MEM_CERT, 0, settings->certificate);
        PAYCHAIN_OPTION(MHD_OPTION_HTTPS_MEM_KEY, 0, settings->key);
        PAYCHAIN_OPTION(MHD_OPTION_HTTPS_PRIORITIES, 0, "NORMAL:-VERS-TLS1.0:-VERS-TLS1.1");
    }
    PAYCHAIN_OPTION(MHD_OPTION_END, 0, NULL);
#undef PAYCHAIN_OPTION
    return ((struct MHD_Daemon * (*)(unsigned int, uint16_t, MHD_AcceptPolicyCallback, void *, paychain_mhd_access, void *, ...)) start)(
        flags, 0, NULL, NULL, settings->access, settings->context, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

static inline int paychain_mhd_connection_socket(void *info, struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *found = ((const union MHD_ConnectionInfo *(*)(
        struct MHD_Connection *, enum MHD_ConnectionInfoType, ...))info)(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return found ? (int)found->connect_fd : -1;
}

static inline const struct sockaddr *paychain_mhd_connection_address(void *info, struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *found = ((const union MHD_ConnectionInfo *(*)(
        struct MHD_Connection *, enum MHD_ConnectionInfoType, ...))info)(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return found ? found->client_addr : NULL;
}

static inline size_t paychain_mhd_header_size(void *info, struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *found = ((const union MHD_ConnectionInfo *(*)(
        struct MHD_Connection *, enum MHD_ConnectionInfoType, ...))info)(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return found ? found->header_size : 0;
}

/// One header; 0 ends the walk.
typedef int (*paychain_mhd_pair)(void *context, int kind, const char *key, const char *value);

static inline void paychain_mhd_headers(void *values, struct MHD_Connection *connection, paychain_mhd_pair pair, void *context) {
    ((int (*)(struct MHD_Connection *, enum MHD_ValueKind, paychain_mhd_pair, void *))values)(
        connection, MHD_HEADER_KIND, pair, context);
}

static inline struct MHD_Response *paychain_mhd_response(void *make, const void *bytes, size_t count) {
    return ((struct MHD_Response * (*)(size_t, void *, enum MHD_ResponseMemoryMode)) make)(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

/// The next bytes of a body; -1 ends it, -2 breaks it off.
typedef ssize_t (*paychain_mhd_reader)(void *context, uint64_t position, char *buffer, size_t room);

static inline struct MHD_Response *paychain_mhd_stream(
    void *make, size_t block, paychain_mhd_reader reader, void *context, void (*release)(void *)) {
    return ((struct MHD_Response * (*)(uint64_t, size_t, paychain_mhd_reader, void *, void (*)(void *)))make)(
        UINT64_MAX, block, reader, context, release);
}

static inline int paychain_mhd_header(void *add, struct MHD_Response *response, const char *name, const char *value) {
    return ((int (*)(struct MHD_Response *, const char *, const char *))add)(response, name, value);
}

static inline int paychain_mhd_queue(void *queue, struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response) {
    return ((int (*)(struct MHD_Connection *, unsigned int, struct MHD_Response *))queue)(connection, status, response);
}
