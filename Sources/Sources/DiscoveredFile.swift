/// A regular file, an open descriptor such as `/dev/fd/63`, or standard input: something that has bytes to read.
public struct DiscoveredFile: Hashable, Sendable {
    /// The path as given or found, for people and as ``SourceInfo`` name; `-` is standard input. Invalid UTF-8 is repaired here.
    public let path: String
    /// Bytes on disk; 0 for a stream.
    public let size: UInt64
    /// Whether it can be read only once, from front to back.
    public let isStream: Bool
    /// The path's own bytes with their final zero, which open the file whatever its encoding.
    let raw: [CChar]

    /// Whether it is standard input.
    public var isStandardInput: Bool { path == "-" }

    init(raw: [CChar], size: UInt64, isStream: Bool) {
        self.raw = raw
        self.path = String(decoding: raw.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        self.size = size
        self.isStream = isStream
    }

    /// Names a file without looking at it; whether it can be read shows when it is opened.
    public init(path: String, size: UInt64 = 0) {
        self.init(raw: path.utf8CString.map { $0 }, size: size, isStream: path == "-")
    }
}
