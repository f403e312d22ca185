import Domain
import Reports

#if canImport(Glibc)
    @preconcurrency import Glibc
#else
    import Darwin
#endif

/// A result that is written as a file: as a whole or not at all.
enum WrittenFile {
    /// Writes bytes beside the path and moves them there, so that a reader never sees half a file and a failure leaves the old one.
    static func write(_ bytes: [UInt8], to path: String) throws(CommandError) {
        let beside = "\(path).\(getpid())~"
        let descriptor = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw refused(path) }
        var failure: CommandError?
        var rest = bytes[...]
        while !rest.isEmpty, failure == nil {
            let count = rest.withUnsafeBytes { part in
                #if canImport(Glibc)
                    Glibc.write(descriptor, part.baseAddress, part.count)
                #else
                    Darwin.write(descriptor, part.baseAddress, part.count)
                #endif
            }
            if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { failure = refused(path) }
        }
        if close(descriptor) != 0, failure == nil { failure = refused(path) }
        if failure == nil, rename(beside, path) != 0 { failure = refused(path) }
        guard let failure else { return }
        unlink(beside)
        throw failure
    }

    private static func refused(_ path: String) -> CommandError {
        let reason = String(cString: strerror(errno))
        return CommandError(
            .store, Text(en: "\(path) cannot be written: \(reason)", zh: "无法写入 \(path)：\(Phrase.make(reason, .zh))"))
    }
}
