/// Copies a world's logs and loses a part of them on the way, each time so that a reader can see the loss (``CutPlan``).
struct LogCutter {
    private let plan: CutPlan
    private var random: Random

    init(_ plan: CutPlan, seed: UInt64) {
        self.plan = plan
        random = Random(seed, 21, 0)
    }

    /// What happens to one file.
    private enum Fate {
        case dropped
        case headless(Int)
        case tailless(Int)
        case cutShort(Int)
        case flipped(Int)
        case blanked(Int)
        case marked(Int)
    }

    /// Writes the cut variant; returns its bytes.
    mutating func write(_ files: [(path: String, source: Int)], from folder: String, to target: String) throws(SimulationError) -> UInt64 {
        try Folders.makeNew(target)
        var sizes: [Int] = []
        for file in files { sizes.append(try Folders.size(folder + "/" + file.path)) }
        let fates = decide(files, sizes)
        var written: UInt64 = 0
        for (index, file) in files.enumerated() {
            var bytes = try Folders.read(folder + "/" + file.path)
            if let fate = fates[index] {
                guard apply(fate, to: &bytes, path: file.path) else { continue }
            }
            let path = target + "/" + file.path
            try Folders.make(parentOf: path)
            try Folders.write(bytes, to: path)
            written += UInt64(bytes.count)
        }
        return written
    }

    private mutating func decide(_ files: [(path: String, source: Int)], _ sizes: [Int]) -> [Fate?] {
        var fates: [Fate?] = Array(repeating: nil, count: files.count)
        var budget = Int(Double(sizes.reduce(0, +)) * plan.share)
        var tries = files.count * 6
        while budget > 0, tries > 0, !files.isEmpty {
            tries -= 1
            let index = random.below(files.count)
            guard fates[index] == nil else { continue }
            let size = sizes[index]
            let path = files[index].path
            let isPacked = path.hasSuffix(".gz")
            let isZip = path.hasSuffix(".zip")
            // Inside a rotation chain a lost end looks like a quiet night.
            let kin = files.filter { $0.source == files[index].source }.map(\.path)
            let isOldest = kin.allSatisfy { LogCutter.isOlder(path, $0) || $0 == path }
            let isNewest = kin.allSatisfy { LogCutter.isOlder($0, path) || $0 == path }
            let percent = 10 + random.below(50)
            let part = size * percent / 100
            switch random.below(8) {
            case 0 where plan.dropsSources:
                let all = files.indices.filter { files[$0].source == files[index].source }
                let whole = all.map { sizes[$0] }.reduce(0, +)
                guard whole <= budget else { continue }
                for other in all { fates[other] = .dropped }
                budget -= whole
            case 1 where plan.dropsRotations, 2 where plan.dropsRotations && isZip:
                guard files.contains(where: { $0.source == files[index].source && $0.path != path }), size <= budget else { continue }
                fates[index] = .dropped
                budget -= size
            case 2 where plan.dropsEnds && isNewest && !isPacked && !isZip && !path.hasSuffix(".json"),
                3 where plan.dropsEnds && isNewest && !isPacked && !isZip:
                guard part <= budget else { continue }
                fates[index] = .tailless(percent)
                budget -= part
            case 4 where plan.dropsEnds && isOldest && !isPacked && !isZip && !path.hasSuffix(".json"):
                guard part <= budget else { continue }
                fates[index] = .headless(percent)
                budget -= part
            case 5 where plan.damages && isPacked:
                guard part <= budget else { continue }
                fates[index] = .cutShort(percent)
                budget -= part
            case 6 where plan.damages && isPacked:
                fates[index] = .flipped(percent)
                budget -= part
            case 6 where plan.damages && !isZip && path.hasPrefix("server/"):
                guard part <= budget else { continue }
                fates[index] = .blanked(percent)
                budget -= part
            case 7 where plan.damages && !isPacked && path.hasPrefix("client/") && !path.hasSuffix(".json"):
                guard part <= budget else { continue }
                fates[index] = .marked(percent)
                budget -= part
            default: continue
            }
        }
        return fates
    }

    /// Whether one file of a rotation is older than another: the higher counter, else the earlier date in the name.
    private static func isOlder(_ a: String, _ b: String) -> Bool {
        let (first, second) = (counter(a), counter(b))
        return first == second ? a < b : first > second
    }

    /// The counter of `app.log.2.gz`; 0 where there is none.
    private static func counter(_ path: String) -> Int {
        let parts = path.split(separator: ".").filter { $0 != "gz" }
        return parts.count > 2 ? Int(parts[parts.count - 1]) ?? 0 : 0
    }

    /// Applies a fate; false when nothing of the file is left.
    private func apply(_ fate: Fate, to bytes: inout [UInt8], path: String) -> Bool {
        switch fate {
        case .dropped: return false
        case .tailless(let percent):
            bytes.removeSubrange(lineStart(bytes.count * (100 - percent) / 100, bytes)...)
        case .headless(let percent):
            bytes.removeSubrange(..<lineStart(bytes.count * percent / 100, bytes))
        case .cutShort(let percent):
            bytes.removeSubrange((bytes.count * (100 - percent) / 100)...)
        case .flipped(let percent):
            let at = bytes.count * (100 - percent) / 100
            if at > 20, at < bytes.count { bytes[at] ^= 0x5A }
        case .blanked(let percent):
            // what a power failure leaves: a run of NUL bytes in place of the lines
            let range = middle(percent, bytes)
            bytes.replaceSubrange(range, with: Array(repeating: 0, count: min(range.count, 4_096)) + [10])
        case .marked(let percent):
            let range = middle(percent, bytes)
            let marker =
                path.hasSuffix(".ndjson")
                ? "{\"eventType\":\"lossEvent\",\"eventMessage\":\"lost >=41 unreliable messages from log stream\"}\n"
                : "[F]decode_log_file.py log seq:41-77 is missing\n"
            bytes.replaceSubrange(range, with: Array(marker.utf8))
        }
        return !bytes.isEmpty
    }

    /// Whole lines in the middle of a file.
    private func middle(_ percent: Int, _ bytes: [UInt8]) -> Range<Int> {
        let from = lineStart(bytes.count * (100 - percent) / 200, bytes)
        return from..<max(from, lineStart(bytes.count * (100 + percent) / 200, bytes))
    }

    /// The beginning of the first line at or after a byte.
    private func lineStart(_ at: Int, _ bytes: [UInt8]) -> Int {
        guard at > 0 else { return 0 }
        return bytes[(min(at, bytes.count) - 1)...].firstIndex(of: 10).map { $0 + 1 } ?? bytes.count
    }
}
