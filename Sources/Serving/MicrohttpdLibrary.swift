import CMicrohttpd

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The functions of libmicrohttpd, found when the first server starts: no other command pays for loading it.
struct MicrohttpdLibrary: @unchecked Sendable {
    let start: UnsafeMutableRawPointer
    let quiesce: @convention(c) (OpaquePointer?) -> Int32
    let stop: @convention(c) (OpaquePointer?) -> Void
    let info: UnsafeMutableRawPointer
    let values: UnsafeMutableRawPointer
    let respond: UnsafeMutableRawPointer
    let stream: UnsafeMutableRawPointer
    let header: UnsafeMutableRawPointer
    let queue: UnsafeMutableRawPointer
    let release: @convention(c) (OpaquePointer?) -> Void
    /// Whether it was built with TLS.
    let hasTLS: Bool

    /// The library, or nil where none is installed.
    static let shared = MicrohttpdLibrary()

    private static let names = [
        "libmicrohttpd.so.12", "libmicrohttpd.12.dylib", "/opt/homebrew/opt/libmicrohttpd/lib/libmicrohttpd.12.dylib",
        "/usr/local/opt/libmicrohttpd/lib/libmicrohttpd.12.dylib",
    ]

    private init?() {
        guard let library = MicrohttpdLibrary.names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first else { return nil }
        guard let start = dlsym(library, "MHD_start_daemon"), let quiesce = dlsym(library, "MHD_quiesce_daemon"),
            let stop = dlsym(library, "MHD_stop_daemon"), let info = dlsym(library, "MHD_get_connection_info"),
            let values = dlsym(library, "MHD_get_connection_values"), let respond = dlsym(library, "MHD_create_response_from_buffer"),
            let stream = dlsym(library, "MHD_create_response_from_callback"), let header = dlsym(library, "MHD_add_response_header"),
            let queue = dlsym(library, "MHD_queue_response"), let release = dlsym(library, "MHD_destroy_response"),
            let feature = dlsym(library, "MHD_is_feature_supported")
        else { return nil }
        (self.start, self.info, self.values, self.respond, self.stream) = (start, info, values, respond, stream)
        (self.header, self.queue) = (header, queue)
        self.quiesce = unsafeBitCast(quiesce, to: (@convention(c) (OpaquePointer?) -> Int32).self)
        self.stop = unsafeBitCast(stop, to: (@convention(c) (OpaquePointer?) -> Void).self)
        self.release = unsafeBitCast(release, to: (@convention(c) (OpaquePointer?) -> Void).self)
        // MHD_FEATURE_TLS is 2 in every version.
        hasTLS = unsafeBitCast(feature, to: (@convention(c) (Int32) -> Int32).self)(2) == 1
    }
}
