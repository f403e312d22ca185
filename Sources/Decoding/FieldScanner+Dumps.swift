import CScan
import Domain

/// Maps and objects as languages print them for people: a shop that logs the parameters of a notify seldom takes the trouble to write JSON.
///
/// Python's `repr` (also Django's QueryDict and Werkzeug's MultiDict), Node's `util.inspect`, Go's `%v` and `%+v`, PHP's `var_export` and
/// `print_r`, Ruby's `inspect`, and a key and value on each line (C#, pino-pretty, YAML). As everywhere, keys are leaf names.
extension FieldScanner {
    /// A brace that begins no JSON: `{'k': 'v'}`, `{ k: 'v' }`, `&{Key:value Key:value}`, and JSON with its quotes escaped,
    /// `{\"k\":\"v\"}`. Returns where to go on; nil where it is none of these.
    static func dump(_ text: UnsafeRawBufferPointer, brace at: Int, into list: inout FieldList, depth: UInt8) -> Int? {
        if text.at(at &+ 1) == UInt8(ascii: "\\") {
            guard text.at(at &+ 2) == UInt8(ascii: "\"") else { return nil }
            let (end, _) = stringEnd(text, at)
            guard let plain = unescaped(text.slice(at, end), &list.arena), isObjectStart(plain, 0) else { return nil }
            _ = json(plain, from: 0, into: &list, depth: depth &+ 1)
            return end
        }
        return entries(text, from: at &+ 1, into: &list, depth: depth)
    }

    /// Forms that no brace or equals sign announces: Go's `map[k:v k:[v]]`, pairs in parentheses, a key and value on each line.
    static func unmarkedDumps(_ text: UnsafeRawBufferPointer, from: Int, into list: inout FieldList, depth: UInt8) {
        var i = from
        while let at = text.find("map[", from: i) { i = entries(text, from: at &+ 4, into: &list, depth: depth) ?? at &+ 4 }
        if let at = text.find("[('", from: from) { pairs(text, from: at &+ 1, into: &list, depth: depth) }
        guard depth == 0 else { return }
        if let feed = text.first(10, from: from) { lines(text, from: feed, into: &list, depth: depth) }
        if list.count == 0 { colonPairs(text, from: from, into: &list, depth: depth) }
    }

    /// `key: value, key: value` or `key:value key:value` in a text that has no other fields; also with the full-width colon and comma of
    /// Chinese text. The words before a key are the sentence's.
    private static func colonPairs(_ text: UnsafeRawBufferPointer, from: Int, into list: inout FieldList, depth: UInt8) {
        var i = from
        let reach = min(text.count, from &+ colonReach)
        while i < reach {
            let start = i
            while i < reach, isKeyByte(text, i) { i &+= 1 }
            let width = text.has("：", at: i) ? 3 : text.at(i) == UInt8(ascii: ":") ? 1 : 0
            guard i > start, width > 0, i &- start <= longestKey, text.at(i &+ width) != UInt8(ascii: "/") else {
                // A full-width mark is three bytes.
                i = i == start && text[i] >= 0x80 ? i &+ 3 : max(i, start) &+ 1
                continue
            }
            let key = text.slice(start, i)
            i &+= width
            while text.at(i) == 32 { i &+= 1 }
            let value = i
            while i < reach, !text[i].isBlank, text[i] != UInt8(ascii: ","), text[i] != UInt8(ascii: ";"), !text.has("，", at: i),
                !text.has("；", at: i)
            {
                i &+= 1
            }
            // A stamp or an address, another key, or the words of a sentence follow a key of the header.
            if i > value, !text.slice(value, i).contains(UInt8(ascii: ":")) || text.has("http", at: value) {
                list.append(key, withoutOptional(text.slice(value, i)), .string, depth)
            } else if i > value {
                i = value
            }
        }
    }

    /// `Optional("A1")` of Swift as what is in it, and a value without its quotes.
    static func withoutOptional(_ value: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var inner = value
        if inner.has("Optional(") {
            inner = inner.slice(9, inner.at(inner.count &- 1) == UInt8(ascii: ")") ? inner.count &- 1 : inner.count)
        }
        if isQuote(inner.at(0)), inner.count > 1, inner[inner.count &- 1] == inner[0] { inner = inner.slice(1, inner.count &- 1) }
        return inner
    }

    /// How much of a text is searched for such pairs.
    private static let colonReach = 2_048

    private static func isKeyByte(_ text: UnsafeRawBufferPointer, _ i: Int) -> Bool {
        if text[i] < 0x80 { return text[i].isIdentifier }
        return !text.has("：", at: i) && !text.has("，", at: i) && !text.has("；", at: i) && !text.has("。", at: i)
    }

    /// `'key' => 'value'` (PHP, Ruby), `[key] => value` (`print_r`), `:key=>"value"`; `equals` is the place of the arrow. Returns where to
    /// go on.
    static func arrow(_ text: UnsafeRawBufferPointer, equals: Int, floor: Int, into list: inout FieldList, depth: UInt8) -> Int {
        let next = equals &+ 2
        var keyEnd = equals
        while keyEnd > floor, text[keyEnd &- 1] == 32 { keyEnd &-= 1 }
        guard keyEnd > floor else { return next }
        let last = text[keyEnd &- 1]
        let isBracketed = last == UInt8(ascii: "]")
        var keyStart = keyEnd
        if isBracketed || last == UInt8(ascii: "'") || last == UInt8(ascii: "\"") {
            let opening = isBracketed ? UInt8(ascii: "[") : last
            keyEnd &-= 1
            keyStart = keyEnd
            while keyStart > floor, text[keyStart &- 1] != opening, text[keyStart &- 1] != 10 { keyStart &-= 1 }
            guard text.at(keyStart &- 1) == opening else { return next }
        } else {
            while keyStart > floor, text[keyStart &- 1].isIdentifier { keyStart &-= 1 }
        }
        let key = text.slice(keyStart, keyEnd)
        guard !key.isEmpty, key.count <= longestKey else { return next }
        var start = next
        while text.at(start) == 32 { start &+= 1 }
        if isBracketed {
            let end = text.first(10, from: start) ?? text.count
            let value = text.slice(start, end).trimmed
            if !value.has("Array"), !value.isEmpty { list.append(key, value, .string, depth) }
            return end
        }
        return scalar(text, key, at: start, isPacked: false, into: &list, depth: depth) ?? next
    }

    /// Whether an object that begins with a quote is Ruby's hash: an arrow follows its first key.
    static func isArrowed(_ text: UnsafeRawBufferPointer, _ at: Int) -> Bool {
        guard let quote = text.slice(0, at &+ 64).first(UInt8(ascii: "\""), from: at),
            let end = text.slice(0, quote &+ longestKey).first(UInt8(ascii: "\""), from: quote &+ 1)
        else { return false }
        return text.has("=>", at: end &+ 1) || text.has(" =>", at: end &+ 1)
    }

    private static let longestKey = 48

    /// The entries behind an opening bracket, those of nested ones with a greater depth. Nil where the first is none.
    private static func entries(_ text: UnsafeRawBufferPointer, from: Int, into list: inout FieldList, depth: UInt8) -> Int? {
        var i = from
        var nesting: UInt8 = 0
        var any = false
        while i < text.count {
            let byte = text[i]
            if byte.isBlank || byte == UInt8(ascii: ",") {
                i &+= 1
                continue
            }
            if isClosing(byte) {
                i &+= 1
                if nesting == 0 { return any ? i : nil }
                nesting &-= 1
                continue
            }
            var at = i
            guard let key = key(text, &at) else { return any ? i : nil }
            while text.at(at) == 32 { at &+= 1 }
            guard text.at(at) == UInt8(ascii: ":") else { return any ? i : nil }
            at &+= 1
            let isPacked = text.at(at) != 32
            while at < text.count, text[at].isBlank { at &+= 1 }
            any = true
            if text.at(at) == UInt8(ascii: "{") || text.has("map[", at: at) || text.has("&{", at: at) {
                guard Int(nesting) < Limits.jsonDepth else { return at }
                nesting &+= 1
                i = at &+ (text[at] == UInt8(ascii: "{") ? 1 : text[at] == UInt8(ascii: "m") ? 4 : 2)
                continue
            }
            // `TransactionAmount{Total:990}`
            var type = at
            while type < text.count, text[type].isIdentifier || text[type] == UInt8(ascii: ".") { type &+= 1 }
            if type > at, text.at(type) == UInt8(ascii: "{"), Int(nesting) < Limits.jsonDepth {
                nesting &+= 1
                i = type &+ 1
                continue
            }
            guard let end = scalar(text, key, at: at, isPacked: isPacked, into: &list, depth: depth &+ nesting) else { return at }
            i = end
        }
        return any ? i : nil
    }

    /// A quoted key, or a name.
    private static func key(_ text: UnsafeRawBufferPointer, _ i: inout Int) -> UnsafeRawBufferPointer? {
        let start = i
        if isQuote(text.at(i)) {
            guard let end = quoteEnd(text, i), end &- start &- 1 <= longestKey else { return nil }
            i = end &+ 1
            return text.slice(start &+ 1, end)
        }
        guard text.at(i).isLetter || text.at(i) == UInt8(ascii: "_") else { return nil }
        while i < text.count, text[i].isIdentifier { i &+= 1 }
        return i &- start <= longestKey ? text.slice(start, i) : nil
    }

    /// One value and where it ends: quoted, the first of a list, or bare. `isPacked`: no blank stands behind the colon, as Go prints it; a
    /// bare value then ends where the next key begins. Nil where nothing of this kind stands there.
    private static func scalar(
        _ text: UnsafeRawBufferPointer, _ key: UnsafeRawBufferPointer, at: Int, isPacked: Bool, into list: inout FieldList, depth: UInt8
    ) -> Int? {
        var start = at
        // `u'…'`, `b'…'`, `Decimal('19.90')`
        if text.at(start &+ 1) == UInt8(ascii: "'"), text.at(start).isLetter { start &+= 1 }
        let isCall = text.has("Decimal('", at: start)
        if isCall { start &+= 8 }
        if isQuote(text.at(start)) {
            guard let end = quoteEnd(text, start) else { return nil }
            let raw = text.slice(start &+ 1, end)
            list.append(key, raw.first(UInt8(ascii: "\\")) == nil ? raw : unescaped(raw, &list.arena) ?? raw, .string, depth)
            return isCall ? end &+ 2 : end &+ 1
        }
        if text.at(start) == UInt8(ascii: "[") {
            var first = start &+ 1
            while text.at(first) == 32 { first &+= 1 }
            if text.at(first) != UInt8(ascii: "{"), text.at(first) != UInt8(ascii: "["), text.at(first) != UInt8(ascii: "]") {
                _ = scalar(text, key, at: first, isPacked: false, into: &list, depth: depth)
            }
            return listEnd(text, start)
        }
        var end = start
        var open = 0
        while end < text.count, text[end] != 10 {
            let byte = text[end]
            if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") || byte == UInt8(ascii: "(") { open &+= 1 }
            if isClosing(byte) {
                if open == 0 { break }
                open &-= 1
            }
            if open == 0, isPacked ? byte == 32 && isKey(text, end &+ 1) : byte == UInt8(ascii: ",") { break }
            end &+= 1
        }
        var value = text.slice(start, end).trimmed
        // `Total:1280, Currency:CNY` of wechatpay-go: no blank behind the colon, and yet commas.
        if isPacked, value.at(value.count &- 1) == UInt8(ascii: ",") { value = value.slice(0, value.count &- 1) }
        guard !value.isEmpty else { return isPacked ? end : nil }
        let isNothing =
            value.equals("None") || value.equals("nil") || value.equals("<nil>") || value.equals("undefined")
            || value.equals("null") || value.equals("NULL")
        if !isNothing { list.append(key, value, .string, depth) }
        return end
    }

    /// `Name:` that begins no URL.
    private static func isKey(_ text: UnsafeRawBufferPointer, _ start: Int) -> Bool {
        guard text.at(start).isLetter else { return false }
        var i = start
        while i < text.count, text[i].isIdentifier { i &+= 1 }
        return text.at(i) == UInt8(ascii: ":") && text.at(i &+ 1) != UInt8(ascii: "/")
    }

    /// Behind the bracket that ends the list which begins at `start`.
    private static func listEnd(_ text: UnsafeRawBufferPointer, _ start: Int) -> Int {
        var i = start
        var open = 0
        while i < text.count {
            let byte = text[i]
            if isQuote(byte), byte != UInt8(ascii: "`"), let end = quoteEnd(text, i) {
                i = end
            } else if byte == UInt8(ascii: "[") {
                open &+= 1
            } else if byte == UInt8(ascii: "]") {
                open &-= 1
                if open == 0 { return i &+ 1 }
            }
            i &+= 1
        }
        return text.count
    }

    /// `('key', 'value'), ('key', 'value')`
    private static func pairs(_ text: UnsafeRawBufferPointer, from: Int, into list: inout FieldList, depth: UInt8) {
        var i = from
        while text.at(i) == UInt8(ascii: "(") {
            i &+= 1
            guard isQuote(text.at(i)), let key = key(text, &i), text.at(i) == UInt8(ascii: ","), text.at(i &+ 1) == 32,
                let end = scalar(text, key, at: i &+ 2, isPacked: false, into: &list, depth: depth), text.at(end) == UInt8(ascii: ")")
            else { return }
            i = end &+ 1
            while text.at(i) == UInt8(ascii: ",") || text.at(i) == 32 { i &+= 1 }
        }
    }

    /// `key: value` on lines of their own, indented or not.
    private static func lines(_ text: UnsafeRawBufferPointer, from: Int, into list: inout FieldList, depth: UInt8) {
        var feed: Int? = from
        while let at = feed {
            var i = at &+ 1
            while text.at(i) == 32 || text.at(i) == 9 { i &+= 1 }
            let start = i
            while i < text.count, text[i].isIdentifier { i &+= 1 }
            if i > start, i &- start <= longestKey, text.at(i) == UInt8(ascii: ":"), text.at(i &+ 1) == 32 {
                let key = text.slice(start, i)
                i &+= 2
                while text.at(i) == 32 { i &+= 1 }
                let end = text.first(10, from: i) ?? text.count
                if isQuote(text.at(i)) {
                    _ = scalar(text.slice(0, end), key, at: i, isPacked: false, into: &list, depth: depth)
                } else if text.at(i) != UInt8(ascii: "{"), text.at(i) != UInt8(ascii: "[") {
                    var value = text.slice(i, end).trimmed
                    if value.at(value.count &- 1) == UInt8(ascii: ",") { value = value.slice(0, value.count &- 1) }
                    if !value.isEmpty { list.append(key, value, .string, depth) }
                }
                i = end
            }
            feed = text.first(10, from: i)
        }
    }

    private static func isQuote(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "`")
    }

    private static func isClosing(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: ")")
    }

    /// Where the quote at `start` is closed; nil when it is not.
    private static func quoteEnd(_ text: UnsafeRawBufferPointer, _ start: Int) -> Int? {
        let quote = text.at(start)
        var i = start &+ 1
        while let at = text.first(quote, or: UInt8(ascii: "\\"), from: i) {
            if text[at] == quote { return at }
            i = at &+ 2
        }
        return nil
    }
}
