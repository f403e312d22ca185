import Domain

extension BreakDefinition {
    /// 29: the receipt was looked at and not accepted.
    static let receiptRejected = BreakDefinition(
        .receiptRejected, stage: .purchase, owner: .server, flows: [.storekit],
        reasons: [
            Reason("malformed", en: "21002: the receipt is damaged or was cut", zh: "21002：收据损坏或被截断"),
            Reason(
                "wrong_environment", en: "21007 without a retry in the sandbox, or 21008: it was sent to the other environment",
                zh: "21007 之后没有到沙盒重试，或 21008：发到了另一个环境"),
            Reason("other", en: "another status, or the signature of the transaction", zh: "其他状态码，或交易签名不对"),
        ],
        texts: Texts(
            title: Text(en: "Receipt rejected", zh: "收据校验失败"),
            statement: Text(
                en: "The verification of the receipt failed, and no later one passed.", zh: "收据校验失败，之后也没有成功。"),
            severity: Text(
                en: "Critical with a record of the purchase from the App Store, else major; minor when a later one passed.",
                zh: "有 App Store 的购买记录时为严重，否则为较重；之后通过则为轻微。"),
            meaning: Text(en: "The payer has paid Apple, and the server does not believe it.", zh: "用户已向 Apple 付款，而服务端不认。"),
            confirm: Text(
                en:
                    "`receipt.verified` with a status other than 0; look at environment and at what follows. 21007 followed by 0 from the sandbox is App Review or TestFlight.",
                zh: "`receipt.verified` 的 status 不为 0；看环境与后续记录。21007 之后沙盒返回 0 属于 App 审核或 TestFlight。"),
            causes: Text(
                en:
                    "The receipt was cut by a size limit or lost its `+` signs on the way; the sandbox is never asked after 21007; the shared secret of another app; a receipt of a local StoreKit test; Apple's service was away and nobody asked again.",
                zh: "收据被长度限制截断或 `+` 变成空格；21007 后没有改问沙盒；共享密钥不属于该应用；本地 StoreKit 测试收据；Apple 服务暂时不可用而没有重试。"),
            fix: Text(
                en:
                    "Send the receipt base64 in a JSON body; ask production first and the sandbox on 21007; repeat on 21005, 21009 and 211xx; or verify signed transactions (JWS) instead.",
                zh: "以 JSON 正文发送 base64 收据；先问生产，21007 再问沙盒；21005、21009、211xx 要重试；或改为校验签名交易（JWS）。")),
        examples: [
            .fires(
                "21002", .major, reason: "malformed",
                """
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:42 receipt.verified code=21002 transactionID=2000001
                """),
            .fires(
                "21007 and nobody asks the sandbox", .major, reason: "wrong_environment",
                """
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:42 receipt.verified code=21007 environment=Production transactionID=2000001
                """),
            .fires(
                "21004, and the App Store has the purchase", .critical, reason: "other",
                """
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:42 receipt.verified code=21004 transactionID=2000001
                10:03:42 provider.iap.transaction status=paid paidAt=10:02:38 transactionID=2000001
                """),
            .fires(
                "the signature of the transaction is wrong", .major, reason: "other",
                """
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:42 receipt.verified ok=false reason=signature transactionID=2000001
                """),
            .fires(
                "Apple was away for a minute", .minor, reason: "other",
                """
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:42 receipt.verified code=21005 transactionID=2000001
                10:03:42 receipt.verified code=0 transactionID=2000001
                """),
            .silent(
                "21007, then 0 from the sandbox: App Review or TestFlight",
                """
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:42 receipt.verified code=21007 transactionID=2000001
                10:02:43 receipt.verified code=0 environment=Sandbox transactionID=2000001
                """),
            .silent(
                "the same receipt again, after it had passed",
                """
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:42 receipt.verified code=0 transactionID=2000001
                10:30:42 receipt.verified code=21009 transactionID=2000001
                """),
        ],
        check: { order in
            let refused = order.indices(of: .receiptVerified).filter { order.isRefusedReceipt($0) }
            guard let first = refused.first else { return nil }
            let reason = order.reasonOfRefusedReceipts(refused)
            let passed = order.indices(of: .receiptVerified).first { order.passes($0) && $0 > first }
            if let passed {
                // The other environment was only tried first.
                guard !refused.allSatisfy({ order.text(.code, at: $0) == "21007" }) else { return nil }
                var fired = Fired(.minor, reason: reason, evidence: refused + [passed])
                fired.closedAt = order.facts[passed].at
                return fired
            }
            let record = order.storeRecordOfPurchase
            return Fired(record == nil ? .major : .critical, reason: reason, evidence: refused + (record.map { [$0] } ?? []))
        })
}

extension Case {
    /// A verification that said no to a transaction that had not passed before. 21006 says only that a subscription is over.
    func isRefusedReceipt(_ index: Int) -> Bool {
        let fact = facts[index]
        guard fact.event == .receiptVerified, !passes(index) else { return false }
        let code = text(.code, at: index)
        guard fact.ok == false || fact.flags.contains(.error) || code.map({ $0 != "0" && $0 != "21006" }) ?? false else { return false }
        let transaction = text(.transactionID, at: index)
        return !facts.indices.contains { other in
            guard other < index, passes(other) else { return false }
            let another = text(.transactionID, at: other)
            return transaction == nil || another == nil || transaction == another
        }
    }

    /// The first reason of the table that fits any of them.
    func reasonOfRefusedReceipts(_ refused: [Int]) -> String {
        let codes = refused.map { text(.code, at: $0) }
        if codes.contains("21002") { return "malformed" }
        if codes.contains("21008") { return "wrong_environment" }
        for (place, index) in refused.enumerated() where codes[place] == "21007" {
            let isAskedAgain = facts.indices.contains { $0 > index && facts[$0].event == .receiptVerified }
            if !isAskedAgain { return "wrong_environment" }
        }
        return "other"
    }
}
