import Decoding
import Domain
import Testing

@testable import Recognition

/// The table must find what trying every template in order finds.
@Suite struct EndpointTableTests {
    /// A small linear congruential generator, seeded.
    private struct Seeded {
        var state: UInt64
        mutating func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(bound))
        }
    }

    private static func slow(_ templates: Set<String>, _ target: URLTarget) -> Bytes? {
        for endpoint in templates.sorted().map(Endpoint.init) where endpoint.prefix.count + endpoint.suffix.count > 1 {
            guard let number = endpoint.match(path: target.path) else { continue }
            return number.count > 0 ? number : endpoint.number(inQuery: target.query) ?? number
        }
        return nil
    }

    @Test(arguments: [1, 2, 3, 4]) func findsWhatALinearSearchFinds(seed: UInt64) {
        var random = Seeded(state: seed)
        let parts = ["/", "/a", "/ab", "/notify", "/*", "/a*", "/*b", "*", "?o=*", "?x=1&o=*", "b", "//"]
        for _ in 0..<300 {
            var templates: Set<String> = []
            for _ in 0..<random.next(30) {
                templates.insert((0..<(1 + random.next(4))).map { _ in parts[random.next(parts.count)] }.joined())
            }
            let table = EndpointTable(templates)
            let words = ["/", "/a", "/ab", "/notify", "/SO-1", "/aSO-1", "b", "//", "?o=7", "?x=1&o=9", "#a"]
            for _ in 0..<60 {
                var text = (0..<(1 + random.next(5))).map { _ in words[random.next(words.count)] }.joined()
                text.withUTF8 { bytes in
                    let target = URLTarget(Bytes(bytes))
                    let (found, expected) = (table.match(target)?.text, Self.slow(templates, target)?.text)
                    #expect(found == expected, "\(target.path.text) among \(templates.sorted())")
                }
            }
        }
    }

    /// However many endpoints are known, a request's meaning is the same.
    @Test(arguments: [1, 40, 5_000]) func meaningDoesNotDependOnHowManyAreKnown(count: Int) {
        var endpoints = Endpoints()
        for index in 0..<count {
            endpoints.notify.insert("/hooks/t\(index)/receive")
            endpoints.returns.insert("/shop\(index)/done?n=*")
        }
        let lines = [
            #"203.0.113.9 - - [03/Sep/2026:15:02:59 +0800] "POST /hooks/t0/receive HTTP/1.1" 200 7 "-" "Mozilla/4.0""#,
            #"203.0.113.9 - - [03/Sep/2026:15:03:00 +0800] "GET /hooks/t0/receive HTTP/1.1" 200 7 "-" "Mozilla/5.0""#,
            #"203.0.113.9 - - [03/Sep/2026:15:03:01 +0800] "GET /shop0/done?n=SO-20260903-1 HTTP/1.1" 200 7 "-" "Mozilla/5.0""#,
            #"203.0.113.9 - - [03/Sep/2026:15:03:02 +0800] "POST /api/v1/checkout HTTP/1.1" 200 7 "-" "Mozilla/5.0""#,
            #"203.0.113.9 - - [03/Sep/2026:15:03:03 +0800] "POST /any/notify HTTP/1.1" 200 7 "-" "Mozilla/4.0""#,
            #"203.0.113.9 - - [03/Sep/2026:15:03:04 +0800] "GET /orders/SO-20260903-1/status HTTP/1.1" 200 7 "-" "Mozilla/5.0""#,
        ]
        var extractor = SourceExtractor(
            name: "access.log", sourceIndex: 0,
            plan: ExtractionPlan(settings: RecognitionSettings(reference: Instant(microseconds: 0)), endpoints: endpoints))
        var batch = EvidenceBatch()
        let text = Array((lines.joined(separator: "\n") + "\n").utf8)
        text.withUnsafeBytes { extractor.consume($0, into: &batch) }
        extractor.finish(losses: [], into: &batch)
        #expect(batch.rows.map(\.event) == [.notifyReceived, .returnServed, .notifyReceived])
    }
}
