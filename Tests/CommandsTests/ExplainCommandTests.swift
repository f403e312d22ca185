import Domain
import Foundation
import Testing

@testable import Commands

@Suite struct ExplainCommandTests {
    @Test(
        "what is asked for is explained",
        arguments: [
            ("explain 6004", "ask the server"), ("explain 21007", "sandbox"), ("explain paid_not_marked", "break 10"),
            ("explain returned", "payer back"), ("explain -2", "The payer stopped"), ("explain 2", "4 things"),
            ("explain never came back", "never_came_back"), ("explain http_code", "419"), ("explain 付了款没回来", "never_came_back"),
        ])
    func explains(_ line: String, _ text: String) {
        let called = Called(line)
        #expect(called.code == .done && called.errors.isEmpty)
        #expect(called.output.contains(text), "\(called.output)")
        #expect(Called(line + " --lang zh").output != called.output)
    }

    @Test func `what is not known ends with 1 and near words`() {
        let called = Called("explain notify_rejectd")
        #expect(called.code == .notFound && called.output.isEmpty)
        #expect(called.errors.contains("notify_rejected"))
        #expect(Called("explain notify_rejectd --lang zh").errors.contains("是不是想用"))
    }

    @Test func `machine output is one object, or an entry a line`() throws {
        let whole = Called("explain 2 --json")
        let object = try #require(try JSONSerialization.jsonObject(with: Data(whole.output.utf8)) as? [String: Any])
        #expect((object["entries"] as? [Any])?.count == 4 && object["language"] as? String == "en")
        #expect(Called("explain 2 --ndjson").output.split(separator: "\n").count == 4)
        let absent = Called("explain notify_rejectd --json")
        #expect(absent.code == .notFound && absent.output.contains("\"suggestions\":[\"notify_rejected\""))
        #expect(Called("explain --json").output.contains("paid_not_marked"))
        #expect(Called("explain 2 --json --ndjson").code == .usage)
    }

    @Test("a time that cannot count back says what is wanted", arguments: ["analyze x --no-db --as-of 1h", "stage extract x --as-of 2d"])
    func asOf(_ line: String) {
        let called = Called(line)
        #expect(called.code == .usage)
        #expect(called.errors.contains("2026-11-02") && !called.errors.contains("3d"))
        #expect(Called(line + " --lang zh").errors.contains("具体时间"))
    }

    @Test func `suggestions name the store that was typed`() {
        let summary = DoorTests.summary([1, 0, 0])
        let named = Called("analyze x --db other.db --lang zh", engine: .fake(summary: summary)).output
        #expect(named.contains("--db other.db --lang zh"))
        let plain = Called("analyze x", engine: .fake(summary: summary)).output
        #expect(!plain.contains("--db"))
        #expect(Called("analyze x --no-db", engine: .fake(summary: summary)).output.contains("Nothing was kept"))
    }

    @Test func `simulate speaks Chinese when it fails`() {
        let called = Called("simulate /dev/null/world --lang zh")
        #expect(called.code != .done)
        #expect(called.errors.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) })
    }
}
