import Domain
import Masking

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The file that holds the key of masking: outside every store, mode 0600, made at its first use.
public enum MaskKeyFile {
    /// What was found or made.
    public struct Found: Sendable {
        /// The key.
        public var key: MaskKey
        /// What the user should know: the file could not be kept, or others can read it; nil when all is well.
        public var notice: Text?
    }

    /// Why a key file that somebody named cannot be used.
    public struct Failure: Error, Sendable {
        /// The file.
        public var path: String
        /// What is wrong with it.
        public var what: Text
    }

    /// The usual place, `paychain/mask.key` beside the user's other configuration (XDG Base Directory); nil where there is none.
    public static func usualPath(configHome: String?, home: String?) -> String? {
        if let configHome, configHome.hasPrefix("/") { return configHome + "/paychain/mask.key" }
        if let home, home.hasPrefix("/") { return home + "/.config/paychain/mask.key" }
        return nil
    }

    /// The key of a file that was named: it is made when there is none, and must be usable.
    public static func named(_ path: String) throws(Failure) -> Found {
        if let found = try read(path) { return found }
        guard let made = make(path) else {
            let reason = Files.systemMessage()
            throw Failure(path: path, what: Text(en: "cannot be made: \(reason)", zh: "无法创建：\(reason)"))
        }
        return made
    }

    /// The key of the usual place; without a place that can be written, one for this run only.
    public static func usual(_ path: String?) throws(Failure) -> Found {
        if let path {
            if let found = try read(path) { return found }
            if let made = make(path) { return made }
        }
        return Found(
            key: .ofThisProcess,
            notice: Text(
                en: "no place to keep the masking key: masked values of this run agree with no other run (name one with --mask-key-file)",
                zh: "没有可保存脱敏密钥的位置：本次的脱敏标记与其他运行不一致（可用 --mask-key-file 指定）"))
    }

    /// Reads a key; nil when there is no such file.
    private static func read(_ path: String) throws(Failure) -> Found? {
        guard let bytes = Files.read(path, limit: 4_096) else {
            guard errno != ENOENT, errno != ENOTDIR else { return nil }
            let reason = Files.systemMessage()
            throw Failure(path: path, what: Text(en: "cannot be read: \(reason)", zh: "无法读取：\(reason)"))
        }
        guard let key = MaskKey(hex: bytes) else {
            throw Failure(path: path, what: Text(en: "is no masking key: 32 hexadecimal digits are one", zh: "不是脱敏密钥：应为 32 位十六进制数字"))
        }
        var status = stat()
        let isOpen = stat(path, &status) == 0 && status.st_mode & 0o077 != 0
        return Found(
            key: key,
            notice: isOpen
                ? Text(en: "others can read the masking key \(path): chmod 600 it", zh: "他人可读取脱敏密钥 \(path)：请执行 chmod 600") : nil)
    }

    /// Makes a file with a new key, its folder too. Of two runs that make it at once, one wins and both use its key.
    private static func make(_ path: String) -> Found? {
        makeFolders(of: path)
        let key = MaskKey.random()
        let temporary = "\(path).part-\(getpid())"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        let bytes = Array((key.hex + "\n").utf8)
        let written = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, bytes.count) }
        let isWhole = written == bytes.count && fsync(descriptor) == 0
        close(descriptor)
        defer { unlink(temporary) }
        guard isWhole else { return nil }
        if link(temporary, path) == 0 { return Found(key: key, notice: nil) }
        guard errno == EEXIST, let bytes = Files.read(path, limit: 4_096), let other = MaskKey(hex: bytes) else { return nil }
        return Found(key: other, notice: nil)
    }

    private static func makeFolders(of path: String) {
        let folder = Paths.folder(of: path)
        guard folder != ".", folder != "/", access(folder, F_OK) != 0 else { return }
        makeFolders(of: folder)
        mkdir(folder, 0o700)
    }
}

/// The system's call, which a method of the same name would hide.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int { write(descriptor, bytes, count) }
