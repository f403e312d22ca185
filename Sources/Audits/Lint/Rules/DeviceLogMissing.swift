import Domain

extension LintRule {
    /// The device's log was not collected, or not to its end.
    static let deviceLogMissing = LintRule(
        "device_log_missing", .should,
        title: Text(en: "the device's log is not there, or ends before the order does", zh: "设备日志缺失，或在订单结束前中断"),
        meaning: Text(
            en:
                "Nothing is wrong with its lines: they were not collected for the time that matters. A log in memory is lost when the app is killed in the wallet.",
            zh: "日志内容没有问题，只是关键时段没有采集到。应用在钱包期间被杀时，只在内存里的日志会丢失。"),
        add: [
            Addition(
                "iOS applicationDidEnterBackground", "DDLog.flushLog()  // then upload at the next start, the previous run's file too"),
            Addition("Android onStop", "Log.appenderFlush()  // xlog; then upload at the next start"),
        ],
        settles: Settles(steps: Settles.everyClientStep.steps, experience: true),
        test: .order { order in
            let isOpen =
                order.verdict.experience == .unobserved
                || order.verdict.steps.contains { $0.state == .unobserved && Settles.everyClientStep.steps.contains($0.step) }
            guard isOpen, let state = order.verdict.coverage.first(where: { $0.witness == .client })?.state, state != .covered else {
                return nil
            }
            if order.hasClientLines { return order.chain.events.lastIndex { $0.witness == .client } }
            // Tied to a device by the server's own words, and no line of the device is there.
            guard let created = order.first(.orderCreated) else { return nil }
            let chain = order.chain
            return chain.has(.session, in: chain.events[created]) || chain.has(.device, in: chain.events[created]) ? created : nil
        })
}
