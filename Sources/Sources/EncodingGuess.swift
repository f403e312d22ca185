/// How a source's bytes are read.
enum TextEncoding: Equatable {
    /// Only ASCII so far, or too little else to tell.
    case undecided
    case utf8
    case gb18030
    case utf16(littleEndian: Bool)

    /// For people and for `SourceReader.encoding`.
    var name: String {
        switch self {
        case .undecided, .utf8: "utf-8"
        case .gb18030: "gb18030"
        case .utf16(let littleEndian): littleEndian ? "utf-16le" : "utf-16be"
        }
    }
}

/// What the bytes above ASCII look like, once read as UTF-8 and once as GB18030.
///
/// Strict UTF-8 comes first (facts.md §7). A log in UTF-8 with characters cut by its logger must not be taken for GBK, so that GBK needs
/// both: invalid UTF-8 in most places, and pairs that are nearly all everyday characters (GB 2312).
struct EncodingGuess {
    /// Valid UTF-8 characters of two bytes, and of three or four.
    private(set) var short = 0
    private(set) var long = 0
    /// Characters cut before their last byte.
    private(set) var cut = 0
    /// Bytes that begin no UTF-8 character.
    private(set) var invalid = 0
    /// GB18030 characters, those of them that GB 2312 has, and bytes that begin none.
    private(set) var pairs = 0
    private(set) var common = 0
    private(set) var broken = 0

    /// Characters seen.
    var weight: Int { short + long + cut + invalid }

    /// Whether the bytes are GB18030 text.
    var isGB18030: Bool {
        guard invalid + cut > 0, pairs >= 2, common * 10 >= pairs * 7, broken * 20 <= pairs else { return false }
        if invalid > short + long + cut { return true }
        return long == 0 && broken == 0 && common == pairs
    }

    /// Whether they are UTF-8 and enough to say so for the rest of the source.
    var isSurelyUTF8: Bool { !isGB18030 && weight >= 32 }

    /// Whether all of them are valid UTF-8 that reads like Chinese or like symbols, not like the accidents of GBK (`联通`).
    var isPlainUTF8: Bool { cut == 0 && invalid == 0 && long >= short }

    /// Bytes at the end of a sample that grows, which are weighed when what follows them is there.
    struct Rest {
        /// From the first byte on that one of the two readings has not passed.
        fileprivate var bytes: [UInt8] = []
        /// Where in them each reading goes on.
        fileprivate var utf8 = 0
        fileprivate var gb18030 = 0
        /// No character, and no cut one, is longer.
        fileprivate static let reach = 4
    }

    /// Adds the next bytes of a sample that grows, but for a few at its end.
    mutating func weigh(_ next: UnsafeRawBufferPointer, behind rest: inout Rest) {
        rest.bytes.append(contentsOf: next)
        rest.bytes.withUnsafeBytes { bytes in
            rest.utf8 = weighUTF8(bytes, false, from: rest.utf8, upTo: bytes.count - Rest.reach)
            rest.gb18030 = weighGB18030(bytes, false, from: rest.gb18030, upTo: bytes.count - Rest.reach)
        }
        let passed = min(rest.utf8, rest.gb18030, rest.bytes.count)
        rest.bytes.removeFirst(passed)
        (rest.utf8, rest.gb18030) = (rest.utf8 - passed, rest.gb18030 - passed)
    }

    /// Adds what is left of it: then everything was added as ``weigh(_:isComplete:)`` does for the whole sample.
    mutating func weigh(_ rest: Rest, isComplete: Bool) {
        rest.bytes.withUnsafeBytes { bytes in
            _ = weighUTF8(bytes, isComplete, from: rest.utf8, upTo: bytes.count)
            _ = weighGB18030(bytes, isComplete, from: rest.gb18030, upTo: bytes.count)
        }
    }

    /// Adds bytes; a character that the end of `bytes` cuts is left out unless they are complete.
    mutating func weigh(_ bytes: UnsafeRawBufferPointer, isComplete: Bool) {
        _ = weighUTF8(bytes, isComplete, from: 0, upTo: bytes.count)
        _ = weighGB18030(bytes, isComplete, from: 0, upTo: bytes.count)
    }

    private static func nextNonASCII(_ bytes: UnsafeRawBufferPointer, from at: Int) -> Int {
        at < bytes.count ? at &+ TextScan.firstNonASCII(UnsafeRawBufferPointer(rebasing: bytes[at...])) : at
    }

    /// - Returns: the first byte from `end` on that begins a character which was not counted, or the end.
    private mutating func weighUTF8(_ bytes: UnsafeRawBufferPointer, _ isComplete: Bool, from start: Int, upTo end: Int) -> Int {
        var at = EncodingGuess.nextNonASCII(bytes, from: start)
        while at < end {
            let length = TextScan.characterLength(bytes, at: at)
            switch length {
            case 1: at &+= TextScan.firstNonASCII(UnsafeRawBufferPointer(rebasing: bytes[at...]))
            case 2:
                short += 1
                at &+= 2
            case 3...:
                long += 1
                at &+= length
            case 0:
                var next = at &+ 1
                while next < bytes.count, next < at &+ 3, bytes[next] & 0xC0 == 0x80 { next &+= 1 }
                if next < bytes.count || isComplete { cut += 1 }
                at = next
            default:
                invalid += 1
                at &+= 1
            }
        }
        return at
    }

    /// See ``weighUTF8(_:_:from:upTo:)``.
    private mutating func weighGB18030(_ bytes: UnsafeRawBufferPointer, _ isComplete: Bool, from start: Int, upTo end: Int) -> Int {
        var at = EncodingGuess.nextNonASCII(bytes, from: start)
        while at < end {
            let lead = bytes[at]
            if lead < 0x80 {
                at &+= TextScan.firstNonASCII(UnsafeRawBufferPointer(rebasing: bytes[at...]))
                continue
            }
            guard at &+ 1 < bytes.count else {
                if isComplete { broken += 1 }
                return at
            }
            let trail = bytes[at &+ 1]
            if lead == 0x80 || lead == 0xFF || trail == 0xFF || trail == 0x7F || trail < 0x30 || (trail > 0x39 && trail < 0x40) {
                broken += 1
                at &+= 1
            } else if trail >= 0x40 {
                pairs += 1
                if trail >= 0xA1, (lead >= 0xB0 && lead <= 0xF7) || (lead >= 0xA1 && lead <= 0xA9) { common += 1 }
                at &+= 2
            } else if at &+ 3 < bytes.count, bytes[at &+ 2] >= 0x81, bytes[at &+ 2] != 0xFF, (0x30...0x39).contains(bytes[at &+ 3]) {
                pairs += 1
                at &+= 4
            } else {
                broken += 1
                at &+= 1
            }
        }
        return at
    }

    /// What the first bytes of a source say: a byte order mark, or the zeros that UTF-16 has between ASCII letters when its file was split.
    static func ofBeginning(_ bytes: UnsafeRawBufferPointer) -> (encoding: TextEncoding, markLength: Int) {
        if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { return (.utf8, 3) }
        if bytes.count >= 2, bytes[0] == 0xFF, bytes[1] == 0xFE { return (.utf16(littleEndian: true), 2) }
        if bytes.count >= 2, bytes[0] == 0xFE, bytes[1] == 0xFF { return (.utf16(littleEndian: false), 2) }
        let units = min(bytes.count, 512) / 2
        guard units >= 16 else { return (.undecided, 0) }
        var even = 0
        var odd = 0
        for unit in 0..<units {
            if bytes[unit &* 2] == 0 { even += 1 }
            if bytes[unit &* 2 &+ 1] == 0 { odd += 1 }
        }
        if even == 0, odd * 2 >= units { return (.utf16(littleEndian: true), 0) }
        if odd == 0, even * 2 >= units { return (.utf16(littleEndian: false), 0) }
        return (.undecided, 0)
    }
}
