import Domain

extension FindingDefinition {
    /// A server's log whose stamps lie whole hours from the provider's.
    static let zoneSuspicious = FindingDefinition(
        .zoneSuspicious,
        title: Text(en: "Stamps read in the wrong zone", zh: "时间可能按错误的时区读取"),
        meaning: Text(
            en:
                "The times of these logs lie whole hours from those of the provider, order after order: their stamps name no zone and were read in another one. Deadlines and coverage are judged wrongly until it is set.",
            zh: "这些日志的时间与渠道记录逐单相差整小时：时间戳没有时区，被按另一个时区读取。设置正确之前，期限与覆盖的判断都会出错。"),
        confirm: Text(
            en: "Compare the time of one order's creation, or of a notify's arrival, with the payment time of the provider's record.",
            zh: "取一笔订单，将创建时间或通知到达时间与渠道记录的支付时间对比。"),
        causes: Text(
            en: "A container without TZ writes UTC (8 h earlier than China's time); a logger with a fixed zone; a file of another region.",
            zh: "容器没有设置 TZ 而写 UTC（比北京时间早 8 小时）；日志组件固定了时区；来自其他地区的文件。"),
        fix: Text(
            en: "Give the source its zone in paychain.yaml, or `--tz` for all of them, and analyze again into a new store.",
            zh: "在 paychain.yaml 中为该来源设置时区，或用 `--tz` 统一指定，然后分析到新的存储。"),
        find: { gathered, run in
            var byHours: [Int: (names: [String], orders: Int)] = [:]
            for (source, shifts) in gathered.shifts where Int(source) < run.sources.count {
                let total = shifts.reduce(0) { $0 + $1.value }
                guard total >= FindingLimits.shiftedOrders,
                    let (hours, orders) = shifts.first(where: { $0.value * 100 >= total * FindingLimits.shiftedPercent }), hours != 0
                else { continue }
                byHours[hours, default: ([], 0)].names.append(run.sources[Int(source)].name)
                byHours[hours, default: ([], 0)].orders += orders
            }
            return byHours.map { hours, found in
                let names = found.names.sorted()
                let more = names.count > 3 ? ", +\(names.count - 3)" : ""
                return Finding(
                    code: .zoneSuspicious, place: "\(names.prefix(3).joined(separator: ", "))\(more) (\(hours > 0 ? "+" : "")\(hours) h)",
                    count: found.orders, orders: found.orders)
            }
        })
}

extension FindingsCollector {
    /// By how many whole hours each server source's stamps of an order lie from the provider's; what is no whole hour says nothing.
    mutating func noteShifts(of verdict: Verdict, _ chain: Chain) {
        var noted: [UInt32] = []
        func shift(_ event: Evidence, from provider: Instant) {
            guard !noted.contains(event.source) else { return }
            noted.append(event.source)
            let hour = TimeSpan.hours(1).microseconds
            let (difference, overflow) = event.at.microseconds.subtractingReportingOverflow(provider.microseconds)
            guard !overflow, difference.magnitude < UInt64(hour * 15) else { return }
            let hours = (difference + (difference < 0 ? -hour : hour) / 2) / hour
            // Between the creation of an order and its payment lie minutes.
            guard (difference - hours * hour).magnitude <= UInt64(TimeSpan.minutes(20).microseconds) else { return }
            noteShift(source: event.source, hours: Int(hours))
        }
        for place in chain.deliveries.indices {
            guard let index = chain.deliveries[place].received.first, index < chain.events.count else { continue }
            let event = chain.events[index]
            if event.witness == .serverApp, let sent = chain.instant(.sentAt, of: event) { shift(event, from: sent) }
        }
        guard let paid = verdict.paidAt, let created = chain.events.first(where: { $0.event == .orderCreated && $0.witness == .serverApp }),
            chain.events.contains(where: { $0.event == .tradeRecorded })
        else { return }
        shift(created, from: paid)
    }
}
