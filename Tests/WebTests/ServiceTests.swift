import Domain
import Foundation
import Serving
import Store
import Testing

@testable import Web

@Suite("The service")
struct ServiceTests {
    @Test("answers to names of its own, reads only, and asks for the token before anything else")
    func access() throws {
        let shop = try Shop(orders: 1, access: AccessPolicy(token: Array("0123456789abcdef".utf8), open: ["/healthz", "/readyz"]))
        let token = [("Authorization", "Bearer 0123456789abcdef")]
        #expect(try shop.ask("/", host: "evil.example").status == 421)
        #expect(try shop.ask("/", host: nil).status == 400)
        #expect(try shop.ask("/healthz", host: "evil.example").status == 421)
        for path in Route.all.map({ $0.path.replacing("{id}", with: "N1000").replacing("{word}", with: "x") }) {
            let isOpen =
                path == "/healthz" || path == "/readyz" || path.hasPrefix("/style-") || path.hasPrefix("/page-") || path == "/favicon.ico"
            let answer = try shop.ask(path)
            #expect((answer.status == 401) == !isOpen, "\(path)")
            if answer.status == 401 {
                #expect(answer.header("www-authenticate")?.hasPrefix("Basic realm=") == true)
                #expect(!answer.text.contains("CNY"))
            }
            answer.expectSecured()
        }
        #expect(try shop.ask("/orders", token).status == 200)
        #expect(try shop.ask("/orders", [("Authorization", "Bearer 0123456789abcdeF")]).status == 401)
        for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "get", "BREW"] {
            let answer = try shop.ask("/orders", token, method: method)
            #expect(answer.status == 405 && answer.header("allow") == "GET, HEAD", "\(method)")
        }
        #expect(try shop.ask("/orders", token, method: "HEAD").status == 200)
    }

    @Test(
        "A path leads to a route or to nothing",
        arguments: [
            "/nope", "/orders/", "/orders/N1000/", "//orders", "/../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/orders%2FN1000", "/api",
            "/api/v1",
            "/api/v1/", "/api/v2/orders", "/ORDERS", "/style.css", "/orders/N1000/raw",
        ])
    func paths(target: String) throws { #expect(try Shop(orders: 1).ask(target).status == 404) }

    @Test("An order is found by its number, by one alias, and not by one that several share")
    func lookups() throws {
        let shop = try Shop(orders: 6)
        #expect(try shop.ask("/orders/N1000").text.contains("N1000"))
        #expect(try shop.ask("/orders/TN1002").text.contains("N1002"))
        #expect(try shop.ask("/api/v1/orders/TN1002").status == 200)
        let shared = try shop.ask("/orders/shared-1")
        #expect(shared.status == 409 && shared.text.contains("N1002") && shared.text.contains("N1003"))
        let near = try shop.ask("/search?q=n1004")
        #expect(near.status == 404 && near.text.contains("/orders/N1004"))
        let found = try shop.ask("/search?q=%20TN1002%20&lang=zh")
        #expect(found.status == 303 && found.header("location") == "/orders/N1002?lang=zh")
        #expect(try shop.ask("/search?q=").header("location") == "/orders")
        #expect(try shop.ask("/search?q=\(String(repeating: "x", count: 5_000))").status == 404)
    }

    @Test("Pages walk over every order once, newest first, whatever the filter")
    func paging() throws {
        let shop = try Shop(orders: 130)
        func walk(_ query: String) throws -> [String] {
            var numbers: [String] = []
            var after: String?
            repeat {
                let object = try #require(
                    try shop.ask("/api/v1/orders?limit=17&\(query)" + (after.map { "&after=\($0)" } ?? "")).object() as? [String: Any])
                numbers += (object["orders"] as? [[String: Any]] ?? []).compactMap { $0["order"] as? String }
                after = object["next"] as? String
            } while after != nil
            return numbers
        }
        let all = try walk("")
        #expect(all.count == 131 && Set(all).count == 131)
        let dated = all.compactMap { Int($0.dropFirst()) }.filter { ($0 - 1_000) % 7 != 3 }
        #expect(dated == dated.sorted(by: >))
        #expect(try Set(walk("outcome=abandoned")) == Set((0..<130).filter { $0 % 5 == 0 }.map { "N\(1_000 + $0)" }))
        #expect(try walk("break=paid_not_marked,notify_rejected").count == 14)
        #expect(try walk("stuck=1").count == 14)
        #expect(try walk("flow=alipay_h5&app_version=5.2.1").count == 22)
        #expect(try walk("since=2026-11-02").count == 131 - (0..<130).filter { $0 % 7 == 3 }.count)
        #expect(try walk("flow=storekit") == [])
    }

    @Test(
        "A value that cannot be read is a 400 that says what can",
        arguments: [
            "/orders?break=nope", "/orders?outcome=Paid", "/orders?since=yesterday", "/orders?after=1", "/orders?after=z.!",
            "/orders?stuck=yes",
            "/api/v1/orders?limit=0", "/api/v1/orders?limit=1001", "/api/v1/orders?limit=x", "/funnel?flow=x", "/api/v1/funnel?until=x",
        ])
    func badValues(target: String) throws {
        let answer = try Shop(orders: 1).ask(target)
        #expect(answer.status == 400)
        #expect(answer.header("content-type") == (target.hasPrefix("/api") ? "application/problem+json" : "text/html; charset=utf-8"))
    }

    @Test("A funnel of a filter counts its orders as the run counts all of them")
    func funnel() throws {
        let shop = try Shop(orders: 100)
        let object = try #require(try shop.ask("/api/v1/funnel?app_version=5.2.1").object() as? [String: Any])
        #expect(object["orders"] as? Int == (0..<100).filter { $0 % 3 == 0 }.count)
        let funnels = try #require(object["funnel"] as? [[String: Any]])
        let alipay = try #require(funnels.first { $0["flow"] as? String == "alipay_h5" })
        let orders = (0..<100).filter { $0 % 6 == 0 }
        #expect(alipay["orders"] as? Int == orders.count)
        let steps = try #require(alipay["steps"] as? [[String: Any]])
        #expect(steps.map { $0["step"] as? String } == ["order_created", "marked_paid"])
        #expect(steps[1]["orders"] as? Int == orders.filter { $0 % 10 != 1 }.count)
    }

    @Test("Without a store pages say so; a store that comes, changes or is replaced is seen by the next request")
    func states() throws {
        let shop = try Shop(orders: 2)
        let first = try shop.ask("/")
        let tag = try #require(first.header("etag"))
        #expect(try shop.ask("/", [("If-None-Match", tag)]).status == 304)
        #expect(try shop.ask("/", [("If-None-Match", "\"x\", \(tag)")]).status == 304)
        #expect(try shop.ask("/?lang=zh", [("If-None-Match", tag)]).status == 200)
        #expect(try shop.ask("/orders/N1005").status == 404)
        var batch = OrderBatch()
        let (verdict, chain) = Shop.order("N1005", 5)
        batch.append(verdict, chain)
        try Store.open(path: shop.path, mode: .readWrite).upsert(batch)
        #expect(try shop.ask("/orders/N1005").status == 200)
        #expect(try shop.ask("/", [("If-None-Match", tag)]).status == 200)
        try shop.fill(9)
        #expect(try shop.ask("/orders/N1008").status == 200)
        #expect(try shop.ask("/orders/N1005").text.contains("N1005"))
        try FileManager.default.removeItem(atPath: shop.path)
        let missing = try shop.ask("/orders")
        #expect(missing.status == 503 && missing.header("retry-after") == "5" && missing.text.contains("paychain analyze"))
        #expect(try shop.ask("/readyz").status == 503 && shop.ask("/healthz").status == 200)
        try Data("no store".utf8).write(to: URL(fileURLWithPath: shop.path))
        #expect(try shop.ask("/").status == 503)
        try FileManager.default.removeItem(atPath: shop.path)
        try shop.fill(3)
        #expect(try shop.ask("/readyz").status == 200)
    }

    @Test("The repair list can be downloaded, and no cell of it is a formula")
    func csv() throws {
        let shop = try Shop(orders: 620)
        let answer = try shop.ask("/api/v1/repair.csv")
        #expect(answer.header("content-disposition") == "attachment; filename=\"repair-list.csv\"")
        let text = answer.text
        let lines = text.split(separator: "\r\n")
        #expect(lines.count == 1 + 62 + 1)
        #expect(text.contains("\"'=1+\"\"><script>"))
        for line in lines { #expect(!line.hasPrefix("=") && !line.contains(",=") && !line.contains(",\"=")) }
        #expect(
            CSVText.cell("+1") == "'+1" && CSVText.cell("@x") == "'@x" && CSVText.cell("\tx") == "'\tx" && CSVText.cell("a,b") == "\"a,b\"")
        #expect(CSVText.cell("-5") == "'-5" && CSVText.cell("5.2") == "5.2" && CSVText.cell("") == "")
    }

    @Test(
        "The language is the one asked for, else the browser's first of ours",
        arguments: [
            ("zh-CN,zh;q=0.9,en;q=0.8", Language.zh), ("en-US,en;q=0.9,zh;q=0.8", .en), ("de, zh;q=0.5", .zh), ("fr", .en), ("", .en),
            ("zh;q=0,en;q=0.1", .en), ("en;q=0.3, zh-TW;q=0.4", .zh), ("*", .en), (";;;,q=", .en),
        ])
    func languages(header: String, wanted: Language) throws {
        let answer = try Shop(orders: 1).ask("/explain", [("Accept-Language", header)])
        #expect(answer.text.contains(wanted == .zh ? "<html lang=\"zh-Hans\">" : "<html lang=\"en\">"))
    }

    @Test("Metrics count the orders of the store, and carry no order number")
    func metrics() throws {
        let shop = try Shop(orders: 20)
        let text = try shop.ask("/metrics").text
        #expect(text.contains("paychain_build_info{version=\"1.2.3\"} 1\n"))
        #expect(text.contains("paychain_orders{flow=\"alipay_h5\",outcome=\"abandoned\",experience=\"\"} 2\n"))
        #expect(text.contains("paychain_stuck_orders 13\n"))
        #expect(text.contains("paychain_breaks{break=\"paid_not_marked\",severity=\"critical\",owner=\"server\",flow=\"wechat_sdk\"} 3\n"))
        #expect(!text.contains("N1001"))
        #expect(try shop.ask("/metrics", [("Accept", "application/openmetrics-text")]).text.hasSuffix("# EOF\n"))
    }
}
