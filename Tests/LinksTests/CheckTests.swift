import Domain
import Foundation
import Testing

@testable import Links

/// Every check fires on its own examples, and none on a file that is right.
@Suite struct CheckTests {
    static func fixture(_ name: String) throws -> [UInt8] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Fixtures")
        return [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
    }

    static func codes(_ name: String) throws -> [String] {
        AssociationSubject(name: name, bytes: try fixture(name)).problems.map(\.check.code)
    }

    @Test("fires on its examples", arguments: AssociationCheck.all.map(\.code)) func examples(_ code: String) throws {
        let check = try #require(AssociationCheck.of(code))
        #expect(!check.fires.isEmpty)
        for (index, subject) in check.fires.enumerated() { #expect(!check.find(subject).isEmpty, "example \(index)") }
    }

    @Test("has its texts in both languages", arguments: AssociationCheck.all.map(\.code)) func texts(_ code: String) throws {
        let check = try #require(AssociationCheck.of(code))
        for text in [check.title, check.meaning, check.fix] {
            #expect(text.zh.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) } && !text.en.isEmpty)
            #expect(!text.en.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) })
        }
        #expect(AssociationCheck.all.filter { $0.code == code }.count == 1)
    }

    @Test func `the fixtures`() throws {
        #expect(try CheckTests.codes("production.json") == [])
        #expect(
            try CheckTests.codes("test-domain.json") == [
                "app_malformed", "matches_nothing", "query_in_path", "excluded_too_late", "claimed_twice",
            ])
        #expect(try CheckTests.codes("single-page-app.html") == ["not_json"])
        #expect(try CheckTests.codes("byte-order-mark.json") == ["byte_order_mark"])
        #expect(try CheckTests.codes("signed.pem") == ["signed"])
    }

    @Test func `what the production file opens`() throws {
        let file = AssociationSubject(name: "", bytes: try CheckTests.fixture("production.json")).file
        func app(_ url: String) throws -> String? { try file.decide(#require(LinkURL(url))).opens?.bundle }
        #expect(try app("/pay/result?orderNo=202611020001") == "com.example.shop")
        #expect(try app("/pay/result") == nil)
        #expect(try app("/pay/web/cashier") == nil)
        #expect(try app("/zh/goods/10086") == "com.example.shop")
        #expect(try app("/zh/goods/10086#no_universal_links") == nil)
        #expect(try app("/seller/1") == "com.example.seller")
    }

    @Test func `a request that went well is no problem`() {
        let url = "https://shop.example.com/.well-known/apple-app-site-association"
        let hop = AssociationSubject.Fetch.Hop(url: url, status: 200)
        #expect(AssociationSubject.fetched(.init(hops: [hop], contentType: "application/json; charset=utf-8")).problems.isEmpty)
        let cdn = AssociationSubject.Fetch.Hop(url: "https://app-site-association.cdn-apple.com/a/v1/shop.example.com", status: 200)
        #expect(AssociationSubject.fetched(.init(hops: [cdn], contentType: "application/json")).problems.isEmpty)
    }

    @Test(
        "where strict JSON is broken",
        arguments: [
            ("{\"a\":1,}", "1:8 a comma before the closing bracket"), ("{\n  // x\n}", "2:3 a comment; JSON has none"),
            ("[1 2]", "1:4 a comma or the closing bracket is expected here"), ("{a:1}", "1:2 a key in double quotes is expected here"),
            ("{\"a\" 1}", "1:6 a colon is expected here"), ("[01]", "1:2 a number that JSON does not have"),
            ("\"a", "1:1 an unfinished string"), ("\"\\q\"", "1:3 an escape that JSON does not have"),
            ("\"\t\"", "1:2 a bare control character inside a string"), ("{} x", "1:4 something follows the document's end"),
            ("", "1:1 the file is empty"), ("[nul]", "1:2 a value is expected here"), ("[+1]", "1:2 a value is expected here"),
        ]) func errors(_ text: String, _ wanted: String)
    {
        do throws(JSONError) {
            _ = try JSONParser.parse(Array(text.utf8))
            Issue.record("accepted")
        } catch { #expect("\(error.line):\(error.column) \(error.reason.rawValue)" == wanted) }
    }

    @Test func `JSON strings, nesting and any cut or changed byte`() throws {
        #expect(try JSONParser.parse(Array(#""\u652f\ud83d\ude00\ud83d \/\n""#.utf8)).text == "支😀\u{FFFD} /\n")
        #expect(throws: JSONError.self) { try JSONParser.parse([UInt8](repeating: 0x5B, count: 1_000_000)) }
        let whole = try CheckTests.fixture("production.json")
        for cut in 0..<whole.count { _ = AssociationSubject(name: "", bytes: Array(whole[..<cut])).problems }
        var random = SeededGenerator(11)
        for _ in 0..<400 {
            var bytes = whole
            for _ in 0..<4 { bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random) }
            let subject = AssociationSubject(name: "", bytes: bytes)
            _ = (subject.problems, subject.file.decide(try #require(LinkURL("/pay/result?orderNo=1"))))
        }
    }

    @Test func `expectations of an app`() throws {
        let app = AppIdentifier(team: "ABCDE12345", bundle: "com.example.shop")
        let subject = AssociationSubject(name: "", bytes: try CheckTests.fixture("production.json"), wanted: app)
        func passes(_ url: String, opens: Bool, _ app: AppIdentifier? = nil) throws -> Bool {
            try AssociationAudit(subjects: [subject], expectations: [.init(url: #require(LinkURL(url)), opens: opens)], app: app).passes
        }
        #expect(try passes("/pay/result?orderNo=1", opens: true, app))
        #expect(try !passes("/pay/result", opens: true, app))
        #expect(try !passes("/seller/1", opens: true, app))
        #expect(try passes("/seller/1", opens: true))
        #expect(try passes("/seller/1", opens: false, app))
        #expect(try passes("/pay/web/1", opens: false, app))
        #expect(AssociationAudit(subjects: [AssociationSubject(name: "", bytes: Array("{".utf8))]).passes == false)
    }
}
