import Domain

/// Reads a header from left to right.
struct HeaderCursor {
    let text: Bytes
    var i: Int

    @inline(__always)
    init(_ text: Bytes, at i: Int = 0) { (self.text, self.i) = (text, i) }

    /// Takes a stamp that was read at the cursor.
    @inline(__always)
    mutating func take(_ stamp: Stamp?, into record: inout Record) -> Bool {
        guard let stamp else { return false }
        (record.at, record.resolution) = (stamp.isDated ? stamp.at : nil, stamp.resolution)
        i &+= stamp.length
        return true
    }

    /// Steps over blanks and tabs; how many.
    @inline(__always)
    @discardableResult mutating func blanks() -> Int {
        let start = i
        while i < text.count, text[i] == 32 || text[i] == 9 { i &+= 1 }
        return i &- start
    }

    /// Steps over one byte if it stands here.
    @inline(__always)
    mutating func eat(_ byte: UInt8) -> Bool {
        guard text.at(i) == byte, i < text.count else { return false }
        i &+= 1
        return true
    }

    /// Steps over ASCII text if it stands here.
    mutating func eat(_ literal: StaticString) -> Bool {
        guard text.has(literal, at: i) else { return false }
        i &+= literal.utf8CodeUnitCount
        return true
    }

    /// The bytes up to the next blank.
    @inline(__always)
    mutating func word() -> Bytes {
        let start = i
        i = text.wordEnd(from: i)
        return text.slice(start, i)
    }

    /// The bytes up to `end` on this line, which is stepped over; nil when it does not come within `limit` bytes.
    mutating func until(_ end: UInt8, limit: Int = 256) -> Bytes? {
        let start = i
        guard let at = text.slice(0, start &+ limit &+ 1).first(end, or: 10, from: start), text[at] == end else { return nil }
        i = at &+ 1
        return text.slice(start, at)
    }

    /// Whether the tag of a client's lines stands here: it is the text's, whatever pattern of brackets is around it.
    var isAtTag: Bool { text.has("[PayCallback]", at: i) }

    /// What stands in brackets here; nil when no bracket opens here.
    mutating func bracket() -> Bytes? {
        let start = i
        guard eat(UInt8(ascii: "[")) else { return nil }
        guard let inside = until(UInt8(ascii: "]")) else {
            i = start
            return nil
        }
        return inside
    }

    /// Digits; nil when none stand here.
    mutating func digits() -> Bytes? {
        let start = i
        while i < text.count, text[i].isDigit { i &+= 1 }
        return i > start ? text.slice(start, i) : nil
    }

    /// A level word in any case, bordered; the cursor stays where it is when there is none.
    mutating func level(_ record: inout Record) -> Bool {
        var end = i
        while end < text.count, text[end].isLetter { end &+= 1 }
        guard end > i, let level = RecordLevel(word: text.slice(i, end)) else { return false }
        i = end
        record.level = level
        return true
    }

    /// What is left, without one blank in front.
    @inline(__always)
    func rest() -> Bytes { text.from(i) }
}

extension RecordLevel {
    /// A level by its usual words, in any case; nil for other words.
    public init?(word: UnsafeRawBufferPointer) {
        guard word.count >= 3, word.count <= 9 else { return nil }
        switch word[0].lowered {
        case UInt8(ascii: "i"):
            guard word.equalsAnyCase("info") || word.equalsAnyCase("information") || word.equalsAnyCase("inf") else { return nil }
            self = .info
        case UInt8(ascii: "w"):
            guard word.equalsAnyCase("warn") || word.equalsAnyCase("warning") || word.equalsAnyCase("wrn") else { return nil }
            self = .warning
        case UInt8(ascii: "e"):
            if word.equalsAnyCase("error") || word.equalsAnyCase("err") {
                self = .error
            } else if word.equalsAnyCase("emerg") || word.equalsAnyCase("emergency") {
                self = .fatal
            } else {
                return nil
            }
        case UInt8(ascii: "d"):
            if word.equalsAnyCase("debug") || word.equalsAnyCase("dbg") {
                self = .debug
            } else if word.equalsAnyCase("default") {
                self = .notice
            } else if word.equalsAnyCase("dpanic") {
                self = .fatal
            } else {
                return nil
            }
        case UInt8(ascii: "t"):
            guard word.equalsAnyCase("trace") || word.equalsAnyCase("trc") else { return nil }
            self = .trace
        case UInt8(ascii: "v"):
            guard word.equalsAnyCase("verbose") else { return nil }
            self = .trace
        case UInt8(ascii: "n"):
            guard word.equalsAnyCase("notice") else { return nil }
            self = .notice
        case UInt8(ascii: "s"):
            guard word.equalsAnyCase("severe") else { return nil }
            self = .error
        case UInt8(ascii: "f"):
            if word.equalsAnyCase("fault") {
                self = .error
            } else if word.equalsAnyCase("fatal") || word.equalsAnyCase("ftl") {
                self = .fatal
            } else if word.equalsAnyCase("fine") {
                self = .debug
            } else {
                return nil
            }
        case UInt8(ascii: "c"):
            guard word.equalsAnyCase("critical") || word.equalsAnyCase("crit") else { return nil }
            self = .fatal
        case UInt8(ascii: "a"):
            guard word.equalsAnyCase("alert") else { return nil }
            self = .fatal
        case UInt8(ascii: "p"):
            guard word.equalsAnyCase("panic") else { return nil }
            self = .fatal
        default: return nil
        }
    }

    /// A level by the letter of logcat, xlog and CocoaLumberjack: V D I W E F A.
    init?(letter: UInt8) {
        switch letter {
        case UInt8(ascii: "V"): self = .trace
        case UInt8(ascii: "D"): self = .debug
        case UInt8(ascii: "I"): self = .info
        case UInt8(ascii: "W"): self = .warning
        case UInt8(ascii: "E"): self = .error
        case UInt8(ascii: "F"), UInt8(ascii: "A"): self = .fatal
        default: return nil
        }
    }

    /// A level by pino's and bunyan's numbers: 10 trace … 60 fatal; syslog's 0…7 otherwise.
    init?(number: Int64) {
        switch number {
        case 0, 1, 2: self = .fatal
        case 3: self = .error
        case 4: self = .warning
        case 5: self = .notice
        case 6: self = .info
        case 7: self = .debug
        case 10: self = .trace
        case 20: self = .debug
        case 30: self = .info
        case 40: self = .warning
        case 50: self = .error
        case 60: self = .fatal
        default: return nil
        }
    }
}
