import Configuration
import Domain
import Foundation
import Reports
import Synchronization
import Testing

@testable import Pipeline

/// The verdicts of one run as contract.md's lines, by order.
struct Judged {
    var lines: [String: String] = [:]
    var summary: Summary

    /// Analyzes paths in this process.
    ///
    /// - Parameter change: changes the options.
    init(_ paths: [String], settings: Settings = Settings(), _ change: (inout RunOptions) -> Void = { _ in }) throws {
        var options = RunOptions(paths: paths, settings: settings)
        options.workers = 2
        change(&options)
        let out = Mutex<[UInt8]>([])
        summary = try Run.analyze(options, render: Judged.render) { bytes in out.withLock { $0 += bytes } }
        lines = try Judged.byOrder(out.withLock { $0 })
    }

    static let render: @Sendable (Verdict, Chain, [SourceInfo]) -> [UInt8] = { verdict, chain, sources in
        var json = JSONWriter(capacity: 2_048)
        VerdictJSON(sources: sources).append(verdict, events: chain.events, to: &json)
        json.newline()
        return json.bytes
    }

    static func byOrder(_ bytes: [UInt8]) throws -> [String: String] {
        var lines: [String: String] = [:]
        for line in bytes.split(separator: 10) {
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
            let order = try #require(object["order"] as? String)
            #expect(lines[order] == nil, "\(order) is judged twice")
            lines[order] = String(decoding: line, as: UTF8.self)
        }
        return lines
    }

    /// One verdict as an object.
    func object(_ order: String) throws -> [String: Any] {
        let line = try #require(lines[order])
        return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    /// The lines without what names places: files and line numbers change when files are renamed, split or get noise.
    func withoutPlaces() throws -> [String: String] {
        var out: [String: String] = [:]
        for order in lines.keys {
            var object = try object(order)
            let breaks = object["breaks"] as? [[String: Any]] ?? []
            object["breaks"] = breaks.map { item in
                var item = item
                item["evidence"] = (item["evidence"] as? [String])?.count
                return item
            }
            object["steps"] = (object["steps"] as? [[String: Any]] ?? []).map { $0.filter { $0.key != "evidence" } }
            out[order] = String(decoding: try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys]), as: UTF8.self)
        }
        return out
    }

    /// Fails with the first orders whose verdicts differ.
    func expectSame(
        as other: Judged, places: Bool = true, _ what: String = "", sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let (mine, theirs) = places ? (lines, other.lines) : (try withoutPlaces(), try other.withoutPlaces())
        guard mine != theirs else { return }
        let differing = Set(mine.keys).union(theirs.keys).filter { mine[$0] != theirs[$0] }.sorted()
        var text = "\(what): \(differing.count) of \(theirs.count) verdicts differ"
        for order in differing.prefix(3) { text += "\n  wanted \(theirs[order] ?? "none")\n  got    \(mine[order] ?? "none")" }
        Issue.record(Comment(rawValue: text), sourceLocation: sourceLocation)
    }
}
