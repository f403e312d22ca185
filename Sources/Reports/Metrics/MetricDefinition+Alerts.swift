import Domain

extension MetricDefinition {
    /// What our own alert rules say, and what became of their messages.
    static let alertMetrics: [MetricDefinition] = [
        MetricDefinition(
            "paychain_alerts", .gauge,
            Text(
                en: "Alerts by rule and state; held: the rule waits for a source that is down.", zh: "告警数，按规则与状态；held：规则在等待停报的来源。"),
            labels: ["alertname", "severity", "state"]
        ) { input in input.alerts.map { Sample([$0.name, $0.severity, $0.state], $0.count) } },
        MetricDefinition(
            "paychain_alert_messages", .gauge,
            Text(en: "Alert messages by receiver and what became of them.", zh: "告警消息数，按接收方与投递结果。"), labels: ["receiver", "result"]
        ) { input in input.deliveries.map { Sample([$0.receiver, $0.result], $0.count) } },
    ]
}
