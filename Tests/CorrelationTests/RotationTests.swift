import Domain
import Testing

@testable import Correlation

private func source(_ name: String, _ from: Double, _ to: Double, _ witness: Witness = .serverApp, content: UInt64 = 0) -> SourceInfo {
    SourceInfo(
        name: name, contentID: content, witness: witness, span: Stretch(from: Instant(from), to: Instant(to)),
        device: witness == .client ? StableHash.of(name) : 0, evidence: 1)
}

private let day = 86_400.0

@Suite struct RotationTests {
    @Test(arguments: [
        ("a/app.log", "a/app.log"), ("a/app.log.1", "a/app.log"), ("a/app.log.2.gz", "a/app.log"), ("pay-2026-06-03.log", "pay.log"),
        ("access.log-20260603.gz", "access.log"), ("x.0.log", "x.log"), ("shop 2026-05-06--05-00-01.log", "shop.log"),
        ("pay.2026-10-20.jsonl.gz", "pay.jsonl"), ("app-2026-06-03.1.log.gz", "app.log"), ("app-2026-06-03-12.log", "app.log"),
        ("web-1.access.log", "web-1.access.log"), ("web-2.log", "web-2.log"),
        ("20889999000011110156_20260414.csv", "20889999000011110156.csv"),
        ("bill.zip!x_20260414.csv", "bill.zip!x.csv"), ("app.log.20260603121500", "app.log"), ("device-a.log", "device-a.log"),
    ]) func namesAreTakenApart(name: String, stem: String) {
        #expect(RotationName(name).stem == stem)
    }

    @Test func countersAndDatesAreRead() {
        #expect(RotationName("app.log.12.gz").counter == 12)
        #expect(RotationName("x.0.log").counter == 0)
        #expect(RotationName("app-2026-06-03-12.log").period == .hour)
        #expect(RotationName("shop 2026-05-06--05-00-01.log").period == .moment)
        #expect(RotationName("pay-2026-06-04.log").date == (RotationName("pay-2026-06-03.log").date ?? 0) + 1)
    }

    @Test func filesThatFollowEachOtherAreOneChainAndOneDevice() {
        var sources = [
            source("d/app.log", 200, 300, .client), source("d/app.log.2.gz", 0, 99, .client), source("d/app.log.1", 100, 199, .client),
        ]
        let order = RotationChains.link(&sources)
        #expect(Set(sources.map(\.chain)).count == 1)
        #expect(Set(sources.map(\.device)).count == 1)
        #expect(order.places.map(\.rank) == [2, 0, 1])
        #expect(sources.allSatisfy { $0.gaps.isEmpty })
        #expect(order.device(StableHash.of("d/app.log.1"), source: 2) == order.device(0, source: 0))
    }

    @Test func filesThatOverlapAreDifferentDevices() {
        var sources = (1...3).map { source("ios/shop 2026-05-06--05-00-0\($0).log", 11, 6_000, .client) }
        _ = RotationChains.link(&sources)
        #expect(Set(sources.map(\.chain)).count == 3)
        #expect(Set(sources.map(\.device)).count == 3)
    }

    @Test func aCollectorsFilesFollowEachOtherByNameWhateverTheClocks() {
        func collector(_ name: String) -> SourceInfo {
            var made = source(name, 0, 90_000, .client)
            made.device = 0
            return made
        }
        func stretches(_ sources: [SourceInfo], _ places: [(source: UInt32, from: Double, to: Double)]) -> [Stretch]? {
            var linked = sources
            _ = RotationChains.link(&linked)
            let spans = places.map {
                DeviceSpan(
                    device: 5, name: "d5", platform: "", source: $0.source, span: Stretch(from: Instant($0.from), to: Instant($0.to)))
            }
            return devices(linked, spans)[5]?.coverage.stretches
        }
        let sources = [collector("c/all.log"), collector("c/all.log.2.gz"), collector("c/all.log.1")]
        let whole = [Stretch(from: Instant(100), to: Instant(2_100))]
        let apart = [Stretch(from: Instant(100), to: Instant(200)), Stretch(from: Instant(2_000), to: Instant(2_100))]
        #expect(stretches(sources, [(1, 100, 200), (2, 2_000, 2_100)]) == whole)
        // where a file is missing, or the end of one is lost, the device may have gone on there
        #expect(stretches(Array(sources[..<2]), [(1, 100, 200), (0, 2_000, 2_100)]) == apart)
        var cut = sources
        cut[1].gaps = [Gap(stretch: Stretch(from: Instant(90_000), to: .distantFuture), why: "gzip: unexpected end")]
        #expect(stretches(cut, [(1, 100, 200), (2, 2_000, 2_100)]) == apart)
    }

    @Test func aLogThatNamesItsDeviceOnceIsThatDevices() {
        func span(_ device: DeviceKey, _ source: UInt32) -> DeviceSpan {
            DeviceSpan(
                device: device, name: "d\(device)", platform: "ios", source: source, span: Stretch(from: Instant(10), to: Instant(11)))
        }
        let files = [source("ios/app.log.1", 0, 99, .client), source("ios/app.log", 100, 5_000, .client)]
        var sources = files
        let order = RotationChains.link(&sources, deviceSpans: [span(5, 0)])
        #expect(sources.map(\.device) == [5, 5])
        #expect(order.device(StableHash.of("ios/app.log"), source: 1) == 5)
        let found = devices(sources, [span(5, 0)])
        #expect(found[5]?.coverage.stretches == [Stretch(from: Instant(0), to: Instant(5_000))])
        #expect(found.count == 1)
        // A collector's lines of two devices do not say whose the others are, and neither does a stream in which servers write too.
        sources = files
        _ = RotationChains.link(&sources, deviceSpans: [span(5, 0), span(6, 1)])
        #expect(!sources.contains { $0.device == 5 || $0.device == 6 })
        sources = files + [source("ios/app.log", 100, 5_000)]
        _ = RotationChains.link(&sources, deviceSpans: [span(5, 1)])
        #expect(sources[1].device != 5)
    }

    @Test func theSameFileTwiceIsOnePlace() {
        var sources = [
            source("app.log.1", 0, 100, content: 7), source("app.log.1.gz", 0, 100, content: 7), source("app.log", 100, 200, content: 8),
        ]
        let order = RotationChains.link(&sources)
        #expect(order.places.map(\.rank) == [0, 0, 1])
        #expect(Set(sources.map(\.chain)).count == 1)
    }

    @Test func aMissingRotationIsAGap() {
        var sources = [source("app.log.1", 200, 300), source("app.log.3", 0, 99)]
        _ = RotationChains.link(&sources)
        #expect(sources[1].gaps == [Gap(stretch: Stretch(from: Instant(99), to: Instant(200)), why: "rotation missing")])
        var days = [source("pay-2026-06-03.log", 0, day), source("pay-2026-09-01.log.gz", 90 * day, 91 * day)]
        _ = RotationChains.link(&days)
        #expect(days[0].gaps.count == 1)
        var weeks = (0..<3).map { source("a.log-202606\(["07", "14", "21"][$0])", Double($0) * 7 * day, Double($0) * 7 * day + 6.9 * day) }
        _ = RotationChains.link(&weeks)
        #expect(weeks.allSatisfy { $0.gaps.isEmpty })
    }

    @Test func aFileInWhichAServiceSaidNothingIsNoMissingRotation() {
        func gaps(_ sources: [SourceInfo]) -> [Gap] {
            var linked = sources
            _ = RotationChains.link(&linked)
            return linked.flatMap(\.gaps)
        }
        let (old, new) = (source("pay @ s/all.log.2", 0, 99), source("pay @ s/all.log", 300, 400))
        #expect(gaps([old, new]).map(\.why) == ["rotation missing"])
        var empty = source("s/all.log.1", 0, 0)
        empty.span = nil
        #expect(gaps([old, empty, new]).isEmpty)
        // only another service spoke in it
        #expect(gaps([old, source("db @ s/all.log.1", 120, 280), new]).isEmpty)
        let days = [source("pay @ all-2026-06-03.log", 0, day), source("pay @ all-2026-06-05.log", 2 * day, 3 * day)]
        #expect(gaps(days).count == 1)
        #expect(gaps(days + [source("db @ all-2026-06-04.log", day, 2 * day)]).isEmpty)
    }
}

@Suite struct CoverageTests {
    @Test func chainsJoinAndOthersOnlyWhenNear() {
        var sources = [
            source("a/app.log.1", 0, 1_000), source("a/app.log", 5_000, 6_000), source("b/other.log", 6_599, 7_000),
            source("c/far.log", 7_600, 8_000), source("n/access.log", 0, 500, .serverEdge),
        ]
        _ = RotationChains.link(&sources)
        let run = CoverageBuilder.build(sources: sources)
        #expect(
            run.serverApp.stretches == [Stretch(from: Instant(0), to: Instant(7_000)), Stretch(from: Instant(7_600), to: Instant(8_000))])
        #expect(run.serverEdge.stretches == [Stretch(from: Instant(0), to: Instant(500))])
        #expect(devices(sources, []).isEmpty)
    }

    @Test func anOpenGapEndsWhereTheChainGoesOn() {
        var sources = [source("app.log.1.gz", 0, 1_000), source("app.log", 3_000, 4_000), source("x.log", 3_500, 3_900)]
        sources[0].gaps = [Gap(stretch: Stretch(from: Instant(1_000), to: .distantFuture), why: "gzip: unexpected end")]
        sources[2].gaps = [Gap(stretch: Stretch(from: Instant(3_900), to: .distantFuture), why: "cut")]
        _ = RotationChains.link(&sources)
        let run = CoverageBuilder.build(sources: sources)
        #expect(run.serverApp.gaps.map(\.stretch.to) == [Instant(3_000), .distantFuture])
        #expect(run.serverApp.covers(Instant(3_001), Instant(3_800)))
        #expect(!run.serverApp.covers(Instant(500), Instant(3_500)))
    }

    @Test func asOfComesFromServersCorrectedClientsAndBills() {
        var sources = [source("app.log", 0, 1_000), source("ios.log", 0, 90_000, .client), source("bill.csv", 0, 50_000, .provider)]
        _ = RotationChains.link(&sources)
        #expect(asOf(sources) == Instant(1_000))
        var clocks = ClockTable()
        clocks.add([ClockBound(device: sources[1].device, process: 0, offset: ClockOffset(low: .seconds(86_000), high: .seconds(88_000)))])
        #expect(asOf(sources, clocks) == Instant(2_000))
        let bill = ["alipay": [Stretch(from: Instant(0), to: Instant(57_600))]]
        #expect(asOf(sources, clocks, bill) == Instant(57_600))
    }

    @Test func asOfIsNotMovedByASourceWithWrongBytes() {
        var spoilt = source("b.log", 0, 9_000_000)
        spoilt.gaps = [Gap(stretch: Stretch(from: Instant(0), to: .distantFuture), why: "gzip: checksum mismatch")]
        func linked(_ sources: [SourceInfo]) -> Instant? {
            var sources = sources
            _ = RotationChains.link(&sources)
            return asOf(sources)
        }
        #expect(linked([source("a.log", 0, 1_000), spoilt]) == Instant(1_000))
        #expect(linked([spoilt]) == Instant(9_000_000))
    }

    @Test func aCollectorsDevicesAreCoveredOneByOne() {
        var sources = [source("c/collect.log", 0, 9_000, .client)]
        sources[0].device = 0
        _ = RotationChains.link(&sources)
        let spans = [
            DeviceSpan(device: 5, name: "d5", platform: "ios", source: 0, span: Stretch(from: Instant(10), to: Instant(20))),
            DeviceSpan(device: 6, name: "d6", platform: "", source: 0, span: Stretch(from: Instant(30), to: Instant(40))),
        ]
        let found = devices(sources, spans)
        #expect(found.keys.sorted() == [5, 6])
        #expect(found[5]?.coverage.stretches == [Stretch(from: Instant(10), to: Instant(20))])
        #expect(found[5]?.name == "d5")
    }
}

@Suite struct ServerWitnessTests {
    /// Whether the access logs testify about an order of second 1,000…1,100 that the application alone speaks of.
    private func covers(_ edges: [SourceInfo], endpoints: [Int], isAnswered: Bool = false) -> Bool {
        var sources = [source("pay.log", 0, 90_000)] + edges
        _ = RotationChains.link(&sources)
        var witnesses = ServerWitnesses(sources: sources)
        let path = Array("/pay/notify".utf8)
        path.withUnsafeBytes { path in
            for edge in endpoints { witnesses.note(endpoint: path, source: UInt32(edge + 1)) }
        }
        var rows = Rows()
        rows.add(.orderCreated, 1_000, [(.orderNumber, "A"), (.notifyPath, "/pay/notify")])
        rows.add(.orderChanged, 1_100, [(.orderNumber, "A")])
        if isAnswered { rows.add(.clientQueryAnswered, 1_050, [(.orderNumber, "A")]) }
        var orders = OrderWitnesses(witnesses)
        return rows.batch.rows.withUnsafeBufferPointer { all in
            rows.batch.arena.withUnsafeBytes { orders.coverage(of: all, arena: $0, otherwise: Instant(0)) }
        }.edge.covers(Instant(1_000), Instant(1_100))
    }

    @Test("a front end whose log is not here may have taken any order's requests", arguments: [0, 2, 3, 20])
    func hiddenFrontEnd(_ hidden: Int) {
        var sources = [source("pay.log", 0, 90_000), source("a-access.log", 0, 90_000, .serverEdge)]
        _ = RotationChains.link(&sources)
        var witnesses = ServerWitnesses(sources: sources)
        func note(_ number: Int, isShown: Bool) {
            var rows = Rows()
            rows.add(.queryReceived, 500 + Double(number), [(.orderNumber, "\(number)")])
            if isShown { rows.add(.queryReceived, 500 + Double(number), by: .serverEdge, source: 1, [(.orderNumber, "\(number)")]) }
            rows.batch.rows.withUnsafeBufferPointer { all in
                rows.batch.arena.withUnsafeBytes { witnesses.note(requestsOf: all, arena: $0) }
            }
        }
        for number in 0..<30 { note(number, isShown: number >= hidden) }
        var rows = Rows()
        rows.add(.orderCreated, 1_000, [(.orderNumber, "A")])
        var orders = OrderWitnesses(witnesses)
        let coverage = rows.batch.rows.withUnsafeBufferPointer { all in
            rows.batch.arena.withUnsafeBytes { orders.coverage(of: all, arena: $0, otherwise: Instant(0)) }
        }
        #expect(coverage.edge.covers(Instant(1_000), Instant(1_100)) == (hidden < 3))
        #expect(coverage.app.covers(Instant(1_000), Instant(1_100)))
    }

    @Test("a log of orders alone is no witness of payments where the log that shows these has ended", arguments: [true, false])
    func ordersAndPaymentsApart(_ hasEnded: Bool) {
        var sources = [source("orders.log", 0, 90_000), source("pay.log", 0, hasEnded ? 900 : 90_000)]
        _ = RotationChains.link(&sources)
        var witnesses = ServerWitnesses(sources: sources)
        var paid = Rows()
        paid.add(.orderCreated, 400, [(.orderNumber, "B")])
        paid.add(.orderChanged, 500, by: .serverApp, source: 1, [(.orderNumber, "B")])
        paid.batch.rows.withUnsafeBufferPointer { all in
            paid.batch.arena.withUnsafeBytes { witnesses.note(requestsOf: all, arena: $0) }
        }
        var rows = Rows()
        rows.add(.orderCreated, 1_000, [(.orderNumber, "A")])
        var orders = OrderWitnesses(witnesses)
        let coverage = rows.batch.rows.withUnsafeBufferPointer { all in
            rows.batch.arena.withUnsafeBytes { orders.coverage(of: all, arena: $0, otherwise: Instant(0)) }
        }
        #expect(coverage.app.covers(Instant(1_000), Instant(1_100)) == !hasEnded)
    }

    @Test func aCopyUnderAnotherNameIsNoOtherFrontEnd() {
        let whole = source("a-access.log", 0, 90_000, .serverEdge, content: 7)
        let copy = source("backup-of-web.log", 0, 90_000, .serverEdge, content: 7)
        let other = source("backup-of-web.log", 0, 90_000, .serverEdge, content: 8)
        #expect(covers([whole, copy], endpoints: [0, 1]))
        #expect(!covers([whole, other], endpoints: [0, 1]))
    }

    @Test func aLogThatMayHaveLostItsPastLeavesTheOtherNoWitness() {
        let whole = source("a-access.log", 0, 90_000, .serverEdge)
        let rotated = [source("b-access.log.1", 30_000, 60_000, .serverEdge), source("b-access.log", 60_001, 90_000, .serverEdge)]
        #expect(covers([whole], endpoints: [0]))
        #expect(!covers([whole] + rotated, endpoints: [0, 1, 2]))
        #expect(!covers([whole] + rotated, endpoints: []))
        // the app was answered, and no access log shows its question: it came through one that is not here (seed 24 of the cut worlds)
        #expect(!covers([whole], endpoints: [0], isAnswered: true))
        // it never shows the endpoint
        #expect(covers([whole] + rotated, endpoints: [0]))
        // no notify ever came, and no front end lost its past
        #expect(covers([whole, source("b-access.log", 0, 90_000, .serverEdge)], endpoints: []))
        // one file that begins behind the end of the other: it took over
        #expect(
            covers(
                [source("a-access.log", 0, 20_000, .serverEdge), source("b-access.log", 30_000, 60_000, .serverEdge)], endpoints: [0, 1]))
        // one file beside the other: earlier ones of its log may be cut away (seeds 10 and 93 of the cut worlds)
        #expect(!covers([whole, source("b-access-2026-04-03.log", 30_000, 60_000, .serverEdge)], endpoints: [0, 1]))
        #expect(!covers([whole, source("b-access.log", 30_000, 60_000, .serverEdge)], endpoints: [0, 1]))
        // its end is lost
        #expect(!covers([whole, source("b-access.log", 0, 300, .serverEdge)], endpoints: [0, 1]))
    }
}

/// All devices of some sources and spans.
private func devices(_ sources: [SourceInfo], _ spans: [DeviceSpan]) -> [DeviceKey: RunCoverage.Device] {
    let dealt = DeviceSpans()
    for span in spans { dealt.append(span) }
    let gathered = DeviceSpans.gather([dealt], in: SpillPool()) { $0 }
    let builder = DeviceCoverage(sources)
    var all: [DeviceKey: RunCoverage.Device] = [:]
    for part in 0..<DeviceSpans.count { all.merge(builder.devices(of: gathered.spans(in: part), part: part)) { first, _ in first } }
    return all
}

private func asOf(_ sources: [SourceInfo], _ clocks: ClockTable = ClockTable(), _ days: [String: [Stretch]] = [:]) -> Instant? {
    let facts = DeviceFacts([], known: clocks, spans: DeviceSpans(), sources: sources, in: SpillPool())
    return CoverageBuilder.asOf(sources: sources, devices: facts.latest, providerDays: days)
}
