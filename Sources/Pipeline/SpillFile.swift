import Domain
import Synchronization

#if canImport(Glibc)
    @preconcurrency import Glibc
#else
    import Darwin
#endif

/// The temporary file that takes what links and loose rows hold beyond `--memory`: opened when it is first needed, gone with the process.
///
/// Written by one thread at a time; any number may read while nobody writes.
final class SpillFile: SpillSpace, @unchecked Sendable {
    private var file: Int32 = -1
    private var length = 0
    private let temporaryFile: () -> Int32
    private let problems = Mutex<(write: String?, lost: Int)>((nil, 0))

    /// - Parameter temporaryFile: opens the file; negative when there is none, with the reason in `errno`.
    init(temporaryFile: @escaping () -> Int32 = { TemporaryFile.open() }) { self.temporaryFile = temporaryFile }

    deinit { if file >= 0 { close(file) } }

    /// What the reader of a result has to know: nothing, if all went well.
    var notes: [String] {
        let (write, lost) = problems.withLock { $0 }
        var notes: [String] = []
        if let write { notes.append("links beyond --memory stayed in memory: \(write)") }
        if lost > 0 { notes.append("temporary file: \(lost) parts of links could not be read back: lines may lack their order") }
        return notes
    }

    func write(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard problems.withLock({ $0.write == nil }) else { return nil }
        if file < 0 { file = temporaryFile() }
        guard file >= 0 else { return fail("no temporary file: ") }
        var written = 0
        while written < bytes.count, let base = bytes.baseAddress {
            let n = pwrite(file, base + written, bytes.count - written, off_t(length + written))
            if n < 0, errno == EINTR { continue }
            guard n > 0 else { return fail("temporary file: ") }
            written += n
        }
        defer { length += bytes.count }
        return length
    }

    private func fail(_ what: String) -> Int? {
        let reason = what + String(cString: strerror(errno))
        problems.withLock { $0.write = reason }
        return nil
    }

    func read(_ place: Int, into bytes: UnsafeMutableRawBufferPointer) -> Int {
        var read = 0
        while read < bytes.count, let base = bytes.baseAddress {
            let n = pread(file, base + read, bytes.count - read, off_t(place + read))
            if n < 0, errno == EINTR { continue }
            guard n > 0 else { break }
            read += n
        }
        if read < bytes.count { problems.withLock { $0.lost += 1 } }
        return read
    }
}
