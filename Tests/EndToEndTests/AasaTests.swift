import Foundation
import TestKit
import Testing

/// `paychain aasa` against a web server on this machine, and against hostile files.
@Suite struct AasaTests {
    static let wellKnown = "/.well-known/apple-app-site-association"
    static let good = Array(
        #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.shop"],"components":[{"/":"/pay/web/*","exclude":true},{"/":"/pay/*"}]}]}}"#
            .utf8)

    /// The codes of the problems of the first file, and the run.
    static func check(_ words: [String]) throws -> (ran: Ran, codes: [String], object: [String: Any]) {
        let ran = try Ran(["aasa", "--json"] + words)
        guard ran.output.first == UInt8(ascii: "{") else { return (ran, [], [:]) }
        let object = try ran.object
        let file = (object["files"] as? [[String: Any]])?.first
        return (ran, (file?["problems"] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }, object)
    }

    @Test func `a file that is served right, but for TLS`() throws {
        let server = try WebServer([AasaTests.wellKnown: .init(body: AasaTests.good)])
        let (ran, codes, object) = try AasaTests.check([
            server.address, "--url", "/pay/result", "--url", "https://other.example.com/pay/result",
        ])
        ran.expect(1)
        #expect(codes == ["not_https"])
        let urls = try #require(object["urls"] as? [[String: Any]])
        let results = urls.compactMap { ($0["results"] as? [[String: Any]])?.first }
        #expect(results[0]["opens"] as? String == "ABCDE12345.com.example.shop")
        #expect(results[1]["reason"] as? String == "other_domain")
    }

    @Test func `redirects are named and not taken for the file`() throws {
        let server = try WebServer([
            AasaTests.wellKnown: .init(status: 301, headers: ["Location: /moved"]),
            "/moved": .init(status: 302, headers: ["Location: /there"]),
            "/there": .init(body: AasaTests.good), "/loop": .init(status: 302, headers: ["Location: /loop"]),
            "/file": .init(status: 302, headers: ["Location: file:///etc/passwd"]),
            "/nowhere": .init(status: 302, headers: ["Location: http://127.0.0.1:1/x"]),
        ])
        let first = try AasaTests.check([server.address])
        first.ran.expect(1)
        #expect(first.codes.filter { $0 == "redirected" }.count == 2)
        #expect(try AasaTests.check([server.address + "/loop"]).codes.contains("redirected"))
        for path in ["/file", "/nowhere"] {
            let (ran, codes, _) = try AasaTests.check([server.address + path])
            ran.expect(1)
            #expect(codes.contains("redirected") && !ran.text.contains("root:"))
        }
    }

    @Test func `a wrong content type, a page in its place, and a 404`() throws {
        let page = Array("<!doctype html><html></html>".utf8)
        let server = try WebServer([
            AasaTests.wellKnown: .init(headers: ["Content-Type: application/octet-stream"], body: AasaTests.good),
            "/page": .init(headers: ["Content-Type: text/html"], body: page), "/none": .init(headers: [], body: AasaTests.good),
        ])
        #expect(try AasaTests.check([server.address]).codes == ["not_https", "content_type"])
        #expect(try AasaTests.check([server.address + "/page"]).codes == ["not_https", "not_json", "wrong_place", "content_type"])
        #expect(try AasaTests.check([server.address + "/none"]).codes.contains("content_type"))
        let missing = try AasaTests.check([server.address + "/missing"])
        missing.ran.expect(1)
        #expect(missing.codes.contains("http_status") && !missing.codes.contains("not_json"))
        // Behind a 404 at the place where systems look, old ones ask at the root.
        let old = try WebServer(["/apple-app-site-association": .init(body: AasaTests.good)])
        #expect(try AasaTests.check([old.address]).codes == ["not_https", "wrong_place"])
        let none = try WebServer([:])
        #expect(try AasaTests.check([none.address]).codes == ["not_https", "http_status"])
    }

    @Test func `a huge body, a packed one, and a packed bomb`() throws {
        let huge = AasaTests.good + [UInt8](repeating: 32, count: 3 << 20)
        let server = try WebServer([
            "/huge": .init(body: huge), "/large": .init(body: AasaTests.good + [UInt8](repeating: 32, count: 140_000)),
            AasaTests.wellKnown: .init(
                headers: ["Content-Type: application/json", "Content-Encoding: gzip"], body: Packing.gzip(AasaTests.good)),
            "/bomb": .init(headers: ["Content-Encoding: gzip"], body: Packing.gzip([UInt8](repeating: 32, count: 64 << 20))),
        ])
        #expect(try AasaTests.check([server.address]).codes == ["not_https"])
        #expect(try AasaTests.check([server.address + "/large"]).codes.contains("too_large"))
        for path in ["/huge", "/bomb"] {
            let (ran, codes, _) = try AasaTests.check([server.address + path])
            ran.expect(1)
            #expect(codes.contains("too_large"))
            #expect(ran.peak < 100 << 20)
        }
    }

    @Test func `a slow server, and none at all`() throws {
        let server = try WebServer([AasaTests.wellKnown: .init(body: AasaTests.good, delay: 20)])
        let (ran, _, _) = try AasaTests.check([server.address, "--timeout", "1"])
        ran.expect(3)
        #expect(ran.errorText.contains("--timeout"))
        try AasaTests.check(["http://127.0.0.1:1"]).ran.expect(3)
        try AasaTests.check(["https://"]).ran.expect(2)
        try AasaTests.check(["ftp://example.com"]).ran.expect(2)
    }

    @Test func `test and production side by side, and expectations for CI`() throws {
        let folder = try TemporaryFolder()
        let production = try folder.write(AasaTests.good, to: "production")
        let test = try folder.write(
            String(decoding: AasaTests.good, as: UTF8.self).replacingOccurrences(of: "/pay/*", with: "/other/*"), to: "test")
        let both = ["--team", "ABCDE12345", "--bundle", "com.example.shop", "--expect", "/pay/result"]
        try Ran(["aasa", production] + both + ["--expect-browser", "/pay/web/x"]).expect(0)
        let (ran, _, object) = try AasaTests.check([production, test] + both)
        ran.expect(1)
        #expect((object["expected"] as? [[String: Any]])?.map { $0["ok"] as? Bool } == [true, false])
        try Ran(["aasa", production, "--team", "ZZZZZ99999", "--bundle", "com.example.shop"]).expect(1)
        try Ran(["aasa", production, "--team", "ABCDE12345"]).expect(2)
        try Ran(["aasa", production, "--team", "abc", "--bundle", "x"]).expect(2)
        try Ran(["aasa", production, "--expect", "pay"]).expect(2)
        try Ran(["aasa", folder.path + "/missing"]).expect(3)
        try Ran(["aasa", folder.path]).expect(3)
        let words = try Ran(["aasa", production, test, "--url", "/pay/result", "--lang", "zh"])
        #expect(words.text.contains("打开的应用不同"))
        try Ran(["aasa", "-"], input: AasaTests.good).expect(0)
    }

    @Test func `hostile files: escape codes, HTML, deep JSON, 100 MB`() throws {
        let folder = try TemporaryFolder()
        let evil =
            "{\"applinks\":{\"details\":[{\"appIDs\":[\"\\u001b[31m<script>\"],\"paths\":[\"/\\u202e\\u0007\\u001b]0;x\\u0007\"],\"\\u001b[2J\":1}]}}"
        let files = [
            try folder.write(evil, to: "evil"), try folder.write([UInt8](repeating: UInt8(ascii: "["), count: 500_000), to: "deep"),
            try folder.write([UInt8](repeating: UInt8(ascii: "{"), count: 100 << 20), to: "large"),
            try folder.write([0xFF, 0xFE, 0, 27, 91], to: "bytes"),
        ]
        for file in files {
            for words in [
                ["aasa", file], ["aasa", file, "--json"], ["aasa", file, "--color", "never", "--url", "/a\u{1B}[31m", "--lang", "zh"],
            ] {
                let ran = try Ran(words)
                ran.expect(1)
                ran.expectNothingRaw()
                #expect(ran.peak < 100 << 20)
            }
        }
    }
}
