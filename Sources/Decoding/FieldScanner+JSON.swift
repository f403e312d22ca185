import CScan
import Domain

/// One open object or array.
struct OpenContainer {
    /// Its field in the list, or -1.
    var field: Int
    /// Where it begins.
    var start: Int
    /// Its key; elements of an array go by it.
    var key: UnsafeRawBufferPointer
    /// An array.
    var isArray: Bool
}

extension FieldScanner {
    /// Flattens a JSON object or array that begins at `from`; returns the offset behind it, or the end of a cut text.
    ///
    /// Forgiving: what is no JSON between two values is stepped over, `\xHH` (nginx without `escape=json`) is read.
    static func json(_ text: UnsafeRawBufferPointer, from: Int, into list: inout FieldList, depth: UInt8) -> Int {
        let stack = list.stack
        var open = 0
        var i = from
        var key = UnsafeRawBufferPointer.none
        var hasKey = false
        // The depth of a field: the record's own object is 0, and so are the objects of an array around it.
        var level = Int(depth) &- 1
        while i < text.count {
            let byte = text[i]
            switch byte {
            case UInt8(ascii: "\""):
                let inner = i &+ 1
                let (end, escaped) = stringEnd(text, inner)
                var value = text.slice(inner, end)
                i = end &+ 1
                if !hasKey, open > 0, !stack[open &- 1].isArray {
                    while i < text.count, text[i].isBlank { i &+= 1 }
                    guard text.at(i) == UInt8(ascii: ":") else { continue }
                    i &+= 1
                    key = escaped ? unescaped(value, &list.arena) ?? value : value
                    hasKey = true
                    continue
                }
                if escaped { value = unescaped(value, &list.arena) ?? value }
                if open > 0 { list.append(hasKey ? key : stack[open &- 1].key, value, .string, depthByte(level)) }
                hasKey = false
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                guard open < Limits.jsonDepth else {
                    var state = cscan_json(depth: 0, in_string: 0, escaped: 0)
                    let rest = text.from(i)
                    let end = cscan_json_walk(rest.baseAddress, rest.count, 0, .max, &state)
                    i = end > rest.count ? text.count : i &+ end
                    hasKey = false
                    continue
                }
                let isArray = byte == UInt8(ascii: "[")
                let name = hasKey ? key : open > 0 ? stack[open &- 1].key : .none
                var field = -1
                if hasKey, list.count < Limits.fieldsPerRecord {
                    field = list.count
                    list.append(key, text.slice(i, i), .nested, depthByte(level))
                }
                (stack + open).initialize(to: OpenContainer(field: field, start: i, key: name, isArray: isArray))
                open &+= 1
                if !isArray || hasKey { level &+= 1 }
                hasKey = false
                i &+= 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                i &+= 1
                hasKey = false
                guard open > 0 else { return i }
                open &-= 1
                let closed = stack[open]
                if !closed.isArray || closed.field >= 0 { level &-= 1 }
                if closed.field >= 0 { list.setValue(closed.field, text.slice(closed.start, i)) }
                if open == 0 { return i }
            case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: " "), 9, 10, 13, 0:
                i &+= 1
            default:
                let start = i
                i &+= 1
                scalar: while i < text.count {
                    switch text[i] {
                    case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: "\""), UInt8(ascii: " "), 9, 10, 13:
                        break scalar
                    default: i &+= 1
                    }
                }
                guard open > 0, hasKey || stack[open &- 1].isArray else { continue }
                let value = text.slice(start, i)
                let kind: FieldKind
                switch byte {
                case UInt8(ascii: "t"), UInt8(ascii: "f"): kind = .boolean
                case UInt8(ascii: "n"): kind = .null
                default: kind = .number
                }
                list.append(hasKey ? key : stack[open &- 1].key, kind == .null ? .none : value, kind, depthByte(level))
                hasKey = false
            }
        }
        // A cut text: what is open ends here.
        while open > 0 {
            open &-= 1
            if stack[open].field >= 0 { list.setValue(stack[open].field, text.slice(stack[open].start, text.count)) }
        }
        return text.count
    }

    /// Where the string that begins at `from` ends: the offset of its closing quote, or the end; and whether a backslash is in it.
    @inline(__always)
    static func stringEnd(_ text: UnsafeRawBufferPointer, _ from: Int) -> (end: Int, escaped: Bool) {
        guard let base = text.baseAddress else { return (0, false) }
        var i = from
        var escaped = false
        while i < text.count {
            i &+= cscan_either(base + i, text.count &- i, UInt8(ascii: "\""), UInt8(ascii: "\\"))
            guard i < text.count, text[i] != UInt8(ascii: "\"") else { break }
            escaped = true
            i &+= 2
        }
        return (Swift.min(i, text.count), escaped)
    }

    @inline(__always)
    private static func depthByte(_ level: Int) -> UInt8 { UInt8(truncatingIfNeeded: Swift.max(0, Swift.min(level, 255))) }
}
