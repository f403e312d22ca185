import Domain

/// What a stream is as a whole, by its head.
enum StreamShape {
    /// Records by lines.
    case lines
    /// A provider's bill or a payer's export: every line by itself.
    case bill
    /// One JSON document, or several, over many lines.
    case document

    static func of(_ head: Bytes) -> StreamShape {
        if isBill(head) { return .bill }
        return isDocument(head) ? .document : .lines
    }

    /// Bills and exports by the words they begin with (facts.md §1.8, §1.9, §2.5); a preamble may stand before the header.
    static func isBill(_ head: Bytes) -> Bool {
        var start = 0
        var lines = 0
        while start < head.count, lines < 48 {
            let end = head.first(10, from: start) ?? head.count
            let line = head.slice(start, end).withoutMark.trimmed
            for words in billWords where line.has(words) { return true }
            lines += 1
            start = end &+ 1
        }
        return false
    }

    private static let billWords: [StaticString] = [
        "#支付宝", "##支付宝", "支付宝交易号,", "交易时间,", "记账时间,", "账务流水号,", "支付宝交易记录明细查询", "微信支付账单明细", "交易号,", "总交易单数,",
        "`",
    ]

    /// `[` or `{` whose line does not end the value: pretty-printed, or one long array.
    static func isDocument(_ head: Bytes) -> Bool {
        let text = head.withoutMark
        var i = 0
        while i < text.count, text[i].isBlank { i &+= 1 }
        let first = text.at(i)
        let lineEnd = text.first(10, from: i) ?? text.count
        if first == UInt8(ascii: "[") {
            guard FieldScanner.isArrayStart(text, i) else { return false }
            var j = i &+ 1
            while j < text.count, text[j].isBlank { j &+= 1 }
            return text.at(j) == UInt8(ascii: "{")
        }
        guard first == UInt8(ascii: "{"), FieldScanner.isObjectStart(text, i), lineEnd < text.count else { return false }
        var members = JSONMembers(text.slice(i, lineEnd))
        var member = JSONMember()
        while members.next(&member) {}
        // A line that holds the whole object is a JSON line.
        let line = text.slice(i, lineEnd).trimmed
        guard line.at(line.count &- 1) != UInt8(ascii: "}") || line.count == 1 else { return false }
        var next = lineEnd
        while next < text.count, text[next].isBlank { next &+= 1 }
        return text.at(next) == UInt8(ascii: "\"") || text.at(next) == UInt8(ascii: "}")
    }
}
