import Domain
import Foundation
import Testing

@testable import Reports

/// Tables, and commands to copy out of a report.
@Suite struct TableTests {
    private static let long = "ORDER-" + String(repeating: "0123456789", count: 12)

    private static func entry(_ number: String) -> OrdersTable.Entry {
        OrdersTable.Entry(
            order: OrderNumber(number), flow: .wechatSDK, outcome: .paid, experience: .unobserved,
            amount: Money(units: 123_456_789, scale: 2, currency: "CNY"), createdAt: Sample.at(10, 0, 0), paidAt: Sample.at(10, 0, 1),
            primaryBreak: .pendingNotRequeried, severity: .critical)
    }

    @Test("numbers and codes are never cut", arguments: [80, 100, 160], Language.allCases)
    func whole(_ width: Int, _ language: Language) {
        for number in ["A1", "202611021705280000110", TableTests.long] {
            let text = OrdersTable(style: ReportStyle(language: language, width: width)).list([TableTests.entry(number)], total: 1)
            #expect(text.contains(number) && text.contains("pending_not_requeried"))
            #expect(!text.contains("…"))
            guard number != TableTests.long else { continue }
            for line in text.split(separator: "\n") { #expect(TextWidth.of(String(line)) <= width, "\(line)") }
        }
    }

    @Test func `a pipe has one line an order, however wide`() {
        var style = ReportStyle(language: .en, width: 80)
        style.isPiped = true
        let text = OrdersTable(style: style).list([TableTests.entry(TableTests.long), TableTests.entry("A1")], total: 2)
        #expect(text.split(separator: "\n").count == 3)
        #expect(text.split(separator: "\n").contains { TextWidth.of(String($0)) > 160 })
    }

    @Test("the order to look at is whole in the summary", arguments: [80, 120])
    func lookAt(_ width: Int) {
        var summary = SummaryReportTests.day()
        for index in summary.breaks.indices { summary.breaks[index].example = OrderNumber("SO20261102-00000860000123") }
        let text = SummaryReport(summary: summary, style: ReportStyle(language: .en, width: width)).render()
        #expect(text.components(separatedBy: "SO20261102-00000860000123").count > summary.breaks.count)
    }

    @Test func `suggested commands repeat what was typed`() {
        var style = ReportStyle(language: .zh)
        (style.typed.database, style.typed.zone, style.typed.language) = ("my store.db", "UTC", "zh")
        var summary = SummaryReportTests.day()
        summary.stuckOrders = 1
        let text = SummaryReport(summary: summary, style: style).render()
        #expect(text.contains("paychain orders --stuck --db 'my store.db' --tz UTC --lang zh"))
        #expect(text.contains("paychain order --db 'my store.db' --tz UTC --lang zh "))
        #expect(text.contains(" --lang zh"))
        let order = OrderReportTests.report(Sample.refusedNotify(), style)
        #expect(order.contains("--db 'my store.db' --tz UTC --lang zh"))
        #expect(order.contains("paychain explain notify_rejected --lang zh"))
        #expect(!SummaryReport(summary: summary, style: style, isKept: false).render().contains("paychain orders --stuck --db"))
        #expect(!OrderReportTests.report(Sample.refusedNotify(), ReportStyle(language: .en)).contains("--db"))
    }

    @Test func `what was received stands beside what was ordered`() {
        var verdict = Sample.refusedNotify().verdict
        verdict.breaks = [Break(code: .amountMismatch, stage: .payment, severity: .critical, owner: .server)]
        let entry = OrdersTable.Entry(verdict, received: Money(units: 128, scale: 2, currency: "CNY"))
        let text = OrdersTable(style: ReportStyle(language: .en, width: 120))
            .repair([entry], total: 1, amounts: [Money(units: 128, scale: 2, currency: "CNY")])
        #expect(text.contains("¥1.28 (ordered ¥128.00)"))
    }

    @Test("the verdict names what was ordered and what was received", arguments: Language.allCases)
    func otherAmount(_ language: Language) {
        var verdict = Sample.refusedNotify().verdict
        verdict.outcome = .paid
        verdict.breaks = [Break(code: .amountMismatch, stage: .payment, severity: .critical, owner: .server)]
        let time = TimeText(zone: .utc, language: language)
        let received = Money(units: 128, scale: 2, currency: "CNY")
        let sentence = VerdictSentence.make(verdict, received: received, time: time)
        #expect(sentence.contains("¥128.00") && sentence.contains(language == .en ? "with ¥1.28" : "实付 ¥1.28"), "\(sentence)")
        let unknown = VerdictSentence.make(verdict, time: time)
        #expect(unknown.contains(language == .en ? "with another amount" : "实付金额或币种不同"), "\(unknown)")
    }

    @Test("a device's log that ended early says until when", arguments: Language.allCases)
    func endedEarly(_ language: Language) {
        var sample = Sample.neverReturned()
        sample.verdict.coverage = [(.client, .endedEarly), (.serverApp, .covered), (.serverEdge, .covered), (.provider, .covered)]
        sample.chain.devices[0].offset = ClockOffset(low: .zero, high: .zero)
        sample.chain.devices[0].coverage = WitnessCoverage(stretches: [Stretch(from: Sample.at(9, 30, 0), to: Sample.at(10, 2, 31))])
        let text = OrderReportTests.report(sample, ReportStyle(language: language))
        #expect(text.contains(language == .en ? "ends early, at 10:02:31" : "提前结束于 10:02:31"))
    }

    @Test func `a cause that is named is not called unknown`() {
        var sample = Sample.refusedNotify()
        sample.verdict.breaks[1].reason = "unknown"
        #expect(!OrderReportTests.report(sample, ReportStyle(language: .en)).contains("nothing tells why"))
        sample.verdict.breaks[1].explainedBy = nil
        #expect(OrderReportTests.report(sample, ReportStyle(language: .en)).contains("nothing tells why"))
    }

    @Test func `notes that say the same of many sources are one line`() {
        let notes = ["a.log: x", "b.log: x", "c.log: x", "d.log: y", "plain"]
        #expect(SummaryReport.grouped(notes) == ["a.log, b.log +1: x", "d.log: y", "plain"])
    }
}
