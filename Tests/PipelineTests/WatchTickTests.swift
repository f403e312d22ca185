import Configuration
import Domain
import Foundation
import Store
import TestKit
import Testing

@testable import Pipeline

/// What moves between two settlings: only evidence and its time, never the wall clock.
@Suite struct WatchTickTests {
    /// An engine over lines that come step by step; each step is judged before the next one comes.
    private func play(
        _ steps: [[(file: String, lines: [String])]]
    ) throws -> (changes: [VerdictChange], store: Store, folder: TemporaryFolder) {
        let folder = try TemporaryFolder()
        let disk = ScriptedDisk()
        let recorder = BatchRecorder()
        let control = WatchControl()
        var options = WatchOptions(run: RunOptions(paths: [folder.path], settings: Settings()), database: folder.path + "/watch.db")
        (options.interval, options.settleShare, options.run.workers) = (.milliseconds(1), 0.000_01, 1)
        let engine = try WatchEngine(options, control: control, observers: [recorder]) { checkpoint, numbers in
            let feed = ScriptedFeed(disk, checkpoint: checkpoint, numbers: numbers, seed: 1, longest: 1 << 20)
            var next = 0
            var lines = 0
            feed.change = { [weak feed] in
                // The step before was judged, and nothing of it waits.
                guard let feed, feed.isCaughtUp, recorder.lines >= lines else { return false }
                guard next < steps.count else {
                    control.stop()
                    return false
                }
                for part in steps[next] {
                    disk.append(part.lines.map { $0 + "\n" }.joined().utf8, to: part.file)
                    lines += part.lines.count
                }
                next += 1
                return true
            }
            return feed
        }
        _ = try engine.run()
        return (recorder.changes, try Store.open(path: folder.path + "/watch.db", mode: .readOnly), folder)
    }

    private func line(_ time: String, _ event: String, _ order: String, _ more: String = "") -> String {
        #"{"time":"2026-11-02T\#(time)+08:00","level":"info","event":"\#(event)","orderNo":"\#(order)"\#(more.isEmpty ? "" : "," + more)}"#
    }

    private func created(_ time: String, _ order: String) -> String {
        line(time, "order.created", order, #""amount":"2.00","currency":"CNY","flow":"alipay_h5""#)
    }

    private func notified(_ time: String, _ order: String) -> [String] {
        [
            line(
                time, "notify.received", order,
                #""notify_id":"n-\#(order)","trade_status":"TRADE_SUCCESS","gmt_payment":"2026-11-02 \#(time)","total_amount":"2.00""#),
            line(time, "notify.verified", order, #""ok":true"#),
        ]
    }

    private func marked(_ time: String, _ order: String) -> String {
        line(time, "order.changed", order, #""from":"pending","to":"paid","by":"notify""#)
    }

    /// An order that goes well, so that the log is known to tell marks.
    private var well: [String] { [created("10:00:00", "A0")] + notified("10:00:05", "A0") + [marked("10:00:06", "A0")] }

    @Test("a deadline passes while nothing of the order comes: only the time of other lines tells")
    func deadline() throws {
        let told = try play([
            [("app.log", well + [created("10:00:10", "A1")] + notified("10:00:20", "A1"))],
            [("app.log", [created("10:04:00", "A2")])],
            [("app.log", [created("10:07:00", "A3")])],
        ])
        let moves = told.changes.filter { $0.order == OrderNumber("A1") && !$0.isSettled }
        // Every step's deadline moves it; the mark's is the last one.
        #expect(moves.last?.after?.breaks == [.paidNotMarked])
        #expect(moves.last?.before?.breaks == [])
        guard case .deadline(let step, let due) = moves.last?.cause else {
            Issue.record("\(String(describing: moves.last?.cause))")
            return
        }
        #expect(step == .markedPaid)
        #expect(due.rfc3339 == "2026-11-02T02:05:20.000Z")
    }

    @Test("a line that comes late takes the break back, and the history says which line")
    func late() throws {
        let told = try play([
            [("app.log", well + [created("10:00:10", "A1")] + notified("10:00:20", "A1"))],
            [("app.log", [created("10:07:00", "A3")])],
            [("app-2.log", [marked("10:00:30", "A1"), created("10:07:30", "A4")])],
        ])
        let moves = told.changes.filter { $0.order == OrderNumber("A1") && !$0.isSettled }
        #expect(moves.map { $0.after?.breaks } == [[.paidNotMarked], []])
        guard case .line(let source, let line, let event, _) = moves.last?.cause else {
            Issue.record("\(String(describing: moves.last?.cause))")
            return
        }
        #expect(source == "app-2.log" && line == 1 && event == .orderChanged)
        #expect(try told.store.changes(of: OrderNumber("A1")).count == 3)
    }

    @Test("a log that falls silent leaves unobserved what it would have shown; when it goes on, the break comes")
    func coverage() throws {
        func access(_ time: String) -> String {
            #"203.0.113.27 - - [02/Nov/2026:\#(time) +0800] "GET /pay/wait HTTP/1.1" 200 7 "-" "Mozilla/5.0 (iPhone)""#
        }
        let busy = (0..<60).map { second in access("10:00:" + (second < 10 ? "0" : "") + "\(second)") }
        let told = try play([
            [("app.log", well + [created("10:00:10", "A1")] + notified("10:00:20", "A1")), ("edge.log", busy)],
            [("edge.log", (1...20).map { access("10:\($0 + 9):00") })],
            [("app.log", [created("10:29:30", "A3")]), ("edge.log", [access("10:30:00")])],
        ])
        let moves = told.changes.filter { $0.order == OrderNumber("A1") && !$0.isSettled }
        // Twenty minutes of the edge alone say nothing about marks.
        #expect(moves.allSatisfy { $0.asOf.rfc3339 >= "2026-11-02T02:29:30.000Z" || $0.after?.breaks == [] }, "\(moves)")
        #expect(moves.last?.after?.breaks == [.paidNotMarked], "\(moves)")
    }
}
