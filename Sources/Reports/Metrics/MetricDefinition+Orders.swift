import Domain

extension MetricDefinition {
    /// What became of orders and their money.
    static let orderMetrics: [MetricDefinition] = [
        MetricDefinition(
            "paychain_build_info", .info, Text(en: "The program.", zh: "程序版本。"), labels: ["version"]
        ) { [Sample([$0.version], 1)] },
        MetricDefinition(
            "paychain_as_of_timestamp_seconds", .gauge, unit: "seconds",
            Text(en: "The moment that all values speak for, from the evidence, as Unix time.", zh: "各指标对应的判定时点（取自证据，Unix 时间）。")
        ) { input in input.asOf.map { [Sample([], seconds: TimeSpan(microseconds: $0.microseconds))] } ?? [] },
        MetricDefinition(
            "paychain_orders", .gauge, Text(en: "Orders.", zh: "订单数。"), labels: ["flow", "outcome", "experience"]
        ) { input in
            input.orders.map { Sample([$0.flow.rawValue, $0.outcome.rawValue, $0.experience?.rawValue ?? ""], $0.count) }
        },
        MetricDefinition(
            "paychain_orders_money", .gauge, Text(en: "Money of the orders.", zh: "订单金额。"),
            labels: ["flow", "outcome", "experience", "currency"]
        ) { input in
            input.orders.flatMap { group in
                group.money.map {
                    Sample([group.flow.rawValue, group.outcome.rawValue, group.experience?.rawValue ?? "", $0.currency], $0)
                }
            }
        },
        MetricDefinition(
            "paychain_breaks", .gauge, Text(en: "Orders on which a break fired.", zh: "出现断点的订单数。"),
            labels: ["break", "severity", "owner", "flow"]
        ) { input in
            input.breaks.map { Sample([$0.code.rawValue, $0.severity.rawValue, $0.owner.rawValue, $0.flow.rawValue], $0.count) }
        },
        MetricDefinition(
            "paychain_breaks_money", .gauge, Text(en: "Money of the orders on which a break fired.", zh: "出现断点的订单金额。"),
            labels: ["break", "severity", "owner", "flow", "currency"]
        ) { input in
            input.breaks.flatMap { group in
                group.money.map {
                    Sample([group.code.rawValue, group.severity.rawValue, group.owner.rawValue, group.flow.rawValue, $0.currency], $0)
                }
            }
        },
        MetricDefinition(
            "paychain_stuck_orders", .gauge,
            Text(en: "Orders that are paid and provably not marked paid.", zh: "已支付且确证未入账的订单数。")
        ) { [Sample([], $0.stuckOrders)] },
        MetricDefinition(
            "paychain_stuck_money", .gauge, Text(en: "Their money.", zh: "已支付未入账的金额。"), labels: ["currency"]
        ) { input in input.stuckMoney.map { Sample([$0.currency], $0) } },
        MetricDefinition(
            "paychain_steps", .gauge, Text(en: "Steps of orders by their state.", zh: "订单步骤数，按状态。"),
            labels: ["flow", "step", "state"]
        ) { input in input.steps.map { Sample([$0.flow.rawValue, $0.step.rawValue, $0.state.rawValue], $0.count) } },
        MetricDefinition(
            "paychain_notify_attempts", .gauge,
            Text(en: "Deliveries of notifies that bound to an order, by the answer they got.", zh: "已归属订单的通知投递次数，按应答。"),
            labels: ["provider", "answer"]
        ) { input in input.notifies.map { Sample([$0.provider, $0.answer], $0.count) } },
        MetricDefinition(
            "paychain_findings", .gauge, Text(en: "Findings about the system as a whole.", zh: "系统级发现数。"), labels: ["finding"]
        ) { input in
            Finding.Code.allCases.map { code in Sample([code.rawValue], input.findings.filter { $0.code == code && !$0.isNote }.count) }
        },
    ]
}
