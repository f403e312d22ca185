import Decoding
import Domain

/// Reads a provider's table line by line: finds its header by content, turns rows into evidence, and knows at the end whether the table
/// is whole (facts.md §1.8, §2.5).
struct BillReader {
    private let name: String
    let sourceIndex: UInt32
    private let states: StateWords
    private let flows: FlowWords
    private var format: BillFormat?
    var layout = BillLayout()
    private var carry: [UInt8] = []
    var offset: UInt64 = 0
    var cells: [Bytes] = []
    /// Lines read.
    private(set) var lines: UInt64 = 0
    /// Rows that gave evidence.
    var evidence: UInt64 = 0
    /// Damaged rows.
    private(set) var damage: [Damage] = []
    private var trades: Int64 = 0
    private var refunds: Int64 = 0
    private var claimedTrades: Int64?
    private var claimedRefunds: Int64?
    private var hasFooter = false
    private var hasPreamble = false
    private var expectsSummaryRow = false
    private var period: Stretch?
    private var firstDay: Instant?
    private var lastDay: Instant?

    init(name: String, sourceIndex: UInt32, words: Vocabulary) {
        (self.name, self.sourceIndex, states, flows) = (name, sourceIndex, words.states, words.flows)
    }

    /// Whether the head of a stream holds a table's header or preamble.
    static func recognises(head: Bytes) -> Bool {
        var cursor = AnchorScanner.Cursor()
        var start = 0
        while let found = signatures.next(in: head, from: start, &cursor) {
            let line = head.line(around: found.offset)
            if BillLayout.format(ofHeader: head.slice(line.from, line.to)) != nil { return true }
            start = line.to
        }
        return false
    }

    /// A header holds the first cell of its format's signature: no other line needs to be looked at.
    private static let signatures: AnchorScanner = {
        var cells: [[UInt8]] = []
        for format in BillFormat.all {
            guard let cell = format.signature.first.map({ Array($0.bytes) }), !cells.contains(cell) else { continue }
            cells.append(cell)
        }
        return AnchorScanner(literals: cells)
    }()

    /// Whether the head is the error that a script stored under a bill's name: no day's bill, no damage (facts.md §2.5).
    static func isErrorBody(head: Bytes) -> Bool {
        let text = head.trimmed
        guard text.at(0) == UInt8(ascii: "{") || text.at(0) == UInt8(ascii: "<"), text.count < 4_096 else { return false }
        for word in ["No Bill Exist", "NO_STATEMENT_EXIST", "BILL_NOT_EXIST", "bill_not_exist", ">20002<", "NO_BILL_EXIST"]
            as [StaticString]
        where text.holds(word) { return true }
        return false
    }

    /// The provider word, once the header was seen.
    var provider: StaticString? { format?.provider }
    /// What it is, for people.
    var formatName: String { format?.name ?? "bill" }

    /// Reads the next bytes; lines may be cut anywhere.
    mutating func consume(_ block: Bytes, rows: inout PendingRows, into batch: inout EvidenceBatch) {
        var start = 0
        while let end = block.first(10, from: start) {
            if carry.isEmpty {
                read(block.slice(start, end), rows: &rows, into: &batch)
            } else {
                carry.append(contentsOf: block.slice(start, end))
                readCarry(rows: &rows, into: &batch)
            }
            offset &+= UInt64(end - start + 1)
            start = end + 1
        }
        if start < block.count, carry.count < Limits.recordLength {
            carry.append(contentsOf: block.from(start))
        }
        offset &+= UInt64(block.count - start)
    }

    /// The last line may end without a line feed.
    mutating func finish(rows: inout PendingRows, into batch: inout EvidenceBatch) {
        if !carry.isEmpty { readCarry(rows: &rows, into: &batch) }
    }

    private mutating func readCarry(rows: inout PendingRows, into batch: inout EvidenceBatch) {
        let line = carry
        let before = offset
        offset = offset &- UInt64(min(line.count, Int(truncatingIfNeeded: offset)))
        line.withUnsafeBytes { read($0, rows: &rows, into: &batch) }
        offset = before
        carry.removeAll(keepingCapacity: true)
    }

    /// The day or period that the table covers as a whole; nil when it is cut, or no table of trades.
    func coverage(isDamaged: Bool) -> Stretch? {
        guard let format, format.hasTrades, !format.isFunds, !format.isPayerExport, !isDamaged, damage.isEmpty else { return nil }
        if let claimedTrades, claimedTrades != (claimedRefunds == nil ? trades + refunds : trades) { return nil }
        if let claimedRefunds, claimedRefunds != refunds { return nil }
        let isResaved = !hasPreamble && format.provider.bytes.equals("alipay") && trades > 0
        guard hasFooter || isResaved else { return nil }
        if let period { return period }
        guard let firstDay, firstDay == lastDay else { return nil }
        return Stretch(from: firstDay, to: firstDay + TimeSpan(microseconds: TimeSpan.days(1).microseconds - 1))
    }

    private mutating func read(_ raw: Bytes, rows: inout PendingRows, into batch: inout EvidenceBatch) {
        lines &+= 1
        var line = raw
        if line.count > 0, line[line.count - 1] == 13 { line = line.slice(0, line.count - 1) }
        if line.has("\u{FEFF}") { line = line.from(3) }
        if line.trimmed.count == 0 { return }
        if line[0] == UInt8(ascii: "#") {
            readComment(line)
            return
        }
        if let found = BillLayout.format(ofHeader: line) {
            format = found
            layout = BillLayout(found, header: line)
            (expectsSummaryRow, hasFooter) = (false, false)
            return
        }
        guard let format else { return }
        if line.has("总交易单数") || line.has("资金流水总笔数") {
            (expectsSummaryRow, hasFooter) = (true, false)
            return
        }
        RowCells.split(line, at: 44, quotes: .atStart, into: &cells)
        if expectsSummaryRow {
            claimedTrades = BillLayout.plain(cells.first ?? .none).integer
            (hasFooter, expectsSummaryRow) = (true, false)
            return
        }
        guard format.hasTrades, !hasFooter else { return }
        guard layout.place(&cells) else {
            damage.append(Damage(source: name, at: "line \(lines)", reason: "a bill row has too few columns"))
            return
        }
        putRow(format, line: raw, rows: &rows, into: &batch)
    }

    /// `#起始日期：[…] 终止日期：[…]`, `#交易合计：2笔，…`, `#退款合计：1笔，…`.
    private mutating func readComment(_ line: Bytes) {
        if let start = line.find("起始日期") {
            hasPreamble = true
            if let from = BillLayout.chineseDate(line, from: start), let end = line.find("终止日期"),
                let to = BillLayout.chineseDate(line, from: end), from < to
            {
                period = Stretch(from: from, to: to + TimeSpan(microseconds: -1))
            }
        } else if line.holds("账号") || line.holds("查询") {
            hasPreamble = true
        } else if let mark = line.find("交易合计") {
            (claimedTrades, hasFooter) = (BillLayout.number(line, from: mark), true)
        } else if let mark = line.find("退款合计") {
            (claimedRefunds, hasFooter) = (BillLayout.number(line, from: mark), true)
        }
    }

    private mutating func putRow(_ format: BillFormat, line: Bytes, rows: inout PendingRows, into batch: inout EvidenceBatch) {
        let number = layout.identifier(.orderNumber, cells)
        let trade = layout.identifier(.tradeNumber, cells)
        if format.isFunds { return putFunds(format, number: number, trade: trade, line: line, rows: &rows, into: &batch) }
        let time = layout.cell(.time, cells).flatMap(ProviderTime.read)
        guard Reading.usable(number) != nil || Reading.usable(trade) != nil else { return }
        var state = layout.cell(.state, cells)
        let kind = layout.cell(.kind, cells)
        // `已退款(￥8.16)`: paid, and a part of it went back.
        let partly = format.isPayerExport ? state.flatMap(BillLayout.partlyRefunded) : nil
        if partly != nil { state = ("支付成功" as StaticString).bytes }
        let isRefund = kind?.equals("退款") == true || state?.equals("REFUND") == true
        if isRefund { refunds += 1 } else { trades += 1 }
        rows.reset()
        guard rows.begin(isRefund ? .refundRecorded : .tradeRecorded, .provider) else { return }
        if let number = Reading.usable(number), !number.equals("/") {
            rows.put(number.first(42) != nil ? .maskedNumber : .orderNumber, number)
        }
        if let trade = Reading.usable(trade) { rows.put(.tradeNumber, trade) }
        rows.put(.provider, format.provider)
        putMoney(format, isRefund: isRefund, &rows)
        if let back = partly ?? (format.isPayerExport ? layout.cell(.refundAmount, cells) : nil), Money(decimal: back)?.units ?? 0 != 0 {
            rows.put(.refundedAmount, BillLayout.magnitude(back))
        }
        if isRefund {
            rows.put(.status, StateWord.refunded.bytes)
            if let refund = Reading.usable(layout.cell(.refundNumber, cells)) { rows.put(.refundNumber, refund) }
            if let at = layout.cell(.refundTime, cells).flatMap(ProviderTime.read) ?? time { rows.put(.closedAt, at) }
        } else if let state, let known = states.providerState(of: state) {
            rows.put(.status, known.bytes)
            if known == .paid, let time { rows.put(.paidAt, time) }
        } else if kind != nil {
            rows.put(.status, StateWord.paid.bytes)
            if let time { rows.put(.paidAt, time) }
        }
        if let app = Reading.usable(layout.cell(.appID, cells)) { rows.put(.appID, app) }
        if let merchant = Reading.usable(layout.cell(.merchantID, cells)) { rows.put(.merchantID, merchant) }
        if let type = layout.cell(.tradeType, cells), let flow = flows.flow(of: type) { rows.put(.flow, flow.bytes) }
        if format.isPayerExport { rows.put(.payerExport, "true") }
        if let time {
            var day = CivilTime(time, offset: ProviderTime.beijing)
            (day.hour, day.minute, day.second, day.microsecond) = (0, 0, 0, 0)
            BillLayout.putDay(day, into: &rows)
            if !isRefund {
                let start = day.instant(offset: ProviderTime.beijing)
                firstDay = min(firstDay ?? start, start)
                lastDay = max(lastDay ?? start, start)
            }
        }
        guard let at = time ?? layout.cell(.createdAt, cells).flatMap(ProviderTime.read) else { return }
        let row = Evidence(
            event: isRefund ? .refundRecorded : .tradeRecorded, at: at, resolution: .second, witness: .provider, source: sourceIndex,
            line: UInt32(truncatingIfNeeded: lines), offset: offset, identity: StableHash.of(line))
        batch.append(row, attributes: rows.attributes(of: rows[0]))
        evidence &+= 1
    }

    private func putMoney(_ format: BillFormat, isRefund: Bool, _ rows: inout PendingRows) {
        if isRefund {
            let amount = layout.cell(.refundAmount, cells) ?? layout.cell(.amount, cells)
            if let amount, Money(decimal: amount) != nil { rows.put(.refundedAmount, BillLayout.magnitude(amount)) }
        } else if let amount = layout.cell(.amount, cells), Money(decimal: amount) != nil {
            rows.put(.amount, BillLayout.magnitude(amount))
        }
        if let currency = layout.cell(.currency, cells), currency.count == 3 {
            rows.putUppered(.currency, currency)
        } else {
            rows.put(.currency, "CNY")
        }
    }
}
