import Domain

/// Some of the first lines of a stream, by number.
struct LineSet: OptionSet {
    let rawValue: UInt64

    init(rawValue: UInt64) { self.rawValue = rawValue }

    /// All of the first `count` lines.
    init(first count: Int) { rawValue = count >= UInt64.bitWidth ? .max : 1 &<< UInt64(count) &- 1 }

    /// How many there are.
    var count: Int { rawValue.nonzeroBitCount }

    /// Adds a line.
    @inline(__always)
    mutating func insert(_ line: Int) { formUnion(LineSet(rawValue: 1 &<< UInt64(line))) }
}

/// Reads the first lines of a stream by the text forms, to tell which it has.
struct TrialReading {
    private let lines: [Bytes]
    private let clock: StampClock
    private var trial: StampClock
    private var record = Record(offset: 0, line: 0)
    /// All lines.
    let all: LineSet

    /// - Parameter lines: ``EnvelopeDetection/sampleLines`` at most.
    init(_ lines: [Bytes], _ clock: StampClock) {
        (self.lines, self.clock, trial) = (lines, clock, clock)
        all = LineSet(first: lines.count)
    }

    /// The first form that every line has; nil when there is none but a last resort.
    mutating func formOfAll() -> EnvelopeFormat? {
        for format in EnvelopeFormat.texts where !format.isLastResort {
            guard case .text(let read) = format.kind else { continue }
            var index = 0
            while index < lines.count, fits(read, index) { index &+= 1 }
            if index == lines.count { return format }
        }
        return nil
    }

    /// The forms that any line has, and the last resort that most lines have.
    mutating func forms() -> (special: [(format: EnvelopeFormat, lines: LineSet)], lastResort: (format: EnvelopeFormat, lines: LineSet)?) {
        var special: [(format: EnvelopeFormat, lines: LineSet)] = []
        var lastResort: (format: EnvelopeFormat, lines: LineSet)?
        for format in EnvelopeFormat.texts {
            guard case .text(let read) = format.kind else { continue }
            var fitting = LineSet()
            var isStamped = false
            for index in lines.indices where fits(read, index) {
                fitting.insert(index)
                if record.at != nil { isStamped = true }
            }
            guard !fitting.isEmpty else { continue }
            guard format.isLastResort else {
                special.append((format, fitting))
                continue
            }
            // A last resort without stamps is taken only where most lines have it: the words of any text would fit it here and there.
            if fitting.count > (lastResort?.lines.count ?? 0), isStamped || fitting.count * 2 > lines.count {
                lastResort = (format, fitting)
            }
        }
        return (special, lastResort)
    }

    @inline(__always)
    private mutating func fits(_ read: EnvelopeFormat.Read, _ index: Int) -> Bool {
        trial.restart(as: clock)
        trial.isHeaderOnly = false
        record.at = nil
        return read(lines[index], &trial, &record)
    }
}
