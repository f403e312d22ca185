import Domain

extension Masker {
    /// An original record as it may be shown: personal fields and forms replaced; in a row of a table or a bill, whose columns have no names
    /// in it, every cell that is not known to be harmless.
    ///
    /// - Parameters:
    ///   - record: the bytes as they were read.
    ///   - isTable: the record is a row of a bill, an export or a table dump.
    ///   - keeping: the numbers of the order, which stay.
    public func masked(record: [UInt8], isTable: Bool, keeping: Set<[UInt8]>) -> [UInt8] {
        if isTable { return cells(of: masked(record, keeping: keeping), keeping: keeping) }
        guard let user = Masker.remoteUser(in: record), !keeping.contains(Array(record[user])) else {
            return masked(record, keeping: keeping)
        }
        let front = masked(Array(record[..<user.lowerBound]), keeping: keeping)
        return front + token("user_id", record[user]) + masked(Array(record[user.upperBound...]), keeping: keeping)
    }

    /// The user of an access line, who stands between address and time without a name (Common Log Format: `host ident user [time]`).
    private static func remoteUser(in record: [UInt8]) -> Range<Int>? {
        guard let bracket = record.prefix(512).firstIndex(of: UInt8(ascii: "[")), bracket > 1, record[bracket - 1] == 32,
            bracket + 1 < record.count, PersonalForm.isDigit(record[bracket + 1])
        else { return nil }
        let words = record[..<(bracket - 1)].split(separator: 32)
        guard words.count >= 3, let user = words.last, !user.elementsEqual([UInt8(ascii: "-")]) else { return nil }
        // `2026-11-02 10:00:00 INFO [1-exec] …` is no access line: its second word is a time.
        return words[words.count - 2].contains(UInt8(ascii: ":")) ? nil : user.startIndex..<user.endIndex
    }

    private func cells(of record: [UInt8], keeping: Set<[UInt8]>) -> [UInt8] {
        let tabs = record.filter { $0 == 9 }.count
        let commas = record.filter { $0 == UInt8(ascii: ",") }.count
        let separator = tabs > commas ? UInt8(9) : UInt8(ascii: ",")
        var out: [UInt8] = []
        var start = 0
        var isQuoted = false
        for index in 0...record.count {
            let isEnd = index == record.count
            if !isEnd, record[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
            guard isEnd || record[index] == 10 || record[index] == 13 || !isQuoted && record[index] == separator else { continue }
            append(cell: record[start..<index], to: &out, keeping: keeping)
            if !isEnd { out.append(record[index]) }
            start = index + 1
        }
        return out
    }

    private func append(cell: ArraySlice<UInt8>, to out: inout [UInt8], keeping: Set<[UInt8]>) {
        func isFrame(_ byte: UInt8) -> Bool {
            byte <= 32 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "`") || byte == UInt8(ascii: "'")
        }
        let front = cell.prefix(while: isFrame)
        let rest = cell.dropFirst(front.count)
        let back = Array(rest.reversed().prefix(while: isFrame).reversed())
        let core = rest.dropLast(back.count)
        out += front
        out += core.isEmpty || keeping.contains(Array(core)) || Masker.isHarmless(core) ? Array(core) : token("cell", core)
        out += back
    }

    /// Money, counts, stamps, and words of capitals, digits and signs (SUCCESS, TRADE_SUCCESS, CNY); tokens that stand there already.
    private static func isHarmless(_ core: ArraySlice<UInt8>) -> Bool {
        if core.contains(UInt8(ascii: "~")) { return true }
        let isStamp = core.allSatisfy {
            PersonalForm.isDigit($0) || $0 == 32 || (43...47).contains($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "T")
                || $0 == UInt8(ascii: "Z") || $0 == UInt8(ascii: "%")
        }
        if isStamp { return true }
        return core.count <= 32
            && (core.allSatisfy { 65...90 ~= $0 || $0 == UInt8(ascii: "_") }
                || core.allSatisfy { 97...122 ~= $0 || $0 == UInt8(ascii: "_") } && known.contains(Array(core)))
    }

    /// Words of tables in small letters that are nobody's.
    private static let known: Set<[UInt8]> = Set(
        [
            "paid", "pending", "created", "closed", "cancelled", "refunded", "failed", "expired", "shipped", "delivered", "completed",
            "success",
            "alipay", "wechat", "apple", "stripe", "paypal", "ios", "android", "web", "true", "false", "null", "cny", "usd", "jpy", "eur",
        ].map { Array($0.utf8) })
}
