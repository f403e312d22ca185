import Domain

/// Finds personal values in a decoded text: by the name of their field, by their form, by their place in a URL's path.
enum PersonalText {
    /// - Parameter depth: how many layers of packing are opened.
    static func find(in text: [UInt8], depth: Int = Limits.decodeDepth) -> [PersonalForm.Found] {
        fields(in: text) + paths(in: text) + PersonalForm.find(in: text) + PackedText.find(in: text, depth: depth)
    }

    /// Whether an unpacked text, whose own encodings are still to be peeled, holds anything personal.
    static func holds(_ text: [UInt8], depth: Int) -> Bool {
        let decoded = text.withUnsafeBytes { DecodedText($0) }
        return !find(in: decoded.bytes, depth: depth).isEmpty
    }

    // MARK: - by the field's name

    private static func isName(_ byte: UInt8) -> Bool {
        PersonalForm.isAlphanumeric(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            || byte >= 0x80
    }

    private static func isQuote(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "`")
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 }

    private static func fields(in text: [UInt8]) -> [PersonalForm.Found] {
        var found: [PersonalForm.Found] = []
        var index = 0
        while index < text.count {
            guard isName(text[index]) else {
                index += 1
                continue
            }
            let start = index
            while index < text.count, isName(text[index]) { index += 1 }
            guard let kind = PersonalField.kind(of: text[start..<index]),
                let value = value(behind: index, isElement: start > 0 && text[start - 1] == UInt8(ascii: "<"), kind, in: text)
            else { continue }
            let part = text[value]
            guard !empty.contains(part.map { $0 | 0x20 }), !kind.isVague || part.contains(where: { $0 >= 0x80 || $0 == 32 }) else {
                continue
            }
            // The same value has one token, whatever a field is called: its form names it, where it has one.
            let label = PersonalForm.find(in: Array(part)).first { $0.range.count == part.count }?.label ?? kind.label
            found.append(PersonalForm.Found(range: value, label: label))
            index = max(index, value.upperBound)
        }
        return found
    }

    /// Values that say nothing, in lower case (`|0x20` changes no digit and no `-`).
    private static let empty: Set<[UInt8]> = Set(
        ["null", "nil", "none", "true", "false", "undefined", "-", "0", "<nil>", "(null)"].map { Array($0.utf8) })

    /// The value behind a name: `=v`, `": "v"`, `] => v`, `>v<`; nil where there is none.
    private static func value(behind name: Int, isElement: Bool, _ kind: PersonalField.Kind, in text: [UInt8]) -> Range<Int>? {
        var index = name
        var skipped = 0
        while index < text.count, skipped < 4, isQuote(text[index]) || isBlank(text[index]) || text[index] == UInt8(ascii: "]") {
            index += 1
            skipped += 1
        }
        guard index < text.count else { return nil }
        switch text[index] {
        case UInt8(ascii: "="), UInt8(ascii: ":"): index += 1
        case UInt8(ascii: ">") where isElement: index += 1
        default: return nil
        }
        if index < text.count, text[index] == UInt8(ascii: ">") || text[index] == UInt8(ascii: "=") { index += 1 }
        while index < text.count, isBlank(text[index]) { index += 1 }
        if text[index...].prefix(9).map({ 97...122 ~= $0 ? $0 & 0xDF : $0 }).elementsEqual(Array("<![CDATA[".utf8)) { index += 9 }
        // Lists: `"emails":["a@b.c"]`.
        if index < text.count, text[index] == UInt8(ascii: "[") { index += 1 }
        guard index < text.count else { return nil }
        var quote: UInt8?
        if isQuote(text[index]) {
            quote = text[index]
            index += 1
        }
        var end = index
        while end < text.count {
            let byte = text[end]
            if let quote {
                if byte == quote { break }
            } else if isEnd(byte) || isBlank(byte) && !goesOn(from: end, kind, in: text) {
                break
            }
            end += 1
        }
        if text[index..<end].first == UInt8(ascii: "{") { return nil }
        return end > index ? index..<end : nil
    }

    private static func isEnd(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"),
            UInt8(ascii: "<"),
            UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "|"), UInt8(ascii: "#"), 10, 13:
            true
        default: false
        }
    }

    /// Whether an unquoted value goes on behind a blank: a name or an address does, until the next field begins.
    private static func goesOn(from blank: Int, _ kind: PersonalField.Kind, in text: [UInt8]) -> Bool {
        guard kind.hasBlanks else { return false }
        var index = blank
        while index < text.count, isBlank(text[index]) { index += 1 }
        let start = index
        while index < text.count, !isBlank(text[index]), !isEnd(text[index]) {
            if text[index] == UInt8(ascii: "=") || text[index] == UInt8(ascii: ":") { return false }
            index += 1
        }
        return index > start
    }

    // MARK: - by the place in a path

    /// The segment behind `/users/`: an id, unless it is a word.
    private static func paths(in text: [UInt8]) -> [PersonalForm.Found] {
        var found: [PersonalForm.Found] = []
        var index = 0
        while index < text.count {
            guard text[index] == UInt8(ascii: "/") else {
                index += 1
                continue
            }
            let start = index + 1
            index = start
            while index < text.count, isName(text[index]) { index += 1 }
            guard index < text.count, text[index] == UInt8(ascii: "/"), people.contains(text[start..<index].map { $0 | 0x20 }) else {
                continue
            }
            let first = index + 1
            var end = first
            while end < text.count, isName(text[end]) || text[end] == UInt8(ascii: "@") || text[end] == UInt8(ascii: "~") { end += 1 }
            if text[first..<end].contains(where: { PersonalForm.isDigit($0) || $0 == UInt8(ascii: "@") || $0 >= 0x80 }) {
                found.append(PersonalForm.Found(range: first..<end, label: "user_id"))
                index = end
            }
        }
        return found
    }

    private static let people: Set<[UInt8]> = Set(
        ["user", "users", "u", "uid", "member", "members", "customer", "customers", "buyer", "buyers", "profile", "profiles"].map {
            Array($0.utf8)
        })
}
