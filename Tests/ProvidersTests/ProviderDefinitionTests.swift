import Domain
import Providers
import Testing

@Suite struct ProviderDefinitionTests {
    @Test(arguments: [
        ("alipay", 0, 1), ("alipay", 209, 1), ("alipay", 210, 2), ("alipay", 866, 3), ("alipay", 1_441, 4), ("alipay", -5, 1),
        ("wechat", 0, 1), ("wechat", 18, 2), ("wechat", 5_649, 9), ("wechat", 11_044, 11), ("apple", 3_600, 2),
    ])
    func deliveryNumber(provider: String, delay: Int, number: Int) {
        let found = ProviderDefinition.named(provider).deliveryNumber(delay: .seconds(Int64(delay)))
        #expect(found?.number == number)
        #expect(found?.unseen == number - 1)
    }

    @Test func delayOffTheScheduleHasNoNumber() {
        #expect(ProviderDefinition.alipay.deliveryNumber(delay: .days(90)) == nil)
        #expect(ProviderDefinition.alipay.deliveryNumber(delay: .hours(-1)) == nil)
        #expect(ProviderDefinition.relay.deliveryNumber(delay: .zero) == nil)
    }

    @Test(arguments: [
        ("alipay", "TRADE_SUCCESS", StateWord.paid), ("alipay", "TRADE_CLOSED", .closed), ("alipay", "ACQ.TRADE_NOT_EXIST", .notExist),
        ("wechat", "REFUND", .paid), ("wechat", "USERPAYING", .pending), ("wechat", "REVOKED", .failed), ("relay", "Created", .created),
        ("relay", "PAID", .paid), ("relay", "canceled", .cancelled),
    ])
    func states(provider: String, word: String, state: StateWord) {
        #expect(ProviderDefinition.named(provider).states.state(of: word) == state)
    }

    @Test func unknownWordHasNoState() {
        #expect(ProviderDefinition.alipay.states.state(of: "trade_success") == nil)
        #expect(ProviderDefinition.wechat.states.state(of: "") == nil)
    }

    struct AnswerCase: Sendable, CustomTestStringConvertible {
        var provider: String
        var status: Int?
        var body: String?
        var bytes: Int?
        var seconds: Int64?
        var version2 = false
        var judgement: AnswerRule.Judgement
        var testDescription: String { "\(provider) \(status ?? 0) \(body ?? "-") \(bytes ?? -1) \(seconds ?? -1) \(judgement)" }
    }

    @Test(arguments: [
        AnswerCase(provider: "alipay", status: 200, body: "success", judgement: .accepted),
        AnswerCase(provider: "alipay", status: 200, bytes: 7, judgement: .accepted),
        AnswerCase(provider: "alipay", status: 200, body: "success", bytes: 10, judgement: .responseBody),
        AnswerCase(provider: "alipay", status: 200, body: "\"success\"", judgement: .responseBody),
        AnswerCase(provider: "alipay", status: 302, body: "success", judgement: .httpStatus),
        AnswerCase(provider: "alipay", status: 200, judgement: .unknown),
        AnswerCase(provider: "wechat", status: 204, judgement: .accepted),
        AnswerCase(provider: "wechat", status: 201, judgement: .httpStatus),
        AnswerCase(provider: "wechat", status: 200, seconds: 6, judgement: .slow),
        AnswerCase(
            provider: "wechat", status: 200, body: "<xml><return_code><![CDATA[SUCCESS]]></return_code></xml>", version2: true,
            judgement: .accepted),
        AnswerCase(
            provider: "wechat", status: 200, body: "<xml><return_code><![CDATA[FAIL]]></return_code></xml>", judgement: .responseBody),
        AnswerCase(provider: "wechat", status: 200, body: "success", version2: true, judgement: .responseBody),
        AnswerCase(provider: "apple", status: 200, seconds: 31, judgement: .slow),
        AnswerCase(provider: "apple", status: 206, seconds: 1, judgement: .accepted),
        AnswerCase(provider: "apple", status: 299, judgement: .httpStatus),
        AnswerCase(provider: "stripe", status: 299, judgement: .accepted),
        AnswerCase(provider: "paypal", status: 500, judgement: .httpStatus),
    ])
    func answers(_ test: AnswerCase) {
        let judged = ProviderDefinition.named(test.provider).answer.judge(
            httpStatus: test.status, body: test.body, bytes: test.bytes, duration: test.seconds.map(TimeSpan.seconds),
            isVersion2: test.version2)
        #expect(judged == test.judgement)
    }

    @Test func walletSchemesIgnoreCase() {
        #expect(WalletDefinition.anyOwns(scheme: "AliPays"))
        #expect(WalletDefinition.anyOwns(scheme: "weixin"))
        #expect(!WalletDefinition.anyOwns(scheme: "https"))
    }
}
