import Domain
import Testing

@testable import Correlation

private let number = [(AttributeKey.orderNumber, "O")]

/// What does not depend on where rows stood before: event, stamp and witness, in order.
private func shape(_ chain: Chain) -> [String] {
    chain.events.map { "\($0.event.name)@\($0.at.microseconds)/\($0.witness.rawValue)" }
}

private func sessions(_ low: Int64, _ high: Int64, _ key: DeviceKey = 9) -> [DeviceSession] {
    [DeviceSession(key: key, offset: ClockOffset(low: .milliseconds(low), high: .milliseconds(high)), coverage: WitnessCoverage())]
}

@Suite struct ChainTests {
    @Test func theSameRecordInTwoSourcesIsOne() {
        var rows = Rows()
        rows.add(.orderCreated, 1, source: 0, number)
        rows.add(.orderCreated, 1, source: 5, number)
        rows.add(.orderCreated, 2, source: 0, number)
        let (chain, duplicates) = ChainBuilder.build(
            order: OrderNumber("O"), rows: rows.batch.rows, arena: rows.batch.arena, devices: [], sources: SourceOrder())
        #expect(chain.events.map(\.source) == [0, 0])
        #expect(duplicates == 1)
    }

    @Test func aDeviceKeepsItsSequenceWhateverItsClockSays() {
        var rows = Rows()
        rows.add(.orderSaved, 100, source: 1, device: 9, number)
        rows.add(.walletOpened, 40, source: 1, device: 9, number)
        rows.add(.resultShown, 41, source: 1, device: 9, number)
        #expect(rows.chain("O").events.map(\.event) == [.orderSaved, .walletOpened, .resultShown])
    }

    @Test func surelyBeforeWinsElseTheCausalRank() {
        var rows = Rows()
        // the device is 60 s ahead, known to half a second
        rows.add(.walletOpened, 165, source: 1, device: 9, number)
        rows.add(.querySent, 170, source: 1, device: 9, number)
        rows.add(.queryReceived, 110, source: 2, number)
        rows.add(.notifyReceived, 105, source: 2, number)
        rows.add(.tradeRecorded, 104, source: 3, resolution: .second, number)
        let chain = rows.chain("O", devices: sessions(59_500, 60_500))
        #expect(chain.events.map(\.event) == [.walletOpened, .tradeRecorded, .notifyReceived, .querySent, .queryReceived])
    }

    @Test func aNewestFirstSourceIsTurnedRound() {
        var rows = Rows()
        rows.add(.notifyAnswered, 10.03, number)
        rows.add(.notifyVerified, 10.02, number)
        rows.add(.notifyReceived, 10.01, number)
        rows.add(.orderCreated, 1, number)
        #expect(rows.chain("O").events.map(\.event) == [.orderCreated, .notifyReceived, .notifyVerified, .notifyAnswered])
    }

    @Test func withinOneSecondAFileKeepsItsOrder() {
        var rows = Rows()
        rows.add(.orderChanged, 10, resolution: .second, number)
        rows.add(.notifyReceived, 10, resolution: .second, number)
        #expect(rows.chain("O").events.map(\.event) == [.orderChanged, .notifyReceived])
    }

    @Test func evidenceAfterAsOfIsNotKnown() {
        var rows = Rows()
        rows.add(.orderCreated, 10, number)
        rows.add(.orderChanged, 20, number)
        rows.add(.resultShown, 80, source: 1, device: 9, number)
        rows.add(.tradeRecorded, 5, source: 3, number + [(.billDay, "1970-01-01")])
        let known = rows.chain("O", devices: sessions(50_000, 70_000), asOf: Instant(15))
        #expect(known.events.map(\.event) == [.orderCreated, .resultShown])
    }

    @Test(arguments: 0..<200) func shufflingSplittingDoublingAndShiftingChangeNothing(seed: Int) {
        var random = Seeded(UInt64(seed))
        var world = World(random: random, offset: 0)
        let rows = world.order("O", start: 1_790_000_000, losses: 0)
        let base = sessions(-300, 300)
        let expected = rows.chain("O", devices: base)

        // shuffle, and give some rows twice under another source
        var changed = EvidenceBatch()
        let shift = Int64.random(in: -86_400...86_400, using: &random) * 1_000
        var places = [SourceOrder.Place](
            repeating: SourceOrder.Place(chain: 0, rank: 0, device: 0, ownDevice: 0, witness: .serverApp), count: 30)
        for source in 0..<30 {
            let original = source % 10
            places[source].chain = UInt64(original)
            places[source].rank = UInt32(source / 10 == 1 ? 1 : 0)
            places[source].witness = original == 1 ? .client : original == 2 ? .serverApp : original == 3 ? .serverEdge : .provider
        }
        let cut = UInt64.random(in: 0...3_000, using: &random)
        for row in rows.batch.rows.shuffled(using: &random) {
            rows.batch.withAttributes(of: row) { attributes in
                var moved = row
                if row.witness == .client { moved.at = row.at + .milliseconds(shift) }
                // a file split in two: its second part begins again at offset 0
                if row.offset >= cut {
                    moved.source += 10
                    moved.offset -= cut
                }
                changed.append(moved, attributes: attributes.bytes)
                if Bool.random(using: &random) {
                    moved.source = row.source + 20
                    moved.offset = row.offset
                    if row.offset < cut { changed.append(moved, attributes: attributes.bytes) }
                }
            }
        }
        let (chain, _) = ChainBuilder.build(
            order: OrderNumber("O"), rows: changed.rows, arena: changed.arena, devices: sessions(-300 + shift, 300 + shift),
            sources: SourceOrder(places: places))
        #expect(chain.events.map(\.event) == expected.events.map(\.event))
        #expect(chain.deliveries.count == expected.deliveries.count)
        #expect(chain.attempts == expected.attempts)
        #expect(shape(chain).filter { !$0.hasPrefix("client") } == shape(expected).filter { !$0.hasPrefix("client") })
    }

    @Test(arguments: 0..<100) func surelyBeforeIsNeverTurnedRound(seed: Int) {
        var random = Seeded(UInt64(seed) &+ 9_000)
        var rows = Rows()
        let events: [EventKind] = [.orderCreated, .notifyReceived, .orderChanged, .querySent, .resultShown, .tradeRecorded, .queryReceived]
        for source in UInt32(0)..<4 {
            var at = Double.random(in: 0...5, using: &random)
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                at += Double.random(in: 0...3, using: &random)
                let event = events.randomElement(using: &random) ?? .orderCreated
                let isClient = event.layer == .client
                rows.add(
                    event, isClient ? at : at.rounded(.down), source: isClient ? 10 : source, device: isClient ? 9 : 0,
                    resolution: isClient ? .millisecond : .second, number + [(.note, "\(rows.batch.rows.count)")])
            }
        }
        // a device's file in its own order
        let chain = rows.chain("O", devices: sessions(-1_500, 1_500))
        let servers = chain.events.filter { $0.witness != .client }
        for (i, a) in servers.enumerated() {
            for b in servers[(i + 1)...] { #expect(!chain.range(of: b).isBefore(chain.range(of: a))) }
        }
        let clients = chain.events.filter { $0.witness == .client }.map(\.offset)
        #expect(clients == clients.sorted())
        #expect(chain.events.count == rows.batch.rows.count)
    }

    @Test func attemptsByNumberAndChannel() {
        var rows = Rows()
        rows.add(.orderCreated, 1, number + [(.flow, "wechat_h5")])
        rows.add(.checkoutCreated, 2, number + [(.attemptNumber, "O-1"), (.flow, "wechat_h5")])
        rows.add(.checkoutCreated, 3, number + [(.attemptNumber, "O-2"), (.flow, "alipay_h5")])
        rows.add(
            .notifyReceived, 20,
            [(.orderNumber, "O-2"), (.provider, "alipay"), (.tradeNumber, "T2"), (.status, "paid"), (.paidAt, "19000000")])
        rows.add(.notifyVerified, 20.1, [(.orderNumber, "O-2"), (.ok, "true")])
        rows.add(.notifyVerified, 20.2, number + [(.ok, "true")])
        let chain = rows.chain("O")
        #expect(chain.attempts.map(\.number) == ["O-1", "O-2"])
        #expect(chain.attempts.map(\.flow) == [.wechatH5, .alipayH5])
        #expect(chain.attempts[1].tradeNumbers == ["T2"])
        #expect(chain.attempts[1].paidAt == Instant(19))
        #expect(chain.deliveries.first?.attempt == 1)
    }

    @Test func `as-of leaves out device rows whose clock nothing bounds, but not before clocks are known`() {
        var rows = Rows()
        rows.add(.orderCreated, 10, number)
        rows.add(.walletOpened, 12, source: 1, device: 9, number)
        rows.add(.resultShown, 40, source: 1, device: 9, number)
        let unbounded = [
            DeviceSession(
                key: 9, offset: ClockOffset(low: TimeSpan(microseconds: .min), high: TimeSpan(microseconds: .max)),
                coverage: WitnessCoverage())
        ]
        #expect(rows.chain("O", devices: unbounded, asOf: Instant(15)).events.map(\.event) == [.orderCreated, .walletOpened])
        #expect(rows.chain("O", asOf: Instant(15)).events.map(\.event) == [.orderCreated, .walletOpened])
        var builder = ChainBuilder(sources: SourceOrder(), asOf: Instant(15))
        var survey = Chain(order: OrderNumber("O"))
        rows.batch.rows.withUnsafeBufferPointer { all in
            rows.batch.arena.withUnsafeBytes {
                _ = builder.build(OrderNumber("O"), rows: all, arena: $0, devices: unbounded, isForSurvey: true, into: &survey)
            }
        }
        #expect(survey.events.count == 3)
    }
}
