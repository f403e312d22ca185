import Domain

extension FindingDefinition {
    /// Evidence that stayed without an order, by kind.
    static let unboundEvidence = FindingDefinition(
        .unboundEvidence,
        title: Text(en: "Evidence without an order", zh: "没有归属订单的证据"),
        meaning: Text(
            en: "Lines that speak of payments and name no order these logs know; they are counted, never guessed by price or time.",
            zh: "这些记录与支付有关，却指不到任何已知订单；只计数，绝不按金额或时间猜测。"),
        confirm: Text(
            en: "The summary lists the first of these lines with their ids; `--json` has more under `unbound_items`.",
            zh: "汇总列出其中前几条及其标识；`--json` 的 `unbound_items` 有更多。"),
        causes: Text(
            en:
                "Encrypted bodies logged without the decrypted order number, an own name for the order number, logs of another day or system.",
            zh: "只记录了加密报文而没有解密后的单号、自定义的单号字段名、混入其他日期或系统的日志。"),
        fix: Text(
            en: "Log the order number beside the line, or configure its key in paychain.yaml.", zh: "在记录中写上订单号，或在 paychain.yaml 中配置其字段名。"),
        find: { gathered, _ in
            gathered.unbound.map { event, unbound in
                // A notify or a failing handler that names no order may belong to a paid one: something to act on.
                let matters = event == .notifyReceived || event == .handlerFailed || event == .tradeRecorded
                return Finding(code: .unboundEvidence, place: event.name, count: unbound.count, span: unbound.span, isNote: !matters)
            }
        })
}
