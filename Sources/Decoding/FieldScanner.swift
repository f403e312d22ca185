import CScan
import Domain

/// Takes the keys and values out of a message, whatever it is written in.
///
/// Keys are leaf names: a nested object gives its own fields with a greater depth. Never recursive, never trapping, bounded by
/// ``Limits/fieldsPerRecord``, ``Limits/jsonDepth`` and ``Limits/decodeDepth``.
public enum FieldScanner {
    /// Empties the list and fills it from a message: a JSON object, XML, a form body, or text with `key=value` and JSON in it.
    ///
    /// Encoded values stay as they are; ``expand(_:)`` looks into them.
    public static func scan(_ message: UnsafeRawBufferPointer, into list: inout FieldList) {
        list.removeAll()
        list.decodes = 0
        read(message, into: &list, depth: 0)
    }

    /// Looks into every value that is itself percent-encoded, JSON in a string, a form, a URL, XML or escaped with HTML entities, and
    /// appends what it finds with a greater depth, to ``Limits/decodeDepth`` encodings.
    public static func expand(_ list: inout FieldList) {
        var index = 0
        while index < list.count {
            let (kind, value) = (list.storage[index].kind, list.storage[index].value)
            let decodes = list.decodes(of: index)
            if kind == .string, value.count > 6, decodes < Limits.decodeDepth, list.budget >= value.count {
                list.budget &-= value.count
                // Most values are plain: one look tells that nothing is encoded in them.
                let marks = cscan_marks(value.baseAddress, value.count)
                if marks != 0 {
                    list.decodes = UInt8(truncatingIfNeeded: Int(decodes) &+ 1)
                    expand(value, marks, into: &list, depth: list.storage[index].depth &+ 1)
                }
            }
            index &+= 1
        }
        list.decodes = 0
    }

    /// Reads one text into the list without emptying it.
    static func read(_ message: UnsafeRawBufferPointer, into list: inout FieldList, depth: UInt8) {
        let text = message.trimmed
        switch text.at(0) {
        case UInt8(ascii: "{"):
            if isObjectStart(text, 0), !isArrowed(text, 0) {
                let end = json(text, from: 0, into: &list, depth: depth)
                if end < text.count { mixed(text, from: end, into: &list, depth: depth) }
            } else {
                mixed(text, from: 0, into: &list, depth: depth)
            }
        case UInt8(ascii: "["):
            if isArrayStart(text, 0) {
                let end = json(text, from: 0, into: &list, depth: depth)
                if end < text.count { mixed(text, from: end, into: &list, depth: depth) }
            } else {
                mixed(text, from: 0, into: &list, depth: depth)
            }
        case UInt8(ascii: "<"):
            if isDocument(text) {
                xml(text, into: &list, depth: depth)
            } else {
                mixed(text, from: 0, into: &list, depth: depth)
            }
        default:
            if isForm(text) {
                form(text, into: &list, depth: depth)
            } else {
                mixed(text, from: 0, into: &list, depth: depth)
            }
        }
    }

    /// Whether XML begins here: WeChat's envelope, or the root of what it decrypts to (facts.md §2.1).
    private static func isDocument(_ text: UnsafeRawBufferPointer) -> Bool {
        text.has("<xml") || text.has("<?xml") || text.has("<root>")
    }

    /// Where XML begins in a text.
    static func document(in text: UnsafeRawBufferPointer, from: Int) -> Int? {
        guard let first = text.first(UInt8(ascii: "<"), from: from) else { return nil }
        return text.find("<xml", from: first) ?? text.find("<root>", from: first)
    }

    /// Looks into one value that holds some of the bytes that begin an encoding.
    private static func expand(_ value: UnsafeRawBufferPointer, _ marks: UInt8, into list: inout FieldList, depth: UInt8) {
        let text = value.trimmed
        switch text.at(0) {
        case UInt8(ascii: "{") where isObjectStart(text, 0), UInt8(ascii: "[") where isArrayStart(text, 0):
            _ = json(text, from: 0, into: &list, depth: depth)
            return
        case UInt8(ascii: "<") where isDocument(text):
            xml(text, into: &list, depth: depth)
            return
        default:
            break
        }
        if marks & 1 != 0, let plain = entitiesDecoded(text, &list.arena) {
            list.append(.none, plain, .string, depth)
            return
        }
        if marks & 2 != 0, let url = URLParts(text) {
            if !url.query.isEmpty { query(url.query, into: &list, depth: depth) }
            if !url.fragment.isEmpty, isForm(url.fragment) { form(url.fragment, into: &list, depth: depth) }
            return
        }
        if marks & 5 == 5, isForm(text) {
            form(text, into: &list, depth: depth)
            return
        }
        if marks & 8 != 0, let percent = text.first(UInt8(ascii: "%")), text.at(percent &+ 1).hexValue != 255,
            let plain = percentDecoded(text, plusIsBlank: false, &list.arena), !plain.same(as: text)
        {
            list.append(.none, plain, .string, depth)
            return
        }
        guard
            marks & 4 != 0 || marks & 16 != 0 && (text.find("{\"") != nil || text.find("{'") != nil)
                || marks & 64 != 0 && document(in: text, from: 0) != nil
        else { return }
        mixed(text, from: 0, into: &list, depth: depth)
    }

    /// `{` and then a quote or the end of the object.
    @inline(__always)
    static func isObjectStart(_ text: UnsafeRawBufferPointer, _ at: Int) -> Bool {
        var i = at &+ 1
        while i < text.count, text[i].isBlank { i &+= 1 }
        return text.at(i) == UInt8(ascii: "\"") || text.at(i) == UInt8(ascii: "}")
    }

    /// `[` and then an object, a string, an array or the end: not `[order]`, not `[2026-09-01 …]`.
    static func isArrayStart(_ text: UnsafeRawBufferPointer, _ at: Int) -> Bool {
        var i = at &+ 1
        while i < text.count, text[i].isBlank || text[i] == UInt8(ascii: "[") { i &+= 1 }
        let next = text.at(i)
        return next == UInt8(ascii: "\"") || next == UInt8(ascii: "]") || (next == UInt8(ascii: "{") && isObjectStart(text, i))
    }

    /// `key=value&key=value` without blanks and quotes around it.
    static func isForm(_ text: UnsafeRawBufferPointer) -> Bool {
        guard let equals = text.first(UInt8(ascii: "=")), equals > 0, equals <= 96, let and = text.first(UInt8(ascii: "&")), and > equals
        else { return false }
        for i in 0..<equals {
            let byte = text[i]
            guard
                byte.isIdentifier || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
                    || byte == UInt8(ascii: "%")
            else { return false }
        }
        guard text.at(equals &+ 1) != UInt8(ascii: "\"") || text.at(and &- 1) == UInt8(ascii: "\"") else { return false }
        return text.first(UInt8(ascii: " "), or: UInt8(ascii: "\n")) == nil
    }
}
