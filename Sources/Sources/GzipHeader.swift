#if canImport(Glibc)
    @preconcurrency import Glibc
#else
    import Darwin
#endif

/// The header of a gzip member (RFC 1952 §2.3).
enum GzipHeader {
    enum Result {
        /// Consumed; deflate data follow.
        case parsed
        /// The input ended inside it.
        case cut
        /// No header stands here; nothing was consumed.
        case invalid
    }

    /// Consumes a header from `input`.
    static func parse(_ input: ByteInput) -> Result {
        guard input.ensure(4) else {
            let start = input.window
            return startsLikeHeader(start) ? .cut : .invalid
        }
        let fixed = input.window
        guard isMagic(fixed), fixed[3] & 0xE0 == 0 else { return .invalid }
        let flags = fixed[3]
        guard input.ensure(10) else { return .cut }
        input.consume(10)
        if flags & 4 != 0 {
            guard input.ensure(2) else { return .cut }
            let length = Int(input.window[0]) | Int(input.window[1]) << 8
            input.consume(2)
            guard skip(length, in: input) else { return .cut }
        }
        if flags & 8 != 0, !skipText(in: input) { return .cut }
        if flags & 16 != 0, !skipText(in: input) { return .cut }
        if flags & 2 != 0, !skip(2, in: input) { return .cut }
        return .parsed
    }

    /// Whether gzip's magic and the method deflate stand in front of at least three bytes.
    static func isMagic(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.count >= 3 && bytes[0] == 0x1F && bytes[1] == 0x8B && bytes[2] == 8
    }

    /// Whether a header stands here that some real writer makes: for a search in the middle of compressed bytes, where
    /// three bytes of magic turn up by chance. Extra flags are 0, 2 or 4; systems are 0 to 13 or unknown.
    static func isLikely(_ bytes: UnsafeRawBufferPointer) -> Bool {
        isMagic(bytes) && bytes.count >= 10 && bytes[3] & 0xE0 == 0 && (bytes[8] == 0 || bytes[8] == 2 || bytes[8] == 4)
            && (bytes[9] <= 13 || bytes[9] == 255)
    }

    /// Whether most of the magic is there, so that a damaged header is likelier than foreign bytes.
    static func isNearly(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count >= 3 else { return startsLikeHeader(bytes) }
        return (bytes[0] == 0x1F ? 1 : 0) + (bytes[1] == 0x8B ? 1 : 0) + (bytes[2] == 8 ? 1 : 0) >= 2
    }

    /// Whether fewer than four bytes are the beginning of a header.
    static func startsLikeHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.count > 0 && bytes.count < 4 && bytes.elementsEqual([0x1F, 0x8B, 8].prefix(bytes.count))
    }

    private static func skip(_ count: Int, in input: ByteInput) -> Bool {
        var left = count
        while left > 0 {
            guard input.ensure(1) else { return false }
            let step = min(left, input.window.count)
            input.consume(step)
            left -= step
        }
        return true
    }

    private static func skipText(in input: ByteInput) -> Bool {
        while input.ensure(1) {
            let window = input.window
            guard let base = window.baseAddress else { return false }
            if let end = memchr(base, 0, window.count) {
                input.consume(base.distance(to: UnsafeRawPointer(end)) + 1)
                return true
            }
            input.consume(window.count)
        }
        return false
    }
}
