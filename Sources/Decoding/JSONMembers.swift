import CScan
import Domain

/// One member of a JSON object, undecoded.
public struct JSONMember {
    /// The key without quotes.
    public var key = Bytes.none
    /// The value: a string without quotes, anything else as written.
    public var value = Bytes.none
    /// What the value is.
    public var kind = FieldKind.null
    /// A string with backslashes in it.
    public var isEscaped = false
    /// Where the key's opening quote stands.
    var keyStart = 0

    /// A member without key and value.
    public init() {}

    init(key: Bytes, value: Bytes, kind: FieldKind) { (self.key, self.value, self.kind) = (key, value, kind) }
}

/// Walks the members of one object, without going into nested ones.
public struct JSONMembers {
    private let text: Bytes
    private var i: Int
    /// Where the object ends: behind its closing brace, once the walk is over.
    var end: Int { i }

    /// Walks the object that begins the text, which may be followed by anything.
    public init(_ text: Bytes) {
        self.text = text
        i = 0
        while i < text.count, text[i].isBlank { i &+= 1 }
        if text.at(i) == UInt8(ascii: "{") { i &+= 1 } else { i = text.count }
    }

    /// The next member; false at the end of the object or of a cut text.
    @inline(__always)
    public mutating func next(_ member: inout JSONMember) -> Bool {
        guard let base = text.baseAddress, i < text.count else { return false }
        var found = cscan_member()
        i = cscan_json_member(base, text.count, i, &found)
        switch Int(found.kind) {
        case cscan_string: member.kind = .string
        case cscan_number: member.kind = .number
        case cscan_boolean: member.kind = .boolean
        case cscan_null: member.kind = .null
        case cscan_open:
            let start = i
            stepOver()
            // A value without a key, which no object has: there the walk ends.
            guard found.key_end > found.key else {
                i = text.count
                return false
            }
            (member.kind, member.value, member.isEscaped) = (.nested, text.slice(start, i), false)
            name(&member, base, found)
            return true
        default: return false
        }
        member.value = UnsafeRawBufferPointer(start: base + found.value, count: found.value_end &- found.value)
        member.isEscaped = found.value_escaped != 0
        name(&member, base, found)
        return true
    }

    @inline(__always)
    private func name(_ member: inout JSONMember, _ base: UnsafeRawPointer, _ found: cscan_member) {
        member.key = UnsafeRawBufferPointer(start: base + found.key, count: found.key_end &- found.key)
        member.keyStart = found.key &- 1
    }

    /// Steps over the bracket at `i`.
    private mutating func stepOver() {
        var state = cscan_json(depth: 0, in_string: 0, escaped: 0)
        let rest = text.from(i)
        guard let base = rest.baseAddress else { return }
        let length = cscan_json_walk(base, rest.count, 0, .max, &state)
        i = length > rest.count ? text.count : i &+ length
    }
}
