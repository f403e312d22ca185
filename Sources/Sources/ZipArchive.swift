import CZip
import Domain
import Synchronization

/// A zip file through libzip. Workers may read its members at the same time: each borrows a handle of its own, and `content` never changes.
final class ZipArchive: @unchecked Sendable {
    /// One file inside.
    struct Entry {
        var index: UInt64
        var name: String
        var size: UInt64
        var compressedSize: UInt64
        var isEncrypted: Bool
    }

    /// A handle, in the hands of one worker or waiting for the next.
    struct Handle: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    private let path: [CChar]
    private let content: AlignedBuffer?
    private let idle = Mutex<[Handle]>([])

    /// An archive in a file, or in memory when it came through a pipe.
    init(path: [CChar], content: AlignedBuffer? = nil) {
        (self.path, self.content) = (path, content)
    }

    deinit {
        idle.withLock { handles in
            for handle in handles { zip_discard(handle.pointer) }
        }
    }

    /// Takes a handle; the words of the error when the archive cannot be opened.
    func borrow() -> (handle: Handle?, error: String) {
        if let handle = idle.withLock({ $0.popLast() }) { return (handle, "") }
        var code: Int32 = 0
        if let content { return Self.open(content) }
        if let pointer = zip_open(path, ZIP_RDONLY, &code) { return (Handle(pointer: pointer), "") }
        return (nil, Self.words(code))
    }

    func giveBack(_ handle: Handle) { idle.withLock { $0.append(handle) } }

    private static func open(_ content: AlignedBuffer) -> (handle: Handle?, error: String) {
        var error = zip_error_t()
        zip_error_init(&error)
        defer { zip_error_fini(&error) }
        guard let source = zip_source_buffer_create(content.bytes.baseAddress, UInt64(content.count), 0, &error) else {
            return (nil, words(error.zip_err))
        }
        if let pointer = zip_open_from_source(source, ZIP_RDONLY, &error) { return (Handle(pointer: pointer), "") }
        let reason = words(error.zip_err)
        zip_source_free(source)
        return (nil, reason)
    }

    /// The files inside; the words of the error when the archive cannot be opened.
    func entries() -> (entries: [Entry], error: String?) {
        let (handle, error) = borrow()
        guard let handle else { return ([], error) }
        defer { giveBack(handle) }
        var entries: [Entry] = []
        for index in 0..<UInt64(max(0, zip_get_num_entries(handle.pointer, 0))) {
            var status = zip_stat_t()
            guard zip_stat_index(handle.pointer, index, 0, &status) == 0 else { continue }
            let bytes = zip_get_name(handle.pointer, index, ZIP_FL_ENC_RAW).map(Self.bytes(of:)) ?? []
            guard bytes.last != 0x2F else { continue }
            entries.append(
                Entry(
                    index: index, name: Self.name(bytes), size: status.size, compressedSize: status.comp_size,
                    isEncrypted: status.encryption_method != UInt16(ZIP_EM_NONE)))
        }
        return (entries, nil)
    }

    private static func bytes(of text: UnsafePointer<CChar>) -> [UInt8] {
        var bytes: [UInt8] = []
        var at = text
        while at.pointee != 0 {
            bytes.append(UInt8(bitPattern: at.pointee))
            at += 1
        }
        return bytes
    }

    /// An entry's name: UTF-8 where it is, else GBK, which Alipay writes without saying so (facts.md §1.8).
    static func name(_ bytes: [UInt8]) -> String {
        var guess = EncodingGuess()
        bytes.withUnsafeBytes { guess.weigh($0, isComplete: true) }
        if guess.isPlainUTF8 || guess.pairs == 0 { return String(decoding: bytes, as: UTF8.self) }
        return GB18030Converter()?.text(bytes) ?? String(decoding: bytes, as: UTF8.self)
    }

    /// libzip's words for an error code.
    static func words(_ code: Int32) -> String {
        if code == ZIP_ER_NOZIP || code == ZIP_ER_INCONS { return "zip: no directory at its end; the archive is cut or damaged" }
        var error = zip_error_t()
        zip_error_init_with_code(&error, code)
        defer { zip_error_fini(&error) }
        return "zip: " + (zip_error_strerror(&error).map { String(cString: $0) } ?? "error \(code)")
    }
}

/// One file inside a zip, read from front to back; opened when the first byte is wanted.
final class ZipMember {
    private let archive: ZipArchive
    private let index: UInt64
    private var handle: ZipArchive.Handle?
    private var file: OpaquePointer?
    private var isOpened = false
    /// Why the last read failed.
    private(set) var failure = ""
    /// Whether all bytes were delivered and only their checksum is wrong.
    private(set) var isComplete = false

    init(_ archive: ZipArchive, index: UInt64) { (self.archive, self.index) = (archive, index) }

    deinit { close() }

    /// The next bytes; 0 at the end, -1 with ``failure``.
    func read(_ base: UnsafeMutableRawPointer, _ count: Int) -> Int {
        if !isOpened {
            isOpened = true
            let (handle, error) = archive.borrow()
            self.handle = handle
            failure = error
            if let handle {
                file = zip_fopen_index(handle.pointer, index, 0)
                if file == nil { failure = ZipArchive.words(zip_error_code_zip(zip_get_error(handle.pointer))) }
            }
        }
        guard let file else { return -1 }
        let got = zip_fread(file, base, UInt64(count))
        if got < 0 {
            let code = zip_error_code_zip(zip_file_get_error(file))
            isComplete = code == ZIP_ER_CRC
            failure = ZipArchive.words(code)
        }
        return Int(got)
    }

    func close() {
        if let file { zip_fclose(file) }
        file = nil
        if let handle { archive.giveBack(handle) }
        handle = nil
        isOpened = true
    }
}
