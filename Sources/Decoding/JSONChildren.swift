import CScan
import Domain

/// Walks the members of a JSON object or the elements of an array one level deep, as they are written.
///
/// For documents with more members than a ``FieldList`` holds, and for lists whose elements must be kept apart. Nothing is unescaped,
/// a cut text ends the walk, and any bytes are survived.
public struct JSONChildren {
    /// The member's key without quotes; empty for the elements of an array.
    public private(set) var key = Bytes.none
    /// The value: a string without quotes, an object or array whole, anything else as written.
    public private(set) var value = Bytes.none
    /// What the value is.
    public private(set) var kind = FieldKind.null
    private let text: Bytes
    private var members: JSONMembers
    private var member = JSONMember()
    private var position = 0
    private let isArray: Bool

    /// Begins at the object or array that the text begins with; blanks before it are stepped over.
    public init(_ text: Bytes) {
        let text = text.trimmed
        self.text = text
        isArray = text.at(0) == UInt8(ascii: "[")
        members = JSONMembers(isArray ? .none : text)
        position = 1
    }

    /// Goes to the next child; false behind the last one.
    public mutating func next() -> Bool {
        guard !isArray else { return nextElement() }
        guard members.next(&member) else { return false }
        (key, value, kind) = (member.key, member.value, member.kind)
        return true
    }

    private mutating func nextElement() -> Bool {
        while position < text.count, text[position].isBlank || text[position] == UInt8(ascii: ",") { position &+= 1 }
        guard position < text.count, text[position] != UInt8(ascii: "]") else { return false }
        switch text[position] {
        case UInt8(ascii: "\""):
            let (end, _) = FieldScanner.stringEnd(text, position &+ 1)
            (value, kind) = (text.slice(position &+ 1, end), .string)
            position = end &+ 1
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            var state = cscan_json(depth: 0, in_string: 0, escaped: 0)
            let rest = text.from(position)
            guard let base = rest.baseAddress else { return false }
            let length = cscan_json_walk(base, rest.count, 0, .max, &state)
            let end = length > rest.count ? text.count : position &+ length
            (value, kind) = (text.slice(position, end), .nested)
            position = end
        default:
            let start = position
            while position < text.count, text[position] != UInt8(ascii: ","), text[position] != UInt8(ascii: "]") { position &+= 1 }
            (value, kind) = (text.slice(start, position).trimmed, .number)
            // A stray bracket must not hold the walk.
            if position == start { position &+= 1 }
        }
        return true
    }
}
