import CScan
import Domain

/// One member of a JSON object, undecoded.
struct JSONMember {
    /// The key without quotes.
    var key = Bytes.none
    /// The value: a string without quotes, anything else as written.
    var value = Bytes.none
    /// What the value is.
    var kind = FieldKind.null
    /// A string with backslashes in it.
    var isEscaped = false
    /// Where the key's opening quote stands.
    var keyStart = 0
}

/// Walks the members of one object, without going into nested ones.
struct JSONMembers {
    private let text: Bytes
    private var i: Int
    /// Where the object ends: behind its closing brace, once the walk is over.
    var end: Int { i }

    /// Walks the object that begins the text, which may be followed by anything.
    init(_ text: Bytes) {
        self.text = text
        i = 0
        while i < text.count, text[i].isBlank { i &+= 1 }
        if text.at(i) == UInt8(ascii: "{") { i &+= 1 } else { i = text.count }
    }

    /// The next member; false at the end of the object or of a cut text.
    @inline(__always)
    mutating func next(_ member: inout JSONMember) -> Bool {
        while i < text.count {
            switch text[i] {
            case UInt8(ascii: "\""):
                let keyStart = i
                let (keyEnd, _) = FieldScanner.stringEnd(text, i &+ 1)
                i = Swift.min(keyEnd &+ 1, text.count)
                while i < text.count, text[i].isBlank { i &+= 1 }
                guard text.at(i) == UInt8(ascii: ":") else { continue }
                i &+= 1
                while i < text.count, text[i].isBlank { i &+= 1 }
                member.key = text.slice(keyStart &+ 1, keyEnd)
                member.keyStart = keyStart
                value(&member)
                return true
            case UInt8(ascii: "}"):
                i &+= 1
                return false
            default:
                i &+= 1
            }
        }
        return false
    }

    @inline(__always)
    private mutating func value(_ member: inout JSONMember) {
        member.isEscaped = false
        let start = i
        switch text.at(i) {
        case UInt8(ascii: "\""):
            let (end, escaped) = FieldScanner.stringEnd(text, i &+ 1)
            (member.value, member.kind, member.isEscaped) = (text.slice(i &+ 1, end), .string, escaped)
            i = Swift.min(end &+ 1, text.count)
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            var state = cscan_json(depth: 0, in_string: 0, escaped: 0)
            let rest = text.from(i)
            let length = cscan_json_walk(rest.baseAddress, rest.count, 0, .max, &state)
            i = length > rest.count ? text.count : i &+ length
            (member.value, member.kind) = (text.slice(start, i), .nested)
        default:
            scan: while i < text.count {
                switch text[i] {
                case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), 32, 9, 10, 13: break scan
                default: i &+= 1
                }
            }
            member.value = text.slice(start, i)
            switch text.at(start) {
            case UInt8(ascii: "t"), UInt8(ascii: "f"): member.kind = .boolean
            case UInt8(ascii: "n"): member.kind = .null
            default: member.kind = .number
            }
        }
    }
}
