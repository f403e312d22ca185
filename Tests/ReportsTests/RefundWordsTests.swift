import Domain
import Foundation
import TestKit
import Testing

@testable import Reports

/// Paid, never marked, and money went back or is about to: nobody may be told to mark it paid and deliver.
@Suite struct RefundWordsTests {
    private static func sample(_ remark: Remark?) -> Sample {
        var sample = Sample.refusedNotify()
        sample.event(
            .providerAnswered, Sample.at(12, 0, 0), .serverApp,
            [(.provider, "wechat"), (.refundNumber, "R0731"), (.refundProgress, "begun"), (.rawStatus, "PROCESSING")])
        sample.verdict.remarks = remark.map { [$0] } ?? []
        return sample
    }

    private static func text(_ sample: Sample, _ language: Language) -> String {
        // Lines are broken at blanks: words are looked for without them.
        OrderReportTests.report(sample, ReportStyle(language: language, width: 160))
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    @Test(arguments: [Remark.refundBegun, .partiallyRefunded]) func theRefundComesFirst(remark: Remark) {
        let sample = RefundWordsTests.sample(remark)
        let english = RefundWordsTests.text(sample, .en)
        #expect(
            english.contains(
                remark == .refundBegun ? "and a refund of it has begun, but not marked paid" : "partly refunded, but not marked"))
        #expect(english.contains("Do not mark it paid and do not deliver yet"))
        #expect(english.contains("Query the provider for SO0414-10192 and its refund R0731 first"))
        #expect(!english.contains("Repair the order first"))
        let chinese = RefundWordsTests.text(sample, .zh)
        #expect(chinese.contains(remark == .refundBegun ? "且已发起退款，但已过" : "已部分退款，但已过"))
        #expect(chinese.contains("先不要补单、不要发货") && !chinese.contains("先补单："))
    }

    @Test func withoutARefundItIsRepaired() {
        var sample = Sample.refusedNotify()
        sample.verdict.remarks = []
        #expect(RefundWordsTests.text(sample, .en).contains("Repair the order first"))
        #expect(RefundWordsTests.text(sample, .zh).contains("先补单："))
    }

    @Test func theRepairListSaysSo() {
        let touched = OrdersTable.Entry(RefundWordsTests.sample(.refundBegun).verdict)
        let plain = OrdersTable.Entry(RefundWordsTests.sample(nil).verdict)
        for (language, words, note) in [
            (Language.en, "REFUND BEGUN; Notify", "query the refund first"), (.zh, "已发起退款；", "请先查询退款结果"),
        ] {
            let style = ReportStyle(language: language, width: 160)
            let list = OrdersTable(style: style).repair([touched, plain], total: 2, amounts: [])
            #expect(list.components(separatedBy: words).count == 2 && list.contains(note))
            #expect(!OrdersTable(style: style).repair([plain], total: 1, amounts: []).contains(note))
        }
    }

    @Test func timelinesTellHowARefundStands() {
        var sample = Sample("R-1")
        func say(_ event: EventKind, _ witness: Witness, _ attributes: [(AttributeKey, String)]) -> [String] {
            let index = sample.event(event, Sample.at(12, 0, 0), witness, [(.provider, "wechat")] + attributes)
            return Language.allCases.map { EventText(chain: sample.chain, language: $0).make(sample.chain.events[index]) }
        }
        #expect(
            say(.providerAnswered, .serverApp, [(.refundProgress, "begun"), (.rawStatus, "PROCESSING")])
                == ["provider answered: refund under way (PROCESSING)", "渠道答复：退款处理中（PROCESSING）"])
        #expect(
            say(.providerAnswered, .serverApp, [(.refundProgress, "done"), (.rawStatus, "SUCCESS"), (.refundedAmount, "18.00")])
                == ["provider answered: refund carried out, refund 18.00", "渠道答复：退款成功，退款 18.00"])
        #expect(
            say(.notifyReceived, .serverApp, [(.notificationType, "refund"), (.refundProgress, "failed"), (.rawStatus, "ABNORMAL")])
                == ["notify received: refund not carried out (ABNORMAL)", "收到异步通知：退款未成功（ABNORMAL）"])
        #expect(
            say(.refundRecorded, .provider, [(.refundProgress, "failed"), (.rawStatus, "CLOSED")])
                == ["refund not carried out (CLOSED)", "退款未成功（CLOSED）"])
        #expect(say(.refundRecorded, .provider, [(.refundedAmount, "18.00")]) == ["refund recorded, 18.00", "退款记录，18.00"])
        #expect(
            say(.providerAnswered, .serverApp, [(.status, "paid"), (.rawStatus, "REFUND")])
                == ["provider answered: paid, and a refund has begun (REFUND)", "渠道答复：已支付，且已发起退款（REFUND）"])
        #expect(
            say(.providerAnswered, .serverApp, [(.status, "closed"), (.paidAt, "1795090526000000")])
                == ["provider answered: closed after it was paid: the money went back", "渠道答复：已关闭（付款后关闭，即已全额退款）"])
    }
}
