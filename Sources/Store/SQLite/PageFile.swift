import Domain

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The pages behind those that SQLite made: a new store's rows are written to them without SQLite, which would look for each row's place
/// (SQLite's file format, "Database File Format", sections 1.2 and 1.3).
final class PageFile {
    /// Bytes of a page.
    let length: Int
    /// Those of them that hold something: some builds of SQLite keep a few at the end of each page for themselves.
    let usable: Int
    private let file: Int32
    /// For messages.
    private let path: String
    /// The page that is given out next; pages are counted from 1.
    private var next: UInt32
    private let maximum: UInt32
    /// SQLite locks bytes of this page, so nothing lies in it.
    private let lockPage: UInt32

    /// Opens a database that nobody has open.
    ///
    /// - Parameters:
    ///   - file: where it lies.
    ///   - path: what messages name.
    ///   - length: bytes of a page.
    ///   - count: how many pages it has.
    ///   - maximum: how many it may have.
    init(file: String, path: String, length: Int, count: Int, maximum: Int?) throws(StoreError) {
        (self.length, self.path, next) = (length, path, UInt32(count) + 1)
        self.maximum = UInt32(clamping: maximum ?? Int(UInt32.max) - 1)
        lockPage = UInt32((1 << 30) / length) + 1
        let opened = open(file, O_RDWR)
        guard opened >= 0 else { throw StoreError(.notWritable, path: path, detail: StoreFile.systemMessage()) }
        var header = [UInt8](repeating: 0, count: 100)
        let read = header.withUnsafeMutableBytes { pread(opened, $0.baseAddress, $0.count, 0) }
        // Section 1.3: byte 20 tells what each page keeps; where bytes 52 to 55 are not 0, some pages tell of others (auto_vacuum).
        guard read == header.count, header[52...55].allSatisfy({ $0 == 0 }), length - Int(header[20]) >= 480 else {
            close(opened)
            throw StoreError(.failed, path: path, detail: "the new file is of no form that is known")
        }
        self.file = opened
        usable = length - Int(header[20])
    }

    deinit { close(file) }

    /// Gives out a page.
    func take() throws(StoreError) -> UInt32 {
        if next == lockPage { next += 1 }
        guard next <= maximum else { throw StoreError(.full, path: path) }
        defer { next += 1 }
        return next
    }

    /// Writes one page.
    func write(_ page: UInt32, _ bytes: UnsafeRawBufferPointer) throws(StoreError) { try write(bytes, at: (Int(page) - 1) * length) }

    /// Notes in the header how many pages there are now.
    func finish() throws(StoreError) {
        let count = next - 1
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: count >> UInt32(24 - 8 * $0)) }
        let result: Result<Void, StoreError> = bytes.withUnsafeBytes { bytes in
            do throws(StoreError) { return .success(try write(bytes, at: 28)) } catch { return .failure(error) }
        }
        try result.get()
    }

    private func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(StoreError) {
        var written = 0
        while written < bytes.count, let base = bytes.baseAddress {
            let n = pwrite(file, base + written, bytes.count - written, off_t(offset + written))
            if n < 0, errno == EINTR { continue }
            guard n > 0 else {
                let code = errno
                let isFull = n == 0 || code == ENOSPC || code == EDQUOT || code == EFBIG
                throw StoreError(isFull ? .full : .failed, path: path, detail: StoreFile.systemMessage(code))
            }
            written += n
        }
    }
}
