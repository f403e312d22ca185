import CPCRE2
import Domain
import Synchronization

/// A regular expression of a configuration, compiled once (PCRE2, UTF-8, unanchored).
///
/// Log bytes may be anything: invalid UTF-8 never matches and never harms. A match that takes more than ``Limits/patternSteps`` is given up,
/// counts as no match, and is counted. May be used from any number of threads at once.
public final class CompiledPattern: @unchecked Sendable {
    // Unchecked: the compiled code and the context are never changed after `init`, and PCRE2 allows any number of threads to match with
    // them; match data are lent to one call at a time.

    /// As written.
    public let pattern: String
    /// A literal that every match contains, for a quick first look; empty when none is known.
    public let literal: [UInt8]
    /// Whether the pattern asks for that literal and nothing else.
    public let isLiteral: Bool
    /// How many groups it has.
    public let groupCount: Int

    private let code: OpaquePointer
    private let context: OpaquePointer
    private let idle = Mutex<[MatchData]>([])
    private let exceeded = Atomic<Int>(0)

    private struct MatchData: @unchecked Sendable {
        var pointer: OpaquePointer
    }

    /// Compiles a pattern.
    public init(_ pattern: String) throws(PatternError) {
        let bytes = Array(pattern.utf8)
        guard bytes.count <= Limits.patternLength else {
            throw PatternError(message: "longer than \(Limits.patternLength) bytes", column: 1)
        }
        var problem: Int32 = 0
        var offset = 0
        var compiled = CompiledPattern.compile(bytes, &problem, &offset)
        // Mistakes are told of the pattern as written.
        if compiled != nil, let bracketed = BareClasses.bracketed(bytes), let same = CompiledPattern.compile(bracketed, &problem, &offset) {
            pcre2_code_free_8(compiled)
            compiled = same
        }
        guard let compiled else {
            let column = String(decoding: bytes.prefix(max(0, offset)), as: UTF8.self).unicodeScalars.count
            throw PatternError(message: CompiledPattern.words(problem), column: max(1, column))
        }
        guard let context = pcre2_match_context_create_8(nil) else {
            pcre2_code_free_8(compiled)
            throw PatternError(message: "out of memory", column: 1)
        }
        pcre2_set_match_limit_8(context, Limits.patternSteps)
        pcre2_set_depth_limit_8(context, Limits.patternDepth)
        pcre2_set_heap_limit_8(context, Limits.patternHeapKiB)
        // Where no just-in-time compiler is available the interpreter does the same.
        _ = pcre2_jit_compile_8(compiled, UInt32(PCRE2_JIT_COMPLETE))
        var groups: UInt32 = 0
        pcre2_pattern_info_8(compiled, UInt32(PCRE2_INFO_CAPTURECOUNT), &groups)
        (code, self.context, self.pattern, groupCount) = (compiled, context, pattern, Int(groups))
        literal = RequiredLiteral.of(bytes)
        isLiteral = RequiredLiteral.isAll(of: bytes)
    }

    private static func compile(_ bytes: [UInt8], _ problem: inout Int32, _ offset: inout Int) -> OpaquePointer? {
        let options = PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_NEVER_BACKSLASH_C
        return bytes.withUnsafeBufferPointer { buffer in
            pcre2_compile_8(buffer.baseAddress ?? StaticString("").utf8Start, buffer.count, options, &problem, &offset, nil)
        }
    }

    deinit {
        idle.withLock { for data in $0 { pcre2_match_data_free_8(data.pointer) } }
        pcre2_match_context_free_8(context)
        pcre2_code_free_8(code)
    }

    /// Matches that were given up because they took too long.
    public var exceededMatches: Int { exceeded.load(ordering: .relaxed) }

    /// What a match found, valid while it is handed over.
    public struct Captures: ~Copyable {
        private let text: UnsafeRawBufferPointer
        private let offsets: UnsafeMutablePointer<Int>?
        /// How many groups the pattern has.
        public let groupCount: Int

        fileprivate init(_ text: UnsafeRawBufferPointer, _ offsets: UnsafeMutablePointer<Int>?, _ groupCount: Int) {
            (self.text, self.offsets, self.groupCount) = (text, offsets, groupCount)
        }

        /// A slice of the text: group 0 is the whole match; a group that took no part is empty.
        public subscript(group: Int) -> UnsafeRawBufferPointer {
            // A group that took no part has both ends at PCRE2_UNSET, which is -1 here; \K may put the start behind the end.
            guard let offsets, group <= groupCount, offsets[2 * group] >= 0, offsets[2 * group] <= offsets[2 * group + 1],
                offsets[2 * group + 1] <= text.count
            else {
                return UnsafeRawBufferPointer(start: nil, count: 0)
            }
            return UnsafeRawBufferPointer(rebasing: text[offsets[2 * group]..<offsets[2 * group + 1]])
        }

        /// The first group that holds anything, or the whole match.
        public var value: UnsafeRawBufferPointer {
            var group = 1
            while group <= groupCount {
                let found = self[group]
                if found.count > 0 { return found }
                group += 1
            }
            return self[0]
        }
    }

    /// Looks for the pattern anywhere in `text`.
    ///
    /// - Parameters:
    ///   - text: the message of a record.
    ///   - body: called once with what was found; the slices point into `text`.
    /// - Returns: whether the pattern matched.
    public func captures(in text: UnsafeRawBufferPointer, body: (borrowing Captures) -> Void) -> Bool {
        guard let data = lend() else { return false }
        defer { idle.withLock { $0.append(data) } }
        guard match(text, data) else { return false }
        body(Captures(text, pcre2_get_ovector_pointer_8(data.pointer), groupCount))
        return true
    }

    /// Whether the pattern occurs anywhere in `text`.
    public func matches(_ text: UnsafeRawBufferPointer) -> Bool {
        guard let data = lend() else { return false }
        defer { idle.withLock { $0.append(data) } }
        return match(text, data)
    }

    private func match(_ text: UnsafeRawBufferPointer, _ data: MatchData) -> Bool {
        let subject = text.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? StaticString("").utf8Start
        let result = pcre2_match_8(code, subject, text.count, 0, 0, data.pointer, context)
        switch result {
        case PCRE2_ERROR_MATCHLIMIT, PCRE2_ERROR_DEPTHLIMIT, PCRE2_ERROR_HEAPLIMIT, PCRE2_ERROR_JIT_STACKLIMIT:
            exceeded.add(1, ordering: .relaxed)
        default: break
        }
        return result >= 0
    }

    private func lend() -> MatchData? {
        if let data = idle.withLock({ $0.popLast() }) { return data }
        return pcre2_match_data_create_from_pattern_8(code, nil).map(MatchData.init)
    }

    private static func words(_ problem: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = pcre2_get_error_message_8(problem, &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer.prefix(Int(count)), as: UTF8.self) : "error \(problem)"
    }
}
