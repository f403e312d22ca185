import Decoding
import Domain

/// The literals without which no line is evidence: the union of what the recognisers declare, compiled once.
enum Anchors {
    /// The scanner of a run without learnt or configured endpoints.
    static let shared = AnchorScanner(literals: literals, presence: deviceKeys.map { Array($0.bytes) })

    /// Every literal that can make a line evidence: event words, the recognisers' own, the usual words of request paths.
    static let literals: [[UInt8]] = {
        var all = EventWords.anchors
        for recognizer in Recognizer.all { all.append(contentsOf: recognizer.anchors.filter { isUseful($0) }.map { Array($0.bytes) }) }
        all.append(contentsOf: RequestRules.usualAnchors.map { Array($0.bytes) })
        var seen: Set<[UInt8]> = []
        return all.filter { seen.insert($0).inserted }
    }()

    /// How lines of every form name their device: a collector's spans need them all (vocabulary §5).
    private static let deviceKeys: [StaticString] = [
        "\"device\":", "\"deviceId\":", "\"device_id\":", "device=", "deviceId=", "device_id=",
    ]

    /// A scanner of more literals beside the usual ones.
    static func scanner(with extra: [[UInt8]]) -> AnchorScanner {
        AnchorScanner(literals: literals + extra, presence: deviceKeys.map { Array($0.bytes) })
    }

    /// The tagged recognisers see only lines that carry the tag: their own words need no scan.
    private static func isUseful(_ literal: StaticString) -> Bool {
        for recognizer in Recognizer.tagged where recognizer.name != Recognizer.payCallbackEvent.name {
            for known in recognizer.anchors where known.bytes.same(as: literal.bytes) {
                return Recognizer.system.contains { $0.anchors.contains { $0.bytes.same(as: literal.bytes) } }
            }
        }
        return true
    }

    /// The scanner of sources with a mapping; nil: every record must be looked at.
    static func scanner(rules: RequestRules, mapping: SourceMapping) -> AnchorScanner? {
        var extra = rules.anchors
        for event in mapping.events {
            switch event.test {
            case .pattern(let pattern):
                guard pattern.literal.count >= 3 else { return nil }
                extra.append(pattern.literal)
            case .field(_, let value):
                guard value.utf8.count >= 3 else { return nil }
                extra.append(Array(value.utf8))
            }
        }
        return extra.isEmpty ? shared : scanner(with: extra)
    }
}
