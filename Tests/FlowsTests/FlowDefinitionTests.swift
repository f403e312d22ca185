import Domain
import Flows
import Testing

@Suite struct FlowDefinitionTests {
    @Test func everyFlowIsDeclaredOnce() {
        #expect(FlowDefinition.all.map(\.flow) == Flow.allCases)
        for flow in Flow.allCases { #expect(FlowDefinition.of(flow).flow == flow) }
    }

    @Test(arguments: [
        ("QUICK_WAP_WAY", Flow.alipayH5), ("alipay.trade.wap.pay.return", .alipayH5), ("alipay.trade.app.pay", .alipaySDK),
        ("MWEB", .wechatH5), ("APP", .wechatSDK), ("JSAPI", .webCheckout), ("FAST_INSTANT_TRADE_PAY", .webCheckout),
        ("storekit", .storekit), ("wechat_h5", .wechatH5),
    ])
    func words(word: String, flow: Flow) { #expect(FlowDefinition.flow(ofWord: word) == flow) }

    @Test(
        arguments: [
            ("FAST_INSTANT_TRADE_PAY", "alipay"), ("native", "wechat"), ("payment_intent", "stripe"), ("card", nil), ("QUICK_WAP_WAY", nil),
        ] as [(String, String?)])
    func providerOfAWebCheckout(word: String, provider: String?) {
        var word = word
        #expect(word.withUTF8 { FlowDefinition.provider(ofWord: UnsafeRawBufferPointer($0)) }.map { "\($0)" } == provider)
    }

    @Test func foreignWordNamesNoFlow() {
        #expect(FlowDefinition.flow(ofWord: "") == nil)
        #expect(FlowDefinition.flow(ofWord: "APPLE PIE") == nil)
    }

    @Test(arguments: [
        ("alipay://alipayclient/?{\"dataString\":\"h5_route_token=1\"}", Flow.alipayH5),
        ("myshop://safepay/?{\"memo\":{}}", .alipaySDK), ("weixin://wap/pay?prepayid=wx1", .wechatH5),
        ("weixin://app/wx1/pay/?nonceStr=1", .wechatSDK), ("wx0011://pay/?returnKey=1&ret=0", .wechatSDK),
    ])
    func urls(url: String, flow: Flow) {
        var url = url
        #expect(url.withUTF8 { FlowDefinition.flow(ofURL: UnsafeRawBufferPointer($0)) } == flow)
    }

    /// The walk in steps finds what a search for every word, in their order and without regard to case, finds.
    @Test func findsInURLsWhatASlowSearchFinds() {
        let words = FlowDefinition.all.flatMap { definition in definition.urlWords.map { ("\($0)", definition.flow) } }
        var state: UInt64 = 7
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        for _ in 0..<4_000 {
            var url = ["https://", "shopdemo:", "", "x"][next(4)]
            for _ in 0..<next(6) {
                var piece = words[next(words.count)].0
                if next(3) > 0 { piece = String("alipay.trade_wap/?=:app/".dropFirst(next(12)).prefix(next(12))) }
                // Now and then a word that is cut.
                if next(3) == 0 { piece = String(piece.dropLast(next(3))) }
                url += next(2) == 0 ? piece : piece.uppercased()
            }
            let expected = words.first { url.lowercased().contains($0.0.lowercased()) }?.1
            var text = url
            #expect(text.withUTF8 { FlowDefinition.flow(ofURL: UnsafeRawBufferPointer($0)) } == expected, "\(url)")
        }
    }

    @Test func noWordNamesTwoFlows() {
        for definition in FlowDefinition.all {
            for word in definition.words { #expect(FlowDefinition.flow(ofWord: "\(word)") == definition.flow) }
        }
    }

    @Test func everyDeadlineCountsFromAnEarlierStep() {
        for definition in FlowDefinition.all {
            for (index, rule) in definition.steps.enumerated() {
                let earlier = definition.steps[..<index].map(\.step)
                for step in rule.after { #expect(earlier.contains(step) || definition.flow == .unknown) }
            }
        }
    }
}
