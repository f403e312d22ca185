import Domain
import Reports

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Where a result goes that may be a file (`-o FILE`): standard output, or a file that appears under its name only when it is whole.
///
/// It is written beside its place and renamed, so that nobody ever reads half of it and a failed run leaves the old one untouched. What is
/// no regular file (`/dev/stdout`, a FIFO) is written as it is.
final class ResultFile {
    private let console: Console
    private let path: String?
    private var descriptor: Int32 = -1
    private var temporary: String?
    private var buffer: [UInt8] = []

    /// Opens the place.
    ///
    /// - Parameter path: the file; nil or `-`: standard output.
    init(_ path: String?, console: Console) throws(CommandError) {
        self.console = console
        self.path = path == "-" ? nil : path
        guard let path = self.path else { return }
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            descriptor = open(path, O_WRONLY | O_CLOEXEC)
        } else {
            let name = "\(path).part-\(getpid())"
            descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
            if descriptor >= 0 { temporary = name }
        }
        if descriptor < 0 { throw failure() }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        if let temporary { unlink(temporary) }
    }

    /// The reader of standard output has gone away: nothing more needs to be made.
    var isClosed: Bool { path == nil && console.isClosed }

    /// Writes bytes.
    func write(_ bytes: [UInt8]) throws(CommandError) {
        guard path != nil else { return console.write(bytes) }
        buffer += bytes
        if buffer.count >= 1 << 16 { try flush() }
    }

    /// Puts the whole result under its name.
    func finish() throws(CommandError) {
        guard let path else { return }
        try flush()
        let code = close(descriptor)
        descriptor = -1
        if code != 0 { throw failure() }
        guard let temporary else { return }
        if rename(temporary, path) != 0 { throw failure() }
        self.temporary = nil
    }

    private func flush() throws(CommandError) {
        var done = 0
        while done < buffer.count {
            let count = buffer.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress.map { $0 + done }, buffer.count - done) }
            if count < 0 {
                if errno == EINTR { continue }
                throw failure()
            }
            done += count
        }
        buffer.removeAll(keepingCapacity: true)
    }

    private func failure() -> CommandError {
        let reason = String(cString: strerror(errno))
        let name = path ?? "-"
        return CommandError(
            .store, Text(en: "\(name) cannot be written: \(reason)", zh: "无法写入 \(name)：\(Phrase.make(reason, .zh))"),
            remedy: Text(en: "name another file with -o", zh: "请用 -o 指定其他文件"))
    }
}

/// The system's call, which a method of the same name would hide.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int { write(descriptor, bytes, count) }
