import CScan
import Domain

/// Finds the few literals that can make a line evidence, all of them in one pass over a block (architecture.md, the way of the data).
///
/// Compiled once, shared by all workers. Bytes are compared exactly; an empty literal is nowhere.
public final class AnchorScanner: Sendable {
    private nonisolated(unsafe) let compiled: OpaquePointer?
    /// Length of the longest literal.
    public let longest: Int
    /// Index of the first literal that only shows presence; the number of literals when there is none.
    public let firstPresence: Int

    /// One place where a literal stands.
    public struct Match: Hashable, Sendable {
        /// Offset of its first byte.
        public var offset: Int
        /// Index of the literal in the list the scanner was made of.
        public var literal: Int
    }

    /// Where a search stands between two hits.
    public struct Cursor: Sendable {
        @usableFromInline var window = 0
        /// A cursor at the beginning.
        public init() {}
    }

    /// Compiles the literals.
    ///
    /// - Parameters:
    ///   - literals: without one of them no line is evidence.
    ///   - presence: a line that holds none but these is no evidence either, but shows that somebody was there.
    public init(literals: [[UInt8]], presence: [[UInt8]] = []) {
        firstPresence = literals.count
        let literals = literals + presence
        let text = literals.flatMap { $0 }
        let lengths = literals.map { UInt32($0.count) }
        compiled = cscan_anchors_make(text, lengths, literals.count)
        longest = literals.map(\.count).max() ?? 0
    }

    deinit { cscan_anchors_free(compiled) }

    /// Whether any literal lies wholly in the bytes.
    public func contains(in bytes: UnsafeRawBufferPointer) -> Bool {
        var cursor = Cursor()
        return next(in: bytes, &cursor) != nil
    }

    /// The next match that lies wholly in `[from, bytes.count)`. Every place is reported at most once; they come by their rarest
    /// four bytes, which for overlapping literals is not always the order in which they begin.
    @inline(__always)
    public func next(in bytes: UnsafeRawBufferPointer, from: Int = 0, _ cursor: inout Cursor) -> Match? {
        view.next(in: bytes, from: from, &cursor)
    }

    /// The scanner as a plain value, for loops that count no references; valid as long as the scanner.
    var view: View { View(compiled: compiled) }

    struct View {
        fileprivate let compiled: OpaquePointer?

        @inline(__always)
        func next(in bytes: UnsafeRawBufferPointer, from: Int, _ cursor: inout Cursor) -> Match? {
            guard let compiled, let base = bytes.baseAddress else { return nil }
            var literal: UInt32 = 0
            let found = cscan_anchors_next(compiled, base, bytes.count, max(0, from), &cursor.window, &literal)
            return found < bytes.count ? Match(offset: found, literal: Int(literal)) : nil
        }
    }
}
