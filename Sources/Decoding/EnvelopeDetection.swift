import Domain

/// Which forms the first lines of a stream have. By file, not by line (architecture.md, the way of the data).
struct EnvelopeDetection {
    var transport: EnvelopeFormat?
    var texts: [EnvelopeFormat] = []
    var readsJSON = false
    var isLogShow = false
    var name = ""
    var origin = RecordOrigin.unknown

    var isEmpty: Bool { transport == nil && texts.isEmpty && !readsJSON }

    /// Lines that are looked at.
    static let sampleLines = 64
    /// Bytes that are looked at.
    static let sampleLength = 64 << 10

    /// Detects on the lines of `sample`.
    static func detect(_ sample: Bytes, clock: StampClock, allowsTransport: Bool = true) -> EnvelopeDetection {
        var lines: [Bytes] = []
        var start = 0
        while start < sample.count, lines.count < sampleLines {
            let end = sample.first(10, from: start) ?? sample.count
            let line = sample.slice(start, end).withoutMark
            if !line.trimmed.isEmpty { lines.append(line.slice(0, line.at(line.count &- 1) == 13 ? line.count &- 1 : line.count)) }
            start = end &+ 1
        }
        return detect(lines, clock: clock, allowsTransport: allowsTransport)
    }

    private static func detect(_ lines: [Bytes], clock: StampClock, allowsTransport: Bool) -> EnvelopeDetection {
        var result = EnvelopeDetection()
        guard !lines.isEmpty else { return result }
        if allowsTransport, let transport = transport(lines, clock) {
            result.transport = transport
            result.name = "\(transport.name)"
            return result
        }
        // One line of a journal's record has its header, all of them look like logfmt.
        if lines.count > 1, lines[0].has("__CURSOR=s="), lines[1].has("__REALTIME_TIMESTAMP=") {
            result.take(.journalExport)
            return result
        }
        var trial = TrialReading(lines, clock)
        // A form that every line has is the only one, whatever else the lines would fit: so it is for most files, and one look at their
        // first line tells of each other form that it is not theirs.
        if let format = trial.formOfAll() {
            result.take(format)
            return result
        }
        let json = jsonLines(lines, clock)
        if json.lines == trial.all {
            result.take(json)
            result.noteRequests(lines)
            return result
        }
        let (special, lastResort) = trial.forms()
        var left = trial.all
        // The form that most lines have; the first of equals. Then further ones for what is left, if they are no accident.
        while result.texts.count < 4 {
            var best: (format: EnvelopeFormat, lines: LineSet)?
            for (format, fitting) in special {
                let still = fitting.intersection(left)
                if still.count > (best?.lines.count ?? 0) { best = (format, still) }
            }
            guard let best else { break }
            let isFirst = result.texts.isEmpty
            if isFirst, best.lines.count * 3 < (lastResort?.lines.count ?? 0) || best.lines.count < json.lines.count { break }
            if !isFirst || json.lines.count > best.lines.count, best.lines.count < 2 || best.lines.count * 10 < lines.count { break }
            result.texts.append(best.format)
            left.subtract(best.lines)
        }
        let jsonLeft = json.lines.intersection(left)
        if !jsonLeft.isEmpty, result.texts.isEmpty || json.isStamped && jsonLeft.count * 4 >= lines.count,
            jsonLeft.count * 3 >= (result.texts.isEmpty ? lastResort?.lines.count ?? 0 : 0)
        {
            result.take(json)
            left.subtract(jsonLeft)
            // Text forms beside JSON lines: banners are none, a second logger is one.
            for (format, fitting) in special where result.texts.count < 4 {
                let still = fitting.intersection(left)
                guard still.count >= 2, still.count * 10 >= lines.count, !result.texts.contains(where: { $0.name.same(as: format.name) })
                else {
                    continue
                }
                result.texts.append(format)
                left.subtract(still)
            }
        }
        if result.isEmpty, let lastResort { result.texts = [lastResort.format] }
        for format in result.texts { result.takeName(of: format) }
        result.noteRequests(lines)
        return result
    }

    /// A stream of requests is an access log whatever frames its lines: with nothing of payments in it, it covers no application.
    private mutating func noteRequests(_ lines: [Bytes]) {
        guard origin == .application || origin == .unknown else { return }
        var requests = 0
        var others = 0
        for line in lines {
            if RequestInWords.isRequest(line) { requests += 1 } else if !line[0].isBlank, line[0] != UInt8(ascii: "#") { others += 1 }
            // The lines that are left could not outnumber them any more.
            if others * 2 > lines.count { return }
        }
        if requests > 0, requests >= others { origin = .access }
    }

    /// Takes the only text form.
    private mutating func take(_ format: EnvelopeFormat) {
        texts = [format]
        takeName(of: format)
    }

    private mutating func takeName(of format: EnvelopeFormat) {
        name += (name.isEmpty ? "" : " + ") + "\(format.name)"
        if origin == .unknown { origin = format.origin }
    }

    private mutating func take(_ json: JSONLines) {
        readsJSON = true
        (isLogShow, name, origin) = (json.isLogShow, json.name, json.origin)
    }

    /// The form of a document's elements, by its first one, as far as it is seen.
    static func ofDocument(_ sample: Bytes) -> EnvelopeDetection {
        var result = EnvelopeDetection()
        let reader = JSONRecord()
        let start = sample.first(UInt8(ascii: "{")) ?? sample.count
        let marks = reader.walk(sample.from(start))
        result.readsJSON = true
        result.name = "JSON"
        for format in EnvelopeFormat.jsons {
            guard case .json(let keys) = format.kind, keys.fits(marks) else { continue }
            (result.name, result.origin) = ("\(format.name)", format.origin)
            result.isLogShow = keys.isMessageOnly
            break
        }
        result.name += " document"
        return result
    }

    /// The wrapper that most lines have; the first of equals.
    private static func transport(_ lines: [Bytes], _ clock: StampClock) -> EnvelopeFormat? {
        var arena = ByteArena()
        var best: (format: EnvelopeFormat, count: Int)?
        for format in EnvelopeFormat.transports {
            guard case .transport(let unwrap) = format.kind else { continue }
            var clock = clock
            var misses = 0
            for line in lines {
                var wrapped = WrappedLine()
                arena.removeAll()
                if line.has(format.start), line.find(format.mark) != nil || format.mark.utf8CodeUnitCount == 0,
                    unwrap(line, &clock, &wrapped, &arena)
                {
                    continue
                }
                misses += 1
                // It could not have more than half of the lines any more.
                if misses * 2 >= lines.count { break }
            }
            guard misses * 2 < lines.count else { continue }
            if lines.count - misses > (best?.count ?? 0) { best = (format, lines.count - misses) }
        }
        return best?.format
    }

    private struct JSONLines {
        var lines = LineSet()
        var isStamped = false
        var isLogShow = false
        var name = ""
        var origin = RecordOrigin.unknown
    }

    private static func jsonLines(_ lines: [Bytes], _ clock: StampClock) -> JSONLines {
        var result = JSONLines()
        let reader = JSONRecord()
        var counts = [Int](repeating: 0, count: EnvelopeFormat.jsons.count)
        for (index, line) in lines.enumerated() {
            guard line.at(0) == UInt8(ascii: "{"), FieldScanner.isObjectStart(line, 0),
                line.trimmed.at(line.trimmed.count - 1) == UInt8(ascii: "}")
            else { continue }
            result.lines.insert(index)
            let marks = reader.walk(line)
            if marks.contains(.stamped) { result.isStamped = true }
            for (form, format) in EnvelopeFormat.jsons.enumerated() {
                guard case .json(let keys) = format.kind, keys.fits(marks) else { continue }
                counts[form] += 1
                break
            }
        }
        guard let most = counts.max(), most > 0, let form = counts.firstIndex(of: most) else { return result }
        let format = EnvelopeFormat.jsons[form]
        result.isLogShow = counts[0] > 0
        (result.name, result.origin) = ("\(format.name)", format.origin)
        return result
    }
}

extension UnsafeRawBufferPointer {
    /// Without a byte order mark and without NULs in front: log files after a power loss begin with a run of them (facts.md §7).
    var withoutMark: UnsafeRawBufferPointer {
        var start = 0
        while start < count, self[start] == 0 { start &+= 1 }
        return from(has("\u{FEFF}", at: start) ? start &+ 3 : start)
    }
}
