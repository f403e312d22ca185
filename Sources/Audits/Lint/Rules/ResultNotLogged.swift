import Domain

extension LintRule {
    /// What the payer was shown.
    static let resultNotLogged = LintRule(
        "result_not_logged", .must,
        title: Text(en: "what the payer was shown is not logged", zh: "没有记录向付款人展示的结果"),
        meaning: Text(
            en: "Without it a payer who saw “failed” after paying cannot be told from one who saw “paid”.",
            zh: "缺少它就分不清付款后看到“失败”的人与看到“成功”的人。"),
        add: [
            Addition(
                "iOS", #"pay.notice("result.shown status=\(status.rawValue, privacy: .public) orderNo=\(orderNo, privacy: .public)")"#),
            Addition("Android", #"Log.i("PayCallback", "result.shown status=$status orderNo=$orderNo")"#),
        ],
        settles: Settles(steps: [.resultShown], experience: true), test: .never(.resultShown))
}
