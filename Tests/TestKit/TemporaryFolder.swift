import Foundation

/// A folder of its own for one test; it goes when the value goes.
public final class TemporaryFolder {
    /// Its path, without a slash at the end.
    public let path: String

    /// Makes the folder.
    public init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("paychain-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file, with the folders above it, and returns its path.
    @discardableResult public func write(_ bytes: [UInt8], to name: String) throws -> String {
        let file = "\(path)/\(name)"
        try FileManager.default.createDirectory(
            atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        return file
    }

    /// Writes a text file and returns its path.
    @discardableResult public func write(_ text: String, to name: String) throws -> String {
        try write(Array(text.utf8), to: name)
    }
}
