import Domain
import Foundation
import Synchronization
import TestKit
import Testing

@testable import Pipeline

/// What the summary lists as logs, and what several runs make of one store.
@Suite struct SourceListTests {
    private static func log(_ from: Int, _ count: Int) -> String {
        (from..<(from + count)).map { index in
            let second = String(100 + index % 60).dropFirst()
            let minute = String(100 + index / 60).dropFirst()
            return #"{"time":"2026-11-02T10:\#(minute):\#(second).000+08:00","level":"info","event":"order.created","orderNo":"SO"#
                + #"\#(1_000 + index)","amount":"9.90","currency":"CNY","flow":"alipay_h5"}"# + "\n"
        }.joined()
    }

    private static func names(_ judged: Judged) -> [String] {
        judged.summary.coverage.map { $0.source.name.split(separator: "/").last.map(String.init) ?? "" }.sorted()
    }

    @Test func `files that are no logs are named as such and cover nothing`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Array(SourceListTests.log(0, 30).utf8), to: "logs/app.log")
        try folder.write(Array("# A shop\n\nNothing happens here.\n".utf8), to: "logs/README.md")
        try folder.write(Array("timezone: Asia/Shanghai\n".utf8), to: "logs/paychain.yaml")
        try folder.write([], to: "logs/empty.log")
        let judged = try Judged([folder.path + "/logs"])
        #expect(SourceListTests.names(judged) == ["app.log"])
        let notes = judged.summary.notes.filter { $0.hasSuffix("not counted as a log") }
        #expect(notes.count == 2 && notes.contains { $0.contains("README.md") } && notes.contains { $0.contains("paychain.yaml") })
    }

    @Test func `a service without evidence neither covers nor falls silent`() throws {
        let folder = try TemporaryFolder()
        let app = SourceListTests.log(0, 200).split(separator: "\n").map { "pay-1    | \($0)" }
        let redis = (0..<60).map {
            "redis-1  | {\"time\":\"2026-11-02T10:00:\(String(100 + $0).dropFirst()).000+08:00\",\"msg\":\"saving\"}"
        }
        try folder.write(Array((redis + app).joined(separator: "\n").utf8) + [10], to: "logs/compose.log")
        try folder.write(Array(SourceListTests.log(0, 1_000).utf8), to: "logs/app.log")
        let judged = try Judged([folder.path + "/logs"])
        #expect(!SourceListTests.names(judged).contains { $0.contains("redis") })
        #expect(judged.summary.coverage.allSatisfy { $0.source.span != nil })
        #expect(!judged.summary.findings.contains { $0.code == .sourceSilent && $0.place.contains("redis") })
    }

    @Test func `a rotated and grown file is listed once when it is read again`() throws {
        let folder = try TemporaryFolder()
        let database = folder.path + "/a.db"
        try folder.write(Array(SourceListTests.log(0, 50).utf8), to: "logs/app.log")
        _ = try Judged([folder.path + "/logs"]) { $0.database = database }
        // It grew before it was rotated away.
        try folder.write(Array(SourceListTests.log(0, 80).utf8), to: "logs/app.log.1")
        try folder.write(Array(SourceListTests.log(80, 40).utf8), to: "logs/app.log")
        let again = try Judged([folder.path + "/logs"]) { $0.database = database }
        #expect(SourceListTests.names(again) == ["app.log", "app.log.1"])
        try again.expectSame(as: try Judged([folder.path + "/logs"]), "read again")
        let third = try Judged([folder.path + "/logs"]) { $0.database = database }
        #expect(SourceListTests.names(third) == ["app.log", "app.log.1"])
    }

    @Test func `a mixed stream is listed once when it is read again`() throws {
        let folder = try TemporaryFolder()
        let app = SourceListTests.log(0, 60).split(separator: "\n").enumerated().map { "pay-\($0.offset % 2 + 1)    | \($0.element)" }
        try folder.write(Array(app.joined(separator: "\n").utf8) + [10], to: "logs/compose.log")
        let database = folder.path + "/a.db"
        let first = try Judged([folder.path + "/logs"]) { $0.database = database }
        #expect(SourceListTests.names(first).count == 2)
        for _ in 0..<2 {
            let again = try Judged([folder.path + "/logs"]) { $0.database = database }
            #expect(SourceListTests.names(again) == SourceListTests.names(first))
            try again.expectSame(as: first, "read again")
        }
        // Not read again: it comes out of the store as it went in.
        try folder.write(Array(SourceListTests.log(300, 5).utf8), to: "other/app.log")
        let other = try Judged([folder.path + "/other"]) { $0.database = database }
        #expect(SourceListTests.names(other).count == 3)
    }

    @Test func `one stamp of next year does not move the moment of the verdicts`() throws {
        let folder = try TemporaryFolder()
        let stray = #"{"time":"2027-06-02T10:00:00.000+08:00","level":"info","msg":"a clock that slipped"}"# + "\n"
        try folder.write(Array((SourceListTests.log(0, 60) + stray + SourceListTests.log(60, 60)).utf8), to: "logs/app.log")
        let judged = try Judged([folder.path + "/logs"])
        #expect(judged.summary.asOf.rfc3339.hasPrefix("2026-11-02"))
        #expect(judged.summary.inputs.implausibleStamps == 1)
    }

    @Test func `analyses of one store at the same time wait for each other`() throws {
        let folder = try TemporaryFolder()
        let database = folder.path + "/a.db"
        for part in 0..<4 { try folder.write(Array(SourceListTests.log(part * 50, 50).utf8), to: "logs\(part)/app\(part).log") }
        let failures = Mutex<[String]>([])
        let path = folder.path
        DispatchQueue.concurrentPerform(iterations: 4) { part in
            do { _ = try Judged(["\(path)/logs\(part)"]) { $0.database = database } } catch {
                failures.withLock { $0.append("\(error)") }
            }
        }
        #expect(failures.withLock { $0 } == [])
        let all = try Judged(["\(path)/logs0"]) { $0.database = database }
        #expect(all.lines.count == 200)
        #expect(!FileManager.default.fileExists(atPath: database + "-lock"))
    }
}
