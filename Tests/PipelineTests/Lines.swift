import Foundation
import TestKit

/// Log files as lines, for tests that cut and mix them.
enum Lines {
    /// The lines of a file, each with its end.
    static func of(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: 10).map { $0 + 1 } ?? bytes.count
            lines.append(bytes[start..<end])
            start = end
        }
        return lines
    }

    /// Mixes sequences, each keeping its own order.
    static func mix<T>(_ sequences: [[T]], using random: inout Seeded) -> [T] {
        var positions = sequences.map { _ in 0 }
        var out: [T] = []
        var left = sequences.indices.filter { !sequences[$0].isEmpty }
        while let chosen = left.randomElement(using: &random) {
            let run = Int.random(in: 1...4, using: &random)
            let end = min(positions[chosen] + run, sequences[chosen].count)
            out += sequences[chosen][positions[chosen]..<end]
            positions[chosen] = end
            if end == sequences[chosen].count { left.removeAll { $0 == chosen } }
        }
        return out
    }

    /// Cuts a log file in two before a line that begins as its first one does, so that no record is torn.
    static func halves(_ bytes: [UInt8], at share: Double) -> (older: [UInt8], newer: [UInt8])? {
        let lines = of(bytes)
        guard let head = lines.first?.prefix(2), lines.count > 4 else { return nil }
        for index in Int(Double(lines.count) * share)..<lines.count where index > 0 {
            // A container runtime's partial line belongs to the one behind it (facts.md §6).
            let isPartial = lines[index - 1].split(separator: 32).dropFirst(2).first?.elementsEqual("P".utf8) == true
            if lines[index].prefix(2) == head, !isPartial { return (Array(lines[..<index].joined()), Array(lines[index...].joined())) }
        }
        return nil
    }
}
