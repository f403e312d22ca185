import Foundation
import TestKit
import Testing

/// Personal values planted into every field and format: none may come out again, but through `order --raw`.
@Suite struct PlantedTests {
    /// Pieces that every planted value of a kind holds, and nothing else does.
    static let marks = [
        "1389765", "qzplant", "曲芷兰", "11010519491231", "622202999", "oQzPlanted", "20889876", "203.0.113.", "\u{FF11}\u{FF13}\u{FF18}",
        "88776655",
    ]

    /// Makes values, each different, and counts them.
    struct Planter {
        var count = 0
        private mutating func next() -> Int {
            count += 1
            return count
        }
        private func digits(_ number: Int, _ width: Int) -> String { String(String(10_000_000_000 + number).suffix(width)) }

        mutating func phone() -> String { "1389765" + digits(next(), 4) }
        mutating func mail() -> String { "qzplant\(next())@example.com" }
        mutating func name() -> String { "曲芷兰\(next())" }
        mutating func openID() -> String { "oQzPlanted-" + digits(next(), 8) + "AbCdEfGhI" }
        mutating func buyer() -> String { "20889876" + digits(next(), 8) }
        mutating func address() -> String { "203.0.113.\(next() % 254 + 1)" }
        mutating func user() -> String { "88776655" + digits(next(), 5) }
        mutating func token() -> String { "qzplant" + digits(next(), 9) }
        mutating func signed() -> String { "eyJhbGciOiJIUzI1NiJ9.eyJxenBsYW50Ijox\(next())fQ.qzplant\(next())" }
        mutating func identity() -> String {
            let body = "11010519491231" + digits(next() % 1_000, 3)
            let weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
            let sum = zip(body, weights).reduce(0) { $0 + ($1.0.wholeNumberValue ?? 0) * $1.1 }
            return body + String(Array("10X98765432")[sum % 11])
        }
        mutating func card() -> String {
            let body = "622202999" + digits(next(), 9)
            let sum = body.reversed().enumerated().reduce(0) { sum, one in
                let value = (one.element.wholeNumberValue ?? 0) * (one.offset % 2 == 0 ? 2 : 1)
                return sum + (value > 9 ? value - 9 : value)
            }
            return body + String((10 - sum % 10) % 10)
        }
    }

    static func encoded(_ text: String) -> String { text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text }

    /// Logs of many formats, ten values and more in every line that can carry them.
    static func logs(_ folder: TemporaryFolder, orders: Int) throws -> Int {
        var p = Planter()
        var files: [String: String] = [:]
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        func add(_ file: String, _ line: String) { files[file, default: ""] += line + "\n" }
        add(
            "provider/orders.csv",
            "order_no,trade_no,status,total_amount,created_at,paid_at,buyer_name,buyer_phone,buyer_email,note")
        for index in 0..<orders {
            let (hour, minute, second) = (10 + index / 1_800 % 10, index / 30 % 60, index * 2 % 60)
            let order = "PL20261102\(100_000 + index)"
            let trade = "20261102220014\(20_000_000_000_000 + index)"
            let day = "2026-11-02"
            let clock = "\(two(hour)):\(two(minute)):\(two(second))"
            // Who the lines name as somebody's: a person in a text, ids in fields, encoded once, twice, in JSON in JSON.
            let text = "user \(p.phone()) <\(p.mail())> card \(p.card()) id \(p.identity()) from \(p.address())"
            let query = "phone=\(p.phone())&mail=\(encoded(p.mail()))&uid=\(p.user())&access_token=\(p.token())"
            let twice = encoded("https://shop.example.com/pay?" + query)
            add(
                "server/app.log",
                "\(day) \(clock).100 INFO [exec-1] pay : event=order.created orderNo=\(order) amount=128.00 currency=CNY flow=alipay_h5 userId=\(p.user()) sid=\(p.phone()) realname=\(p.name()) email=\(p.mail())"
            )
            add(
                "server/app.log",
                "\(day) \(clock).600 INFO [exec-2] pay : alipay notify {out_trade_no=\(order), trade_no=\(trade), trade_status=TRADE_SUCCESS, total_amount=128.00, buyer_id=\(p.buyer()), buyer_logon_id=\(p.mail()), gmt_payment=\(day) \(clock)}"
            )
            add("server/app.log", "\(day) \(clock).700 ERROR [exec-2] pay : event=handler.failed orderNo=\(order) error=\"\(text)\"")
            add(
                "server/json.log",
                #"{"time":"\#(day)T\#(clock)+08:00","level":"error","event":"handler.failed","orderNo":"\#(order)","error":"{\"openid\":\"\#(p.openID())\",\"mobile\":\"\#(p.phone())\",\"real_name\":\"\#(p.name())\"}","ip":"\#(p.address())","authorization":"Bearer \#(p.signed())"}"#
            )
            add(
                "edge/access.log",
                "\(p.address()) - \(p.user()) [02/Nov/2026:\(clock) +0800] \"POST /users/\(p.user())/pay/notify?out_trade_no=\(order)&\(query) HTTP/1.1\" 500 12 \"https://x.example/?u=\(twice)\" \"Shop/\(p.phone())\""
            )
            add(
                "client/device-1/app.log",
                "\(day) \(clock).200 Shop[364:907] [PayChain] return.received orderNo=\(order) via=url_scheme url=shop://pay?orderNo=\(order)&\(query)&next=\(twice)"
            )
            add(
                "client/device-1/app.log",
                "\(day) \(clock).900 Shop[364:907] [PayChain] query.failed orderNo=\(order) error=\(text) device=\(p.phone())")
            add(
                "provider/orders.csv",
                "\(order),\(trade),TRADE_SUCCESS,128.00,\(day) \(clock),\(day) \(clock),\(p.name()),\(p.phone()),\(p.mail()),\"\(text)\"")
        }
        for (name, text) in files { try folder.write(text, to: name) }
        return p.count
    }

    @Test func `ten thousand planted values stay inside the lines they were read from`() throws {
        let folder = try TemporaryFolder()
        let planted = try PlantedTests.logs(folder, orders: 350)
        #expect(planted >= 10_000)
        let store = folder.path + "/store.db"
        let key = folder.path + "/key/mask.key"
        let paths = ["server", "edge", "client", "provider"].map { folder.path + "/" + $0 }
        func expectNone(_ bytes: [UInt8], _ what: String) {
            let data = Data(bytes)
            for mark in PlantedTests.marks {
                for form in [mark, PlantedTests.encoded(mark)] {
                    guard let found = data.range(of: Data(form.utf8)) else { continue }
                    let around = data[max(data.startIndex, found.lowerBound - 80)..<min(data.endIndex, found.upperBound + 40)]
                    Issue.record("\(what): \(String(decoding: around, as: UTF8.self))")
                }
            }
        }
        func run(_ words: [String], code: Int32 = 0) throws -> Ran {
            let ran = try Ran(words)
            ran.expect(code)
            expectNone(ran.output + ran.errors, words.prefix(3).joined(separator: " "))
            return ran
        }
        let summary = try run(["analyze", "--json", "--db", store, "--mask-key-file", key] + paths)
        #expect(try summary.object["orders"] as? Int == 350)
        _ = try run(["analyze", "--no-db", "--mask-key-file", key] + paths)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasPrefix("store.db") {
            expectNone([UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + name))), name)
        }
        _ = try run(["orders", "--ndjson", "--db", store])
        for format in ["ndjson", "csv", "xes", "ocel", "otlp"] { _ = try run(["export", "--format", format, "--db", store]) }
        _ = try run(["stage", "extract", "--mask-key-file", key] + paths)
        let order = "PL20261102100007"
        for words in [[], ["--json"], ["--html", "--mask-key-file", key], ["--search"]] {
            _ = try run(["order", order, "--db", store] + words)
        }
        let page = try run(["case", "export", order, "--db", store, "--mask-key-file", key])
        #expect(page.text.contains("phone~") && page.text.contains("email~"))
        _ = try run(["case", "export", order, "--db", store, "--mask-key-file", key, "-o", folder.path + "/case.json"])
        expectNone([UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path + "/case.json"))), "case.json")
        // The key never stands beside what it protects, and the lines themselves are shown when that is asked for.
        let secret = try String(contentsOfFile: key, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(secret.count == 32 && !page.text.contains(secret))
        let raw = try Ran(["order", order, "--raw", "--db", store])
        #expect(raw.text.contains("1389765") && raw.text.contains("曲芷兰"))
    }
}
