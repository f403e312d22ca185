import CZlib
import Domain

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Takes the packing off a body, as far as a bound: a body of a few bytes may say that it is gigabytes long.
enum Unpacking {
    /// By `Content-Encoding`.
    static func body(_ body: [UInt8], encoding: String) throws(PushFault) -> [UInt8] {
        switch encoding.lowercased() {
        case "", "identity":
            guard body.count <= Limits.pushLength else { throw tooLong }
            return body
        case "gzip", "x-gzip": return try gunzip(body)
        case "snappy": return try snappy(body)
        default: throw PushFault(status: 415, text: "Content-Encoding \(encoding) is not read here; send gzip or none")
        }
    }

    private static var tooLong: PushFault {
        PushFault(status: 413, text: "the body is longer than \(Limits.pushLength >> 20) MiB when unpacked; send smaller batches")
    }

    /// All members of a gzip.
    static func gunzip(_ body: [UInt8]) throws(PushFault) -> [UInt8] {
        var stream = z_stream()
        guard paychain_inflate_init2(&stream, 31) == Z_OK else { throw PushFault(status: 503, text: "zlib cannot be started") }
        defer { inflateEnd(&stream) }
        var input = body
        var output: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        var at = 0
        var isComplete = false
        while at < input.count {
            if isComplete {
                inflateReset(&stream)
                isComplete = false
            }
            let (result, consumed, written) = input.withUnsafeMutableBufferPointer { input in
                chunk.withUnsafeMutableBufferPointer { chunk in
                    stream.next_in = input.baseAddress.map { $0 + at }
                    stream.avail_in = UInt32(clamping: input.count - at)
                    (stream.next_out, stream.avail_out) = (chunk.baseAddress, UInt32(chunk.count))
                    let before = stream.avail_in
                    let result = inflate(&stream, Z_NO_FLUSH)
                    return (result, Int(before - stream.avail_in), chunk.count - Int(stream.avail_out))
                }
            }
            at += consumed
            output += chunk[..<written]
            guard output.count <= Limits.pushLength else { throw tooLong }
            switch result {
            case Z_STREAM_END: isComplete = true
            case Z_OK: continue
            case Z_BUF_ERROR where consumed > 0 || written > 0: continue
            case Z_BUF_ERROR: throw PushFault(text: "gzip: the body is cut at byte \(at)")
            default: throw PushFault(text: "gzip: invalid data at byte \(at)")
            }
        }
        // What is still inside the inflater of a body that ended exactly with its input.
        guard isComplete || body.isEmpty else { throw PushFault(text: "gzip: the body is cut at byte \(at)") }
        return output
    }

    /// One snappy block, as Loki's senders make them.
    static func snappy(_ body: [UInt8]) throws(PushFault) -> [UInt8] {
        guard let library = SnappyLibrary.shared else {
            throw PushFault(
                status: 415, text: "snappy bodies need libsnappy (Debian libsnappy1v5, Homebrew snappy), which is not installed; send JSON")
        }
        var length = 0
        let isKnown = body.withUnsafeBytes { library.length($0.baseAddress, $0.count, &length) == 0 }
        guard isKnown else { throw PushFault(text: "snappy: the body does not begin with its length") }
        guard length >= 0, length <= Limits.pushLength else { throw tooLong }
        guard body.withUnsafeBytes({ library.validate($0.baseAddress, $0.count) == 0 }) else {
            throw PushFault(text: "snappy: invalid data")
        }
        var output = [UInt8](repeating: 0, count: length)
        let result = output.withUnsafeMutableBytes { output in
            body.withUnsafeBytes { library.uncompress($0.baseAddress, $0.count, output.baseAddress, &length) }
        }
        guard result == 0, length == output.count else { throw PushFault(text: "snappy: invalid data") }
        return output
    }
}

/// The functions of libsnappy (snappy-c.h), found when they are first needed: only pushes in protobuf are packed with it.
private struct SnappyLibrary: @unchecked Sendable {
    /// `snappy_uncompressed_length`; 0 is success here and below.
    let length: @convention(c) (UnsafeRawPointer?, Int, UnsafeMutablePointer<Int>) -> UInt32
    /// `snappy_validate_compressed_buffer`.
    let validate: @convention(c) (UnsafeRawPointer?, Int) -> UInt32
    /// `snappy_uncompress`.
    let uncompress: @convention(c) (UnsafeRawPointer?, Int, UnsafeMutableRawPointer?, UnsafeMutablePointer<Int>) -> UInt32

    /// The library, or nil where none is installed.
    static let shared = SnappyLibrary()

    private static let names = [
        "libsnappy.so.1", "libsnappy.1.dylib", "/opt/homebrew/opt/snappy/lib/libsnappy.1.dylib",
        "/usr/local/opt/snappy/lib/libsnappy.1.dylib",
    ]

    private init?() {
        guard let library = SnappyLibrary.names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first,
            let length = dlsym(library, "snappy_uncompressed_length"), let validate = dlsym(library, "snappy_validate_compressed_buffer"),
            let uncompress = dlsym(library, "snappy_uncompress")
        else { return nil }
        self.length = unsafeBitCast(length, to: (@convention(c) (UnsafeRawPointer?, Int, UnsafeMutablePointer<Int>) -> UInt32).self)
        self.validate = unsafeBitCast(validate, to: (@convention(c) (UnsafeRawPointer?, Int) -> UInt32).self)
        self.uncompress = unsafeBitCast(
            uncompress, to: (@convention(c) (UnsafeRawPointer?, Int, UnsafeMutableRawPointer?, UnsafeMutablePointer<Int>) -> UInt32).self)
    }
}
