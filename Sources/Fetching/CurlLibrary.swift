import CCurl

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The functions of libcurl, found when they are first needed: a command that asks for nothing does not pay for loading it.
struct CurlLibrary: @unchecked Sendable {
    let make: @convention(c) () -> UnsafeMutableRawPointer?
    let perform: @convention(c) (UnsafeMutableRawPointer?) -> CURLcode
    let cleanUp: @convention(c) (UnsafeMutableRawPointer?) -> Void
    let text: @convention(c) (CURLcode) -> UnsafePointer<CChar>?
    let set: UnsafeMutableRawPointer
    let get: UnsafeMutableRawPointer
    /// `curl_slist_append` and `curl_slist_free_all`.
    let append: UnsafeMutableRawPointer
    let freeList: UnsafeMutableRawPointer

    /// The library, or nil where none is installed.
    static let shared = CurlLibrary()

    private static let names = [
        "libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.4.dylib", "/opt/homebrew/opt/curl/lib/libcurl.4.dylib",
        "/usr/local/opt/curl/lib/libcurl.4.dylib",
    ]

    private init?() {
        guard let library = CurlLibrary.names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first else { return nil }
        guard let start = dlsym(library, "curl_global_init"), let make = dlsym(library, "curl_easy_init"),
            let perform = dlsym(library, "curl_easy_perform"), let cleanUp = dlsym(library, "curl_easy_cleanup"),
            let text = dlsym(library, "curl_easy_strerror"), let set = dlsym(library, "curl_easy_setopt"),
            let get = dlsym(library, "curl_easy_getinfo"),
            let append = dlsym(library, "curl_slist_append"), let freeList = dlsym(library, "curl_slist_free_all")
        else { return nil }
        let begin = unsafeBitCast(start, to: (@convention(c) (Int) -> CURLcode).self)
        // CURL_GLOBAL_ALL, a macro: TLS and Windows sockets.
        guard begin(3) == CURLE_OK else { return nil }
        self.make = unsafeBitCast(make, to: (@convention(c) () -> UnsafeMutableRawPointer?).self)
        self.perform = unsafeBitCast(perform, to: (@convention(c) (UnsafeMutableRawPointer?) -> CURLcode).self)
        self.cleanUp = unsafeBitCast(cleanUp, to: (@convention(c) (UnsafeMutableRawPointer?) -> Void).self)
        self.text = unsafeBitCast(text, to: (@convention(c) (CURLcode) -> UnsafePointer<CChar>?).self)
        (self.set, self.get, self.append, self.freeList) = (set, get, append, freeList)
    }
}
