import Audits
import Domain
import Findings
import Foundation
import Links
import Providers
import Testing
import Verdicts

@testable import Reports

/// `paychain explain` as a knowledge base: complete, in both languages, and found by what people type.
@Suite struct ExplainTests {
    private static func hasChinese(_ text: String) -> Bool { text.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) } }

    private static let deep: Set<Explanation.Kind> = [.break, .step, .symptom, .finding, .trap, .code, .associationCheck]

    @Test(
        "every code that vendors document is explained",
        arguments: [
            // Alipay: resultStatus, trade_status, gateway, sub codes
            "9000 8000 4000 5000 6001 6002 6004 WAIT_BUYER_PAY TRADE_SUCCESS TRADE_FINISHED TRADE_CLOSED",
            "10000 10003 20000 20001 40001 40002 40003 40004 40005 40006 ACQ.TRADE_NOT_EXIST ACQ.SYSTEM_ERROR ACQ.INVALID_PARAMETER",
            "ACQ.TRADE_HAS_SUCCESS ACQ.TRADE_HAS_CLOSE ACQ.BUYER_BALANCE_NOT_ENOUGH isv.invalid-signature isp.unknow-error BILL_NOT_EXIST",
            "交易成功 交易关闭 等待付款 等待确认收货 退款成功 支付成功 已全额退款",
            // WeChat: trade_state, notifications, SDK, v2 and v3 errors
            "SUCCESS REFUND NOTPAY CLOSED REVOKED USERPAYING PAYERROR ACCEPT TRANSACTION.SUCCESS REFUND.SUCCESS REFUND.ABNORMAL REFUND.CLOSED",
            "0 -1 -2 ORDER_NOT_EXIST ORDERNOTEXIST NO_STATEMENT_EXIST 20002 SIGNERROR SIGN_ERROR SYSTEMERROR OUT_TRADE_NO_USED NOTENOUGH",
            // StoreKit
            "purchasing purchased failed restored deferred userCancelled pending unverified",
            "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 paymentCancelled clientInvalid ineligibleForOffer",
            "21000 21001 21002 21003 21004 21005 21006 21007 21008 21009 21010 21100 21150 21199",
            "SUBSCRIBED DID_RENEW DID_FAIL_TO_RENEW DID_CHANGE_RENEWAL_STATUS DID_CHANGE_RENEWAL_PREF EXPIRED GRACE_PERIOD_EXPIRED",
            "OFFER_REDEEMED PRICE_INCREASE PRICE_CHANGE REFUND REFUND_DECLINED REFUND_REVERSED CONSUMPTION_REQUEST REVOKE RENEWAL_EXTENDED",
            "RENEWAL_EXTENSION ONE_TIME_CHARGE EXTERNAL_PURCHASE_TOKEN RESCIND_CONSENT METADATA_UPDATE MIGRATION TEST",
            "INITIAL_BUY RESUBSCRIBE UPGRADE DOWNGRADE AUTO_RENEW_ENABLED AUTO_RENEW_DISABLED VOLUNTARY BILLING_RETRY BILLING_RECOVERY",
            "GRACE_PERIOD PENDING ACCEPTED PRODUCT_NOT_FOR_SALE SUMMARY FAILURE UNREPORTED Sandbox Production Xcode LocalTesting",
            "TIMED_OUT TLS_ISSUE CIRCULAR_REDIRECT NO_RESPONSE SOCKET_ISSUE UNSUPPORTED_CHARSET INVALID_RESPONSE PREMATURE_CLOSE",
            "UNSUCCESSFUL_HTTP_RESPONSE_CODE 4040010 4040001 4000006 4290000",
            // what edges answer
            "200 204 301 302 400 401 403 404 405 413 419 422 429 499 500 502 503 504 -1022 ERR_UNKNOWN_URL_SCHEME canOpenURL",
        ])
    func known(_ codes: String) {
        for code in codes.split(separator: " ") {
            let answer = Knowledge.find(String(code))
            #expect(answer.way == .code && !answer.entries.isEmpty, "\(code)")
        }
    }

    @Test func `every word that a provider declares is explained`() {
        for provider in ProviderDefinition.all where !provider.states.ignoresCase {
            for entry in provider.states.entries { #expect(Knowledge.find("\(entry.word)").way == .code, "\(entry.word)") }
            for result in provider.results { #expect(Knowledge.find("\(result.code)").way == .code, "\(result.code)") }
        }
    }

    @Test func `every break, step, trap, finding and word of the verdict is explained`() {
        var words: [String] = BreakDefinition.all.map(\.code.rawValue) + BreakDefinition.all.flatMap { $0.reasons.map(\.word) }
        words += Step.allCases.map(\.rawValue) + Outcome.allCases.map(\.rawValue) + Experience.allCases.map(\.rawValue)
        words += Remark.allCases.map(\.rawValue) + StepState.allCases.map(\.rawValue) + Severity.allCases.map(\.rawValue)
        words += Owner.allCases.map(\.rawValue) + Confidence.allCases.map(\.rawValue) + CoverageState.allCases.map(\.rawValue)
        words += TrapDefinition.all.map(\.word) + FindingDefinition.all.map(\.code.rawValue) + SymptomDefinition.all.map(\.word)
        words += Hint.all.map(\.word) + Flow.allCases.map(\.rawValue) + AssociationCheck.all.map(\.code) + LintRule.all.map(\.code)
        for word in words { #expect(Knowledge.find(word).way == .code, "\(word)") }
    }

    @Test func `every entry says everything in both languages`() {
        for entry in Explanation.all {
            let name = entry.qualified
            #expect(!entry.title.en.isEmpty && !entry.title.zh.isEmpty, "\(name)")
            for part in entry.parts {
                #expect(!part.text.en.isEmpty && !part.text.zh.isEmpty, "\(name) \(part.role)")
                #expect(!ExplainTests.hasChinese(part.text.en) || entry.kind == .provider, "\(name) \(part.role): \(part.text.en)")
                // A list of codes is the same in every language.
                guard ![.flows, .explainedBy].contains(part.role), entry.kind != .provider else { continue }
                #expect(ExplainTests.hasChinese(part.text.zh) && part.text.en != part.text.zh, "\(name) \(part.role)")
            }
            guard ExplainTests.deep.contains(entry.kind) else { continue }
            for role in [Explanation.Role.meaning, .confirm, .causes, .fix, .source] {
                #expect(entry.text(role) != nil, "\(name) lacks \(role)")
            }
        }
    }

    @Test func `names are unique, and every link resolves`() {
        let names = Explanation.all.map(\.qualified)
        #expect(Set(names).count == names.count, "\(names.filter { name in names.filter { $0 == name }.count > 1 })")
        for entry in Explanation.all {
            #expect(Knowledge.find(entry.qualified).entries.map(\.qualified) == [entry.qualified], "\(entry.qualified)")
            for link in entry.see { #expect(Knowledge.find(link).way == .code, "\(entry.qualified) → \(link)") }
        }
    }

    @Test func `breaks say their severities, owner, confidence and flows from their declarations`() throws {
        for definition in BreakDefinition.all {
            let entry = try #require(Explanation.breaks.first { $0.code == definition.code.rawValue })
            #expect(entry.owners.first == definition.owner && entry.flows == definition.flows && entry.stage == definition.stage)
            #expect(!entry.severities.isEmpty)
            for role in [Explanation.Role.severity, .owner, .confidence, .flows] { #expect(entry.text(role) != nil) }
        }
    }

    @Test(
        "a word of several meanings has all of them, and a word beside it tells which",
        arguments: [
            ("2", ["sk_transaction_state/failed", "sk_error/2", "store_subscription/status=2", "store_subscription/expiration_intent=2"]),
            ("-2", ["wechat_sdk_error/-2"]), ("sk_error/2", ["sk_error/2"]), ("SKError 2", ["sk_error/2"]),
            ("HTTP 419", ["http_code/419"]), ("resultStatus=6004", ["alipay_result/6004"]), ("paid not marked", ["break/paid_not_marked"]),
            ("paid-not-marked", ["break/paid_not_marked"]), ("PAID_NOT_MARKED", ["break/paid_not_marked"]),
            ("notify_rejected/http_status", ["notify_rejected/http_status"]), ("payment_failed/ANY.CODE", ["break/payment_failed"]),
            ("paid", ["step/paid", "outcome/paid"]), ("21150", ["verify_receipt/21100-21199"]), ("returned", ["step/returned"]),
        ] as [(String, [String])])
    func meanings(_ asked: String, _ wanted: [String]) {
        #expect(Knowledge.find(asked).entries.map(\.qualified) == wanted)
    }

    @Test(
        "symptoms are found by their words",
        arguments: [
            ("never came back", "never_came_back"), ("付了款没回来", "never_came_back"), ("付完款回不来", "never_came_back"),
            ("user paid but stuck in alipay", "never_came_back"), ("回到 Safari 白屏", "white_page_in_safari"),
            ("blank page in safari", "white_page_in_safari"), ("点击支付没反应", "tap_does_nothing"),
            ("tapping pay does nothing", "tap_does_nothing"), ("无法打开网页", "page_cannot_be_opened"), ("重复弹窗", "result_shown_twice"),
            ("universal link opens web page", "link_opens_web_page"), ("部分路径能唤起", "some_paths_open"),
            ("扣了钱没到账", "paid_and_nothing_delivered"), ("内购回调不触发", "purchased_never_arrives"),
            ("first install link not working", "link_dead_after_install"),
        ])
    func words(_ asked: String, _ word: String) {
        let answer = Knowledge.find(asked)
        #expect(answer.way != .nothing)
        #expect(answer.entries.first?.code == word, "\(answer.entries.map(\.code))")
    }

    @Test func `both tables of symptoms are found by their own titles`() {
        for symptom in SymptomDefinition.all {
            for title in [symptom.symptom.en, symptom.symptom.zh] {
                let found = Knowledge.find(title).entries.prefix(3).map(\.code)
                #expect(found.contains(symptom.word) || Knowledge.find(title).way == .code, "\(title): \(found)")
            }
        }
    }

    @Test func `near words are suggested, and nothing is made up`() {
        #expect(Knowledge.find("notify_rejectd").suggestions.first == "notify_rejected")
        #expect(Knowledge.find("TRADE_SUCESS").suggestions.contains("TRADE_SUCCESS"))
        for nothing in ["xqzw vbnk", "", "   ", "\u{1B}[31m", "¿?", String(repeating: "x", count: 100_000)] {
            let answer = Knowledge.find(nothing)
            #expect(answer.way == .nothing && answer.entries.isEmpty, "\(nothing.prefix(20))")
        }
    }

    @Test("every page fits the terminal and is not empty", arguments: [80, 120], Language.allCases)
    func pages(_ width: Int, _ language: Language) throws {
        let report = ExplainReport(style: ReportStyle(language: language, width: width))
        var pages = [report.index()]
        for entry in Explanation.all { pages.append(try #require(report.page(Knowledge.find(entry.qualified), asked: entry.qualified))) }
        for word in ["0", "2", "alipay_sub_code", "symptom", "never came back"] {
            pages.append(try #require(report.page(Knowledge.find(word), asked: word)))
        }
        for page in pages {
            for line in page.split(separator: "\n") { #expect(TextWidth.of(String(line)) <= width, "\(line)") }
        }
    }

    @Test("an answer is one object", arguments: ["6004", "never came back", "notify_rejectd", "2"])
    func machine(_ asked: String) throws {
        var json = JSONWriter()
        ExplanationJSON.append(Knowledge.find(asked), asked: asked, .en, to: &json)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.bytes)) as? [String: Any])
        #expect(object["query"] as? String == asked)
        let entries = try #require(object["entries"] as? [[String: Any]])
        #expect(entries.isEmpty == (asked == "notify_rejectd"))
        #expect(((object["suggestions"] as? [String])?.isEmpty ?? true) == (asked != "notify_rejectd"))
        for entry in entries {
            for key in ["code", "kind", "group", "title", "meaning", "confirm", "causes", "fix", "source", "flows", "see", "owners"] {
                #expect(entry[key] != nil, "\(key)")
            }
        }
    }

    @Test("commands that other reports print are ones that explain knows", arguments: Language.allCases)
    func printed(_ language: Language) {
        var sample = Sample.refusedNotify()
        for definition in BreakDefinition.all {
            sample.verdict.primaryBreak = definition.code
            sample.verdict.breaks = [
                Break(code: definition.code, stage: definition.stage, severity: .major, owner: definition.owner, evidence: [0])
            ]
            var summary = SummaryReportTests.day()
            summary.breaks = [
                Summary.BreakCount(
                    code: definition.code, orders: 1, primary: 1, amounts: [], bySeverity: [1, 0, 0], example: OrderNumber("A1"))
            ]
            let style = ReportStyle(language: language)
            let texts = [OrderReportTests.report(sample, style), SummaryReport(summary: summary, style: style).render()]
            for text in texts {
                let links = text.matches(of: /paychain explain ([a-z_]+)/).map { String($0.1) }
                #expect(!links.isEmpty)
                for link in links { #expect(Knowledge.find(link).way == .code, "\(link)") }
            }
        }
    }
}
