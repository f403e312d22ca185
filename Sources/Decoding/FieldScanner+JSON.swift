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
    /// Its fields lie one deeper than those around it.
    var deepens: Bool
}

extension FieldScanner {
    /// Flattens a JSON object or array that begins at `from`; returns the offset behind it, or the end of a cut text.
    ///
    /// Forgiving: what is no JSON between two values is stepped over, `\xHH` (nginx without `escape=json`) is read.
    static func json(_ text: UnsafeRawBufferPointer, from: Int, into list: inout FieldList, depth: UInt8) -> Int {
        guard let base = text.baseAddress, from < text.count else { return text.count }
        let stack = list.stack
        let count = text.count
        var member = cscan_member()
        var open = 0
        // The depth of a field: the record's own object is 0, and so are the objects of an array around it.
        var level = Int(depth) &- 1
        var i = enter(text, from, key: .none, &open, &level, &list)
        while open > 0 {
            if stack[open &- 1].isArray {
                guard let next = element(text, i, &open, &level, &list) else { break }
                i = next
                continue
            }
            i = cscan_json_member(base, count, i, &member)
            switch Int(member.kind) {
            case cscan_string, cscan_number, cscan_boolean:
                let value = UnsafeRawBufferPointer(start: base + member.value, count: member.value_end &- member.value)
                let kind: FieldKind = member.kind == cscan_string ? .string : member.kind == cscan_number ? .number : .boolean
                list.append(
                    key(base, member, &list), member.value_escaped != 0 ? unescaped(value, &list.arena) ?? value : value, kind,
                    depthByte(level))
            case cscan_null:
                list.append(key(base, member, &list), .none, .null, depthByte(level))
            case cscan_open:
                let name = member.key_end > member.key ? key(base, member, &list) : .none
                i = enter(text, i, key: name, &open, &level, &list)
            case cscan_close:
                leave(text, i, &open, &level, &list)
            default:
                i = count
                closeAll(text, &open, &list)
            }
        }
        closeAll(text, &open, &list)
        return i
    }

    @inline(__always)
    private static func key(_ base: UnsafeRawPointer, _ member: cscan_member, _ list: inout FieldList) -> UnsafeRawBufferPointer {
        let key = UnsafeRawBufferPointer(start: base + member.key, count: member.key_end &- member.key)
        return member.key_escaped != 0 ? unescaped(key, &list.arena) ?? key : key
    }

    /// Goes into the bracket at `at`; beyond the depth bound it is stepped over. Returns where to go on.
    private static func enter(
        _ text: UnsafeRawBufferPointer, _ at: Int, key: UnsafeRawBufferPointer, _ open: inout Int, _ level: inout Int,
        _ list: inout FieldList
    ) -> Int {
        guard open < Limits.jsonDepth else {
            var state = cscan_json(depth: 0, in_string: 0, escaped: 0)
            let rest = text.from(at)
            guard let base = rest.baseAddress else { return text.count }
            let length = cscan_json_walk(base, rest.count, 0, .max, &state)
            return length > rest.count ? text.count : at &+ length
        }
        let isArray = text.at(at) == UInt8(ascii: "[")
        var field = -1
        if !key.isEmpty, list.count < Limits.fieldsPerRecord {
            field = list.count
            list.append(key, text.slice(at, at), .nested, depthByte(level))
        }
        let name = key.isEmpty && open > 0 ? list.stack[open &- 1].key : key
        let deepens = !isArray || !key.isEmpty
        (list.stack + open).initialize(to: OpenContainer(field: field, start: at, key: name, isArray: isArray, deepens: deepens))
        open &+= 1
        if deepens { level &+= 1 }
        return at &+ 1
    }

    /// The innermost open bracket ends before `end`.
    @inline(__always)
    private static func leave(_ text: UnsafeRawBufferPointer, _ end: Int, _ open: inout Int, _ level: inout Int, _ list: inout FieldList) {
        open &-= 1
        let closed = list.stack[open]
        if closed.deepens { level &-= 1 }
        if closed.field >= 0 { list.setValue(closed.field, text.slice(closed.start, end)) }
    }

    /// A cut text: what is open ends at its end.
    private static func closeAll(_ text: UnsafeRawBufferPointer, _ open: inout Int, _ list: inout FieldList) {
        while open > 0 {
            open &-= 1
            if list.stack[open].field >= 0 { list.setValue(list.stack[open].field, text.slice(list.stack[open].start, text.count)) }
        }
    }

    /// One element of an array, which goes by the array's key; nil at the end of the text.
    private static func element(
        _ text: UnsafeRawBufferPointer, _ from: Int, _ open: inout Int, _ level: inout Int, _ list: inout FieldList
    ) -> Int? {
        var i = from
        while i < text.count, text[i].isBlank || text[i] == UInt8(ascii: ",") || text[i] == UInt8(ascii: ":") { i &+= 1 }
        guard i < text.count else { return nil }
        let key = list.stack[open &- 1].key
        let first = text[i]
        switch first {
        case UInt8(ascii: "\""):
            let (end, escaped) = stringEnd(text, i &+ 1)
            let value = text.slice(i &+ 1, end)
            list.append(key, escaped ? unescaped(value, &list.arena) ?? value : value, .string, depthByte(level))
            return end &+ 1
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            return enter(text, i, key: .none, &open, &level, &list)
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            leave(text, i &+ 1, &open, &level, &list)
            return i &+ 1
        default:
            let start = i
            i &+= 1
            while i < text.count, text[i] != UInt8(ascii: ","), text[i] != UInt8(ascii: "]"), text[i] != UInt8(ascii: "}"),
                text[i] != UInt8(ascii: "\""), !text[i].isBlank
            {
                i &+= 1
            }
            switch first {
            case UInt8(ascii: "t"), UInt8(ascii: "f"): list.append(key, text.slice(start, i), .boolean, depthByte(level))
            case UInt8(ascii: "n"): list.append(key, .none, .null, depthByte(level))
            default: list.append(key, text.slice(start, i), .number, depthByte(level))
            }
            return i
        }
    }

    /// Where the string that begins at `from` ends: the offset of its closing quote, or the end; and whether a backslash is in it.
    @inline(__always)
    static func stringEnd(_ text: UnsafeRawBufferPointer, _ from: Int) -> (end: Int, escaped: Bool) {
        guard let base = text.baseAddress, from < text.count, from >= 0 else { return (text.count, false) }
        var escaped: UInt8 = 0
        let end = cscan_string_end(base.assumingMemoryBound(to: UInt8.self), text.count, from, &escaped)
        return (end, escaped != 0)
    }

    @inline(__always)
    private static func depthByte(_ level: Int) -> UInt8 { UInt8(truncatingIfNeeded: Swift.max(0, Swift.min(level, 255))) }
}
