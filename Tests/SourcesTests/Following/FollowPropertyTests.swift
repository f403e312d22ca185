import Domain
import Sources
import TestKit
import Testing

/// A log whose writer writes when and as much as it likes, and that is rotated in one of several ways.
private struct RandomLog {
    enum Rotation: CaseIterable { case rename, renameAndPack, copy, copyAndPack, dated }
    enum Writing: CaseIterable { case ascii, utf8, gbk, utf16, rarely }

    let stem: String
    let rotation: Rotation
    let writing: Writing
    var generation = 0
    var lines = 0
    var waiting: [UInt8] = []
    /// Generations that lie there unpacked, the newest first.
    var plain: [String] = []
    var isNew = true

    init(_ stem: String, _ rotation: Rotation, _ writing: Writing) { (self.stem, self.rotation, self.writing) = (stem, rotation, writing) }

    var name: String { rotation == .dated ? "\(stem)-\(generation).log" : "\(stem).log" }

    mutating func append(_ followed: Followed, _ random: inout Seeded) throws {
        for _ in 0..<Int.random(in: 1...20, using: &random) {
            lines += 1
            let filler = String(repeating: "x", count: Int.random(in: 0...60, using: &random))
            let chinese =
                writing == .ascii || writing == .rarely && !Int.random(in: 0..<40, using: &random).isMultiple(of: 40) ? "" : "支付成功"
            let text = "2026-11-02 10:02:11 \(stem) line=\(lines) \(chinese) \(filler)\n"
            switch writing {
            case .ascii, .utf8, .rarely: waiting += Array(text.utf8)
            case .gbk: waiting += EncodingTests.gbk(text)
            case .utf16:
                waiting += EncodingTests.utf16(text, little: true, mark: isNew)
                isNew = false
            }
        }
        let count = Bool.random(using: &random) ? waiting.count : Int.random(in: 0...waiting.count, using: &random)
        try followed.append(Array(waiting[..<count]), to: name)
        waiting.removeFirst(count)
    }

    mutating func rotate(_ followed: Followed, _ random: inout Seeded) throws {
        guard !followed.contents(name).isEmpty else { return }
        // What a writer has begun it writes to its end before it opens the next file.
        try followed.append(waiting, to: name)
        waiting = []
        isNew = true
        switch rotation {
        case .dated:
            generation += 1
            return
        case .rename, .renameAndPack:
            shift(followed)
            followed.move(name, "\(stem).log.1")
        case .copy, .copyAndPack:
            shift(followed)
            try followed.copy(name, "\(stem).log.1")
            if Bool.random(using: &random) { followed.take() }
            followed.cut(name)
        }
        generation += 1
        guard rotation == .renameAndPack || rotation == .copyAndPack else { return }
        // As `delaycompress` does: the one before the last.
        guard generation >= 2 else { return }
        try followed.gzip("\(stem).log.2") { if Bool.random(using: &random) { followed.take() } }
    }

    private func shift(_ followed: Followed) {
        for number in stride(from: generation, through: 1, by: -1) {
            let isPacked = (rotation == .renameAndPack || rotation == .copyAndPack) && number >= 2
            let end = isPacked ? ".gz" : ""
            followed.move("\(stem).log.\(number)\(end)", "\(stem).log.\(number + 1)\(end)")
        }
    }
}

@Suite struct FollowPropertyTests {
    /// Whatever writers, rotation and restarts do: at the end every file has given what batch gives for it.
    @Test(arguments: 0..<24) func givesWhatBatchGives(_ seed: Int) throws {
        var random = Seeded(state: UInt64(seed))
        let followed = try Followed(usesNotices: seed % 3 != 0)
        var logs: [RandomLog] = []
        for index in 0..<3 {
            let rotation = RandomLog.Rotation.allCases[(seed + index * 2) % RandomLog.Rotation.allCases.count]
            logs.append(
                RandomLog("log\(index)", rotation, RandomLog.Writing.allCases[(seed / 2 + index) % RandomLog.Writing.allCases.count]))
        }
        for _ in 0..<60 {
            let index = Int.random(in: 0..<logs.count, using: &random)
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<9: try logs[index].append(followed, &random)
            case 9..<12: for _ in 0..<Int.random(in: 1...6, using: &random) { followed.take() }
            case 12..<16: followed.pump(quiet: 10 * Int.random(in: 1...12, using: &random))
            case 16..<18:
                // Names of generations that nobody looked at before they were packed cannot be known again by their inode.
                followed.settle(100)
                try logs[index].rotate(followed, &random)
            case 18: try followed.restart()
            default:
                try followed.restart {
                    for index in logs.indices { try logs[index].append(followed, &random) }
                    try logs[index].rotate(followed, &random)
                }
            }
        }
        followed.settle(500)
        followed.drain()
        try followed.expectAsBatch()
        // Nothing that batch does not have.
        let found = SourceDiscovery.expand(followed.paths).files.count
        #expect(followed.streams.count == found, "\(followed.streams.mapValues { "\($0.name) \($0.bytes.count)" })\n\(followed.told)")
    }
}
