import Domain
import Testing

@testable import Decoding

/// The detection of a stream's forms, held against one that reads every line by every form.
@Suite struct DetectionTests {
    private struct Slow: Equatable {
        var transport = ""
        var texts: [String] = []
        var readsJSON = false
        var name = ""

        init(_ found: EnvelopeDetection) {
            transport = found.transport.map { "\($0.name)" } ?? ""
            (texts, readsJSON, name) = (found.texts.map { "\($0.name)" }, found.readsJSON, found.name)
        }

        /// What the lines are, by every form's reading of every line.
        init(_ lines: [[UInt8]]) {
            var best = 0
            for format in EnvelopeFormat.transports {
                guard case .transport(let unwrap) = format.kind else { continue }
                var clock = StampClock()
                var arena = ByteArena()
                var count = 0
                for line in lines {
                    var wrapped = WrappedLine()
                    arena.removeAll()
                    if line.withUnsafeBytes({ unwrap($0, &clock, &wrapped, &arena) }) { count += 1 }
                }
                if count > best { (best, transport) = (count, "\(format.name)") }
            }
            if best * 2 > lines.count {
                name = transport
                return
            }
            transport = ""
            choose(lines, DetectionTests.reading(lines))
        }

        private mutating func choose(_ lines: [[UInt8]], _ reading: DetectionTests.Reading) {
            var left = Set(lines.indices)
            let resort = reading.lastResort?.lines.count ?? 0
            func most() -> (name: String, lines: Set<Int>)? {
                var best: (name: String, lines: Set<Int>)?
                for (name, fitting) in reading.special {
                    let still = fitting.intersection(left)
                    if still.count > (best?.lines.count ?? 0) { best = (name, still) }
                }
                return best
            }
            while texts.count < 4, let best = most() {
                if texts.isEmpty, best.lines.count * 3 < resort || best.lines.count < reading.json.count { break }
                if !texts.isEmpty || reading.json.count > best.lines.count, best.lines.count < 2 || best.lines.count * 10 < lines.count {
                    break
                }
                texts.append(best.name)
                left.subtract(best.lines)
            }
            let json = reading.json.intersection(left)
            if !json.isEmpty, texts.isEmpty || reading.isStamped && json.count * 4 >= lines.count,
                json.count * 3 >= (texts.isEmpty ? resort : 0)
            {
                readsJSON = true
                name = reading.jsonName
                left.subtract(json)
                for (name, fitting) in reading.special where texts.count < 4 && !texts.contains(name) {
                    let still = fitting.intersection(left)
                    guard still.count >= 2, still.count * 10 >= lines.count else { continue }
                    texts.append(name)
                    left.subtract(still)
                }
            }
            if texts.isEmpty, !readsJSON, let resort = reading.lastResort { texts = [resort.name] }
            for text in texts { name += (name.isEmpty ? "" : " + ") + text }
        }
    }

    fileprivate struct Reading {
        var special: [(name: String, lines: Set<Int>)] = []
        var lastResort: (name: String, lines: Set<Int>)?
        var json: Set<Int> = []
        var jsonName = ""
        var isStamped = false
    }

    /// Which lines each form has.
    private static func reading(_ lines: [[UInt8]]) -> Reading {
        var result = Reading()
        for format in EnvelopeFormat.texts {
            guard case .text(let read) = format.kind else { continue }
            var fitting: Set<Int> = []
            var isStamped = false
            for (index, line) in lines.enumerated() {
                var clock = StampClock()
                var record = Record(offset: 0, line: 0)
                guard line.withUnsafeBytes({ read($0, &clock, &record) }) else { continue }
                fitting.insert(index)
                if record.at != nil { isStamped = true }
            }
            if fitting.isEmpty { continue }
            if !format.isLastResort {
                result.special.append(("\(format.name)", fitting))
            } else if fitting.count > (result.lastResort?.lines.count ?? 0), isStamped || fitting.count * 2 > lines.count {
                result.lastResort = ("\(format.name)", fitting)
            }
        }
        var counts = [Int](repeating: 0, count: EnvelopeFormat.jsons.count)
        let reader = JSONRecord()
        for (index, line) in lines.enumerated() {
            line.withUnsafeBytes { line in
                guard line.at(0) == UInt8(ascii: "{"), FieldScanner.isObjectStart(line, 0),
                    line.trimmed.at(line.trimmed.count - 1) == UInt8(ascii: "}")
                else { return }
                result.json.insert(index)
                let marks = reader.walk(line)
                if marks.contains(.stamped) { result.isStamped = true }
                let form = EnvelopeFormat.jsons.firstIndex { format in
                    if case .json(let keys) = format.kind { keys.fits(marks) } else { false }
                }
                if let form { counts[form] += 1 }
            }
        }
        if let most = counts.max(), most > 0, let form = counts.firstIndex(of: most) {
            result.jsonName = "\(EnvelopeFormat.jsons[form].name)"
        }
        return result
    }

    /// Lines of one writer, of several, with stray ones between them, whole or cut.
    @Test func agreesWithReadingEveryLineByEveryForm() {
        let examples = EnvelopeFormat.all.flatMap(\.examples).flatMap { $0.text.utf8.split(separator: 10).map(Array.init) }
        var random = Seeded(41)
        for round in 0..<400 {
            let writers = (0...Int(random.next() % 3)).map { _ in examples[Int(random.next() % UInt64(examples.count))] }
            var lines: [[UInt8]] = []
            for _ in 0..<(1 + Int(random.next() % 70)) {
                var line = writers[Int(random.next() % UInt64(writers.count))]
                if round % 3 == 0, random.next() % 8 == 0 { line = examples[Int(random.next() % UInt64(examples.count))] }
                if round % 4 == 0, random.next() % 16 == 0 { line = Array(line.prefix(Int(random.next() % UInt64(line.count + 1)))) }
                if line.contains(where: { !$0.isBlank }) { lines.append(line) }
            }
            let sample = Array(lines.joined(separator: [10]))
            let found = sample.withUnsafeBytes { EnvelopeDetection.detect($0, clock: StampClock()) }
            let seen = lines.prefix(EnvelopeDetection.sampleLines).map { line in
                let line = line.last == 13 ? line.dropLast() : line[...]
                return line.withUnsafeBytes { Array($0.withoutMark) }
            }
            if seen.isEmpty { continue }
            #expect(Slow(found) == Slow(Array(seen)), "round \(round): \(String(decoding: sample, as: UTF8.self))")
        }
    }
}
