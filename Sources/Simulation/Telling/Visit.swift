/// One stay of one payer on one device: one to three orders.
struct Visit {
    var index: Int
    var start: Int64
    /// Source of the device's log; nil when no log of the device exists.
    var source: Int?
    var isCollector = false
    var format = LogFormat.nslog
    var isAndroid = false
    /// Names the device; its id is made of it.
    var device: UInt64
    /// Microseconds that the device's clock is ahead, and its drift in parts per billion.
    var offset: Int64 = 0
    var drift: Int64 = 0
    var process: Int64
    /// Whether the app logs system callbacks in its own words.
    var ownWords: Bool
    var appVersion: Int
    var osVersion: Int
    var channel: Int
    var address: UInt64

    init(_ index: Int, in plan: Plan) {
        self.index = index
        var random = Random(plan.options.seed, 1, UInt64(index))
        start = plan.slot(index) + random.between(0, plan.spacing * 7 / 10)
        device = random.next()
        process = random.between(300, 9_000)
        ownWords = random.chance(35)
        appVersion = random.below(4)
        osVersion = random.below(4)
        channel = random.below(4)
        address = random.next()
        var kind = random.below(100)
        if let scripted = plan.script?[index] {
            start = plan.start + scripted.after
            kind = scripted.hasClient ? 0 : 100
        }
        var clock = Random(plan.options.seed, 2, UInt64(index))
        if index % plan.deviceModulus == 0, kind < 100, !plan.deviceFiles.isEmpty {
            let ordinal = index / plan.deviceModulus % plan.deviceFiles.count
            source = plan.deviceFiles[ordinal]
            clock = Random(plan.options.seed, 3, UInt64(ordinal))
            device = Random.mix(plan.options.seed &+ UInt64(ordinal) &* 77)
        } else if kind < 72, !plan.collectors.isEmpty {
            source = plan.collectors[random.below(plan.collectors.count)]
            isCollector = true
        }
        let isApple = plan.script?[index].scenario.isApple ?? false
        if isApple, let chosen = source, plan.sources[chosen].format.isAndroid == true {
            source = plan.collectors.first { plan.sources[$0].format.isAndroid != true } ?? chosen
            isCollector = true
        }
        guard let source else { return }
        format = plan.sources[source].format
        isAndroid = (format.isAndroid ?? random.chance(50)) && !isApple
        let hours = Int64(plan.options.clockSkewHours) * 3_600_000_000
        // two devices in five are right to two seconds, as far as anything is allowed to be off
        let limit = clock.chance(40) ? min(2_000_000, hours) : hours
        offset = limit == 0 ? 0 : clock.between(-limit, limit)
        drift = clock.between(-500, 500)
    }

    /// What the device's clock shows.
    @inline(__always) func shown(_ time: Int64) -> Int64 {
        time &+ offset &+ (time &- start) / 1_000 &* drift / 1_000_000
    }

    /// Whether the clock is off by more than a second.
    var isSkewed: Bool { abs(offset) > 1_000_000 }
}
