/// A JSON document as a tree whose objects keep their order and their repeated keys.
///
/// For small files that people write by hand, where the order of members and a key written twice are what is asked about.
indirect enum JSONValue: Sendable {
    case object([Member])
    case array([JSONValue])
    case string(String)
    /// As written.
    case number(String)
    case bool(Bool)
    case null

    /// A key and its value.
    struct Member: Sendable {
        var key: String
        var value: JSONValue
    }

    /// The value of a key of an object, the last one where it stands twice, as parsers do.
    subscript(_ key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.key == key }?.value
    }

    /// The members of an object; none of anything else.
    var members: [Member] {
        if case .object(let members) = self { members } else { [] }
    }

    /// The elements of an array; nil for anything else.
    var elements: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The text of a string; nil for anything else.
    var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The truth of a boolean; nil for anything else.
    var truth: Bool? {
        if case .bool(let truth) = self { truth } else { nil }
    }

    /// What kind of value it is, for a message.
    var kind: String {
        switch self {
        case .object: "object"
        case .array: "array"
        case .string: "string"
        case .number: "number"
        case .bool: "boolean"
        case .null: "null"
        }
    }
}

/// Where and why a text is no JSON.
struct JSONError: Error, Hashable, Sendable {
    /// From 1.
    var line: Int
    /// In bytes, from 1.
    var column: Int
    /// `trailing comma`, `expected a value`, …
    var reason: Reason

    /// What a strict parser stumbles over.
    enum Reason: String, Sendable {
        case value = "a value is expected here"
        case key = "a key in double quotes is expected here"
        case colon = "a colon is expected here"
        case separator = "a comma or the closing bracket is expected here"
        case trailingComma = "a comma before the closing bracket"
        case comment = "a comment; JSON has none"
        case string = "an unfinished string"
        case escape = "an escape that JSON does not have"
        case control = "a bare control character inside a string"
        case number = "a number that JSON does not have"
        case afterEnd = "something follows the document's end"
        case depth = "nested too deeply"
        case empty = "the file is empty"
        case encoding = "bytes that are no UTF-8"
    }
}
