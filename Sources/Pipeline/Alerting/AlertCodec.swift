import Alerts
import Domain
import Store

/// Packs what alerting remembers of one rule, and what it says.
enum AlertCodec {
    private static let version: UInt8 = 1

    static func encode(_ rule: AlertState.Rule) -> [UInt8] {
        var out = ByteWriter()
        out.begin(version: version)
        write(rule.evaluatedTo, to: &out)
        write(rule.heldSince, to: &out)
        out.count(rule.heldBy.count)
        for name in rule.heldBy { out.text(name) }
        out.count(rule.active.count)
        for (labels, active) in rule.active.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            write(labels, to: &out)
            out.byte(active.machine.state?.rawValue ?? 255)
            out.signed(active.machine.activeAt.microseconds)
            out.signed(active.machine.firedAt.microseconds)
            write(active.machine.keptSince, to: &out)
            write(active.labels, to: &out)
            out.text(active.value)
            write(active.annotations, to: &out)
            out.flag(active.isLate)
        }
        out.count(rule.past.count)
        for firing in rule.past {
            write(firing.labels, to: &out)
            out.signed(firing.activeAt.microseconds)
            out.signed(firing.firedAt.microseconds)
            write(firing.endsAt, to: &out)
            out.flag(firing.isLate)
        }
        out.count(rule.late.count)
        for late in rule.late {
            write(late.event, to: &out)
            out.signed(late.endsAt.microseconds)
        }
        out.count(rule.digests.count)
        for (hour, digest) in rule.digests.sorted(by: { $0.key < $1.key }) {
            out.signed(hour)
            out.fixed(digest)
        }
        return out.bytes
    }

    static func rule(_ bytes: [UInt8]) throws(CodecError) -> AlertState.Rule {
        try read(bytes) { (input) throws(CodecError) in
            var rule = AlertState.Rule()
            (rule.evaluatedTo, rule.heldSince) = (try instant(&input), try instant(&input))
            for _ in 0..<(try input.count()) { rule.heldBy.append(try input.text()) }
            for _ in 0..<(try input.count()) {
                let labels = try texts(&input)
                var active = AlertState.Active()
                let state = AlertMachine.State(rawValue: try input.byte())
                let (activeAt, firedAt) = (Instant(microseconds: try input.signed()), Instant(microseconds: try input.signed()))
                active.machine = AlertMachine(state: state, activeAt: activeAt, firedAt: firedAt, keptSince: try instant(&input))
                active.labels = try pairs(&input)
                active.value = try input.text()
                active.annotations = try pairs(&input)
                active.isLate = try input.flag()
                rule.active[labels] = active
            }
            for _ in 0..<(try input.count()) {
                let labels = try texts(&input)
                let (activeAt, firedAt) = (Instant(microseconds: try input.signed()), Instant(microseconds: try input.signed()))
                let end = try instant(&input)
                rule.past.append(
                    AlertState.Firing(labels: labels, activeAt: activeAt, firedAt: firedAt, endsAt: end, isLate: try input.flag()))
            }
            for _ in 0..<(try input.count()) {
                let event = try event(&input)
                rule.late.append(AlertState.LateFiring(event: event, endsAt: Instant(microseconds: try input.signed())))
            }
            for _ in 0..<(try input.count()) {
                let hour = try input.signed()
                rule.digests[hour] = try input.fixed()
            }
            return rule
        }
    }

    static func encode(_ event: AlertEvent) -> [UInt8] {
        var out = ByteWriter()
        out.begin(version: version)
        write(event, to: &out)
        return out.bytes
    }

    static func event(_ bytes: [UInt8]) throws(CodecError) -> AlertEvent {
        try read(bytes) { (input) throws(CodecError) in try event(&input) }
    }

    static func encode(_ asOf: Instant?) -> [UInt8] {
        var out = ByteWriter()
        out.begin(version: version)
        write(asOf, to: &out)
        return out.bytes
    }

    static func instant(_ bytes: [UInt8]) throws(CodecError) -> Instant? {
        try read(bytes) { (input) throws(CodecError) in try instant(&input) }
    }

    private static func read<Value>(
        _ bytes: [UInt8], _ body: (inout ByteReader) throws(CodecError) -> Value
    ) throws(CodecError) -> Value {
        var result: Result<Value, CodecError>?
        bytes.withUnsafeBytes { raw in
            var input = ByteReader(raw)
            do throws(CodecError) {
                try input.begin(version: version)
                let value = try body(&input)
                try input.end()
                result = .success(value)
            } catch { result = .failure(error) }
        }
        guard let result else { throw CodecError(.cut, offset: 0) }
        return try result.get()
    }

    private static func write(_ instant: Instant?, to out: inout ByteWriter) {
        out.flag(instant != nil)
        if let instant { out.signed(instant.microseconds) }
    }

    private static func instant(_ input: inout ByteReader) throws(CodecError) -> Instant? {
        try input.flag() ? Instant(microseconds: try input.signed()) : nil
    }

    private static func write(_ texts: [String], to out: inout ByteWriter) {
        out.count(texts.count)
        for text in texts { out.text(text) }
    }

    private static func texts(_ input: inout ByteReader) throws(CodecError) -> [String] {
        var texts: [String] = []
        for _ in 0..<(try input.count()) { texts.append(try input.text()) }
        return texts
    }

    private static func write(_ pairs: [AlertEvent.Pair], to out: inout ByteWriter) {
        out.count(pairs.count)
        for pair in pairs {
            out.text(pair.name)
            out.text(pair.value)
        }
    }

    private static func pairs(_ input: inout ByteReader) throws(CodecError) -> [AlertEvent.Pair] {
        var pairs: [AlertEvent.Pair] = []
        for _ in 0..<(try input.count()) {
            let name = try input.text()
            pairs.append(AlertEvent.Pair(name, try input.text()))
        }
        return pairs
    }

    private static func write(_ event: AlertEvent, to out: inout ByteWriter) {
        out.text(event.rule)
        write(event.labels, to: &out)
        write(event.annotations, to: &out)
        out.signed(event.startsAt.microseconds)
        write(event.endsAt, to: &out)
        out.text(event.value)
        out.flag(event.isLate)
        out.signed(event.raisedAt.microseconds)
    }

    private static func event(_ input: inout ByteReader) throws(CodecError) -> AlertEvent {
        let rule = try input.text()
        let (labels, annotations) = (try pairs(&input), try pairs(&input))
        let startsAt = Instant(microseconds: try input.signed())
        let endsAt = try instant(&input)
        let value = try input.text()
        let isLate = try input.flag()
        return AlertEvent(
            rule: rule, labels: labels, annotations: annotations, startsAt: startsAt, endsAt: endsAt, value: value, isLate: isLate,
            raisedAt: Instant(microseconds: try input.signed()))
    }
}
