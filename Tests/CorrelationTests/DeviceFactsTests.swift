import Domain
import Testing

@testable import Correlation

/// What comes to an order's turn is what one table of all devices says.
@Suite struct DeviceFactsTests {
    @Test("in memory or not, from one worker or several", arguments: 0..<20)
    func factsAreThoseOfOneTable(_ seed: Int) {
        var random = Seeded(UInt64(seed))
        let space = seed % 4 == 0 ? nil : MemorySpace()
        let pool = SpillPool(space: space, budget: 0)
        var sources: [SourceInfo] = []
        for place in 0..<6 {
            var source = SourceInfo(
                name: place < 4 ? "c/all.log.\(place)" : "d\(place).log", contentID: UInt64(place + 1), witness: .client,
                span: Stretch(from: Instant(1_000.0 * Double(place)), to: Instant(1_000.0 * Double(place) + 900)), evidence: 1)
            if place >= 4 { source.device = DeviceKey(place) }
            if place == 2 {
                source.gaps = [
                    Gap(stretch: Stretch(from: Instant(2_100), to: Instant(2_200)), why: "rate limit"),
                    Gap(stretch: Stretch(from: Instant(2_300), to: .distantFuture), why: "cut"),
                ]
            }
            sources.append(source)
        }
        let dealt = (0..<2).map { _ in DeviceSpans(in: pool) }
        var spans: [DeviceSpan] = []
        for device in DeviceKey(1)..<300 {
            for source in UInt32(0)..<4 where Bool.random(using: &random) {
                let from = 1_000.0 * Double(source) + Double(Int.random(in: 0..<400, using: &random))
                let span = DeviceSpan(
                    device: device, name: String(repeating: "d", count: Int(device % 40)) + "\(device)",
                    platform: ["", "ios", "android"].randomElement(using: &random) ?? "", source: source,
                    span: Stretch(from: Instant(from), to: Instant(from + 300)))
                spans.append(span)
                dealt.randomElement(using: &random)?.append(span)
            }
        }
        let gathered = DeviceSpans.gather(dealt, in: pool) { $0 == 3 ? nil : $0 }
        spans.removeAll { $0.source == 3 }
        #expect(Set(gathered) == Set(spans))
        let notes = (0..<3).map { _ in DeviceNotes(in: pool) }
        var (known, all) = (ClockTable(), ClockTable())
        var asked: [Int: Set<DeviceKey>] = [:]
        for _ in 0..<2_000 {
            let low = Int64.random(in: -30...30, using: &random)
            let bound = ClockBound(
                device: DeviceKey.random(in: 1..<320, using: &random), process: UInt64.random(in: 0..<4, using: &random),
                offset: ClockOffset(low: .seconds(low), high: .seconds(low + Int64.random(in: 20...90, using: &random))))
            if Int.random(in: 0..<5, using: &random) == 0 { known.add(bound) } else { notes.randomElement(using: &random)?.add(bound) }
            all.add(bound)
            let part = Int.random(in: 0..<256, using: &random)
            asked[part, default: []].insert(bound.device)
            for process in UInt64(0)..<4 { notes.randomElement(using: &random)?.ask(bound.device, process: process, for: part) }
        }
        let facts = DeviceFacts(notes, known: known, spans: gathered, sources: sources, in: pool)
        let reference = ReferenceDevices(sources, spans)
        for (part, devices) in asked {
            let found = facts.part(part)
            for device in devices {
                #expect(found.device(device) == reference.devices[device])
                #expect(found.clocks.isContradictory(device) == all.isContradictory(device))
                for processes in [[], [1], [2, 3], [0, 1]] as [[UInt64]] {
                    #expect(found.clocks.offset(of: device, processes: processes) == all.offset(of: device, processes: processes))
                }
            }
            #expect(found.device(1_000) == nil)
            #expect(found.clocks.offset(of: 1_000) == .unknown)
        }
        let latest = reference.devices.compactMap { CoverageBuilder.end(of: $0.value, clock: all.offset(of: $0.key)) }.max()
        #expect(facts.latest == latest)
        let together = facts.allClocks()
        for device in DeviceKey(1)..<320 {
            #expect(together.offset(of: device, processes: [1, 2]) == all.offset(of: device, processes: [1, 2]))
        }
    }
}

/// The coverage of devices, each from its own sources and spans alone.
private struct ReferenceDevices {
    var devices: [DeviceKey: RunCoverage.Device] = [:]

    init(_ sources: [SourceInfo], _ spans: [DeviceSpan]) {
        for device in Set(spans.map(\.device)).union(sources.map(\.device)) where device != 0 {
            let own = spans.filter { $0.device == device }.sorted { $0.source < $1.source }
            var chosen = sources
            for place in chosen.indices where chosen[place].device != device { chosen[place].device = 0 }
            let builder = DeviceCoverage(chosen)
            for part in 0..<DeviceSpans.count {
                devices.merge(builder.devices(of: part == DeviceSpans.part(of: device) ? own : [], part: part)) { $1 }
            }
        }
    }
}
