import Domain

extension LintRule {
    /// What `open` answered.
    static let openResultNotLogged = LintRule(
        "open_result_not_logged", .must,
        title: Text(en: "whether the wallet opened is not logged", zh: "没有记录钱包是否打开"),
        meaning: Text(
            en: "The completion of open(_:) tells success or failure; without it `wallet_opened` can never be missing.",
            zh: "open(_:) 的回调会给出成败；没有它就无法判定 wallet_opened 缺失。"),
        add: [
            Addition("iOS open(_:) { success in", #"pay.notice("wallet.opened success=\(success) orderNo=\(orderNo, privacy: .public)")"#),
            Addition("Android startActivity", #"Log.i("PayCallback", "wallet.opened success=true orderNo=$orderNo")"#),
        ],
        settles: Settles(steps: [.walletOpened]), flows: walletFlows, test: .never(.walletOpened))
}
