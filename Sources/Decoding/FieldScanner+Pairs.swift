import CScan
import Domain

extension FieldScanner {
    /// Text with `key=value` pairs and JSON objects in it: logfmt, `text {json} []` (Monolog, Laravel, zap console), the description
    /// of an NSDictionary (`key = "value";`), `resultStatus={9000};memo={…}`.
    static func mixed(_ text: UnsafeRawBufferPointer, from: Int, into list: inout FieldList, depth: UInt8) {
        var i = from
        var floor = from
        let markup = document(in: text, from: from) ?? text.count
        if markup < text.count {
            xml(text.from(markup), into: &list, depth: depth)
        }
        while let at = text.first(UInt8(ascii: "="), or: UInt8(ascii: "{"), from: i) {
            if at >= markup { return }
            if text[at] == UInt8(ascii: "{") {
                if isObjectStart(text, at), !isArrowed(text, at) {
                    i = json(text, from: at, into: &list, depth: depth)
                } else {
                    i = dump(text, brace: at, into: &list, depth: depth) ?? at &+ 1
                }
                floor = i
                continue
            }
            if text.at(at &+ 1) == UInt8(ascii: ">") {
                i = arrow(text, equals: at, floor: floor, into: &list, depth: depth)
            } else {
                i = pair(text, equals: at, floor: floor, into: &list, depth: depth)
            }
            floor = i
        }
        unmarkedDumps(text, from: from, into: &list, depth: depth)
    }

    /// One `key=value` around the `=` at `equals`; the key lies behind `floor`. Returns where to go on.
    private static func pair(
        _ text: UnsafeRawBufferPointer, equals: Int, floor: Int, into list: inout FieldList, depth: UInt8
    ) -> Int {
        var keyEnd = equals
        while keyEnd > floor, text[keyEnd &- 1] == 32 { keyEnd &-= 1 }
        let isSpaced = keyEnd < equals
        var keyStart = keyEnd
        if keyEnd > floor, text[keyEnd &- 1] == UInt8(ascii: "\"") {
            // `"key" = value` of a property list.
            keyEnd &-= 1
            keyStart = keyEnd
            while keyStart > floor, text[keyStart &- 1] != UInt8(ascii: "\""), text[keyStart &- 1] != 10 { keyStart &-= 1 }
        } else if let base = text.baseAddress {
            keyStart = cscan_key_start(base, floor, keyEnd)
        }
        guard keyStart < keyEnd else { return equals &+ 1 }
        let key = UnsafeRawBufferPointer(rebasing: text[keyStart..<keyEnd])
        var start = equals &+ 1
        if isSpaced {
            while start < text.count, text[start] == 32 { start &+= 1 }
        }
        if keyStart > floor, text[keyStart &- 1] == UInt8(ascii: "?") || text[keyStart &- 1] == UInt8(ascii: "&") {
            return queryPair(text, key: key, start: start, into: &list, depth: depth)
        }
        switch text.at(start) {
        case UInt8(ascii: "\""):
            let (end, escaped) = stringEnd(text, start &+ 1)
            let raw = text.slice(start &+ 1, end)
            list.append(key, escaped ? unescaped(raw, &list.arena) ?? raw : raw, .string, depth)
            return Swift.min(end &+ 1, text.count)
        case UInt8(ascii: "'"):
            guard let end = text.first(UInt8(ascii: "'"), or: 10, from: start &+ 1), text[end] != 10 else { break }
            list.append(key, text.slice(start &+ 1, end), .string, depth)
            return end &+ 1
        case UInt8(ascii: "{") where isObjectStart(text, start), UInt8(ascii: "[") where isArrayStart(text, start):
            let field = list.count
            list.append(key, text.slice(start, start), .nested, depth)
            let end = json(text, from: start, into: &list, depth: depth &+ 1)
            list.setValue(field, text.slice(start, end))
            return end
        case UInt8(ascii: "{"):
            if let end = dump(text, brace: start, into: &list, depth: depth &+ 1) { return end }
            // `memo={…}` of the Android SDK: up to the brace that ends it.
            guard let end = text.first(UInt8(ascii: "}"), from: start) else { break }
            list.append(key, text.slice(start &+ 1, end), .string, depth)
            return end &+ 1
        default:
            break
        }
        var end = text.wordEnd(from: start)
        end = columnEnd(text, start, end)
        let next = end
        if end > start, !text[end &- 1].isIdentifier { end = trimmedEnd(text, start, end) }
        let value = text.slice(start, end)
        list.append(key, value.has("Optional(") ? withoutOptional(value) : value, .string, depth)
        return Swift.max(next, equals &+ 1)
    }

    /// `?key=value&…` of a URL inside text: the value ends at `&`, too, and is percent-encoded.
    private static func queryPair(
        _ text: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer, start: Int, into list: inout FieldList, depth: UInt8
    ) -> Int {
        var end = start
        while end < text.count, !text[end].isBlank, text[end] != UInt8(ascii: "&"), text[end] != UInt8(ascii: "\"") { end &+= 1 }
        let raw = text.slice(start, end)
        list.append(key, percentDecoded(raw, plusIsBlank: true, &list.arena) ?? raw, .string, depth &+ 1)
        return Swift.max(end, start)
    }

    /// Where a value ends that other columns follow without a blank: at a bar, or at the comma of `[outTradeNo=A1,tradeNo=2026]`, as
    /// Java's classes print themselves.
    private static func columnEnd(_ text: UnsafeRawBufferPointer, _ start: Int, _ end: Int) -> Int {
        let word = text.slice(0, end)
        var i = start
        while let at = word.first(UInt8(ascii: "|"), or: UInt8(ascii: ","), from: i) {
            if word[at] == UInt8(ascii: "|") ? isBarred(text, at, end) : isPair(word, at &+ 1) && word.find("://", from: start) == nil {
                return at
            }
            i = at &+ 1
        }
        return end
    }

    /// Whether a name and an equals sign stand here.
    private static func isPair(_ text: UnsafeRawBufferPointer, _ start: Int) -> Bool {
        guard text.at(start).isLetter else { return false }
        var i = start
        while i < text.count, text[i].isIdentifier { i &+= 1 }
        return text.at(i) == UInt8(ascii: "=")
    }

    /// Whether a bar in a value parts it from the next column: `orderNo=A1|amount=9.90|text`, as lines with bars for blanks have it.
    private static func isBarred(_ text: UnsafeRawBufferPointer, _ bar: Int, _ end: Int) -> Bool {
        if bar &+ 1 >= end { return true }
        var i = bar &+ 1
        while i < end, text[i].isIdentifier || text[i] == UInt8(ascii: ".") { i &+= 1 }
        return i > bar &+ 1 && text.at(i) == UInt8(ascii: "=") || text.at(i) == UInt8(ascii: "|") || i == end
    }

    /// Without a comma or semicolon behind the value, and without a closing bracket that the value did not open.
    private static func trimmedEnd(_ text: UnsafeRawBufferPointer, _ start: Int, _ from: Int) -> Int {
        var end = from
        while end > start {
            let last = text[end &- 1]
            switch last {
            case UInt8(ascii: ","), UInt8(ascii: ";"):
                end &-= 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                let opening: UInt8 = last == UInt8(ascii: ")") ? UInt8(ascii: "(") : last &- 2
                if text.slice(start, end).first(opening) != nil { return end }
                end &-= 1
            default:
                return end
            }
        }
        return end
    }
}
