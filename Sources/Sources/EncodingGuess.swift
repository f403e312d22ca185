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

    /// Adds bytes; a character that the end of `bytes` cuts is left out unless they are complete.
    mutating func weigh(_ bytes: UnsafeRawBufferPointer, isComplete: Bool) {
        weighUTF8(bytes, isComplete)
        weighGB18030(bytes, isComplete)
    }

    private mutating func weighUTF8(_ bytes: UnsafeRawBufferPointer, _ isComplete: Bool) {
        var at = TextScan.firstNonASCII(bytes)
        while at < bytes.count {
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
    }

    private mutating func weighGB18030(_ bytes: UnsafeRawBufferPointer, _ isComplete: Bool) {
        var at = TextScan.firstNonASCII(bytes)
        while at < bytes.count {
            let lead = bytes[at]
            if lead < 0x80 {
                at &+= TextScan.firstNonASCII(UnsafeRawBufferPointer(rebasing: bytes[at...]))
                continue
            }
            guard at &+ 1 < bytes.count else {
                if isComplete { broken += 1 }
                return
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
