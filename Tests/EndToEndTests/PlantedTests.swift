import Foundation
import TestKit
import Testing

/// Personal values planted into every field and format: none may come out again, but through `order --raw`.
@Suite struct PlantedTests {
    /// Pieces that every planted value of a kind holds, and nothing else does.
    static let marks = [
        "1389765", "qzplant", "曲芷兰", "11010519491231", "622202999", "oQzPlanted", "20889876", "203.0.113.", "\u{FF11}\u{FF13}\u{FF18}",
        "88776655", "LTAI5tQzPlanted", "MIIEvQIBADANBgkqhkiG9w0BQzPlanted", "qzSecret",
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
        mutating func secret() -> String { "qzSecret" + digits(next(), 9) }
        mutating func accessKey() -> String { "LTAI5tQzPlanted" + digits(next(), 9) }
        mutating func privateKey() -> String {
            "MIIEvQIBADANBgkqhkiG9w0BQzPlanted" + digits(next(), 9) + String(repeating: "Ab3dEf+h", count: 6)
        }
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

    /// Base64, as senders pass their own data through a provider.
    static func packed(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

    /// `\xE6\x9B`, as nginx and Python write bytes.
    static func escaped(_ text: String) -> String { text.utf8.map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }

    /// `&#26354;`
    static func entities(_ text: String) -> String { text.unicodeScalars.map { "&#\($0.value);" }.joined() }

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
            // Packed, escaped, in keys of services, in words that are no text.
            add(
                "server/json.log",
                #"{"time":"\#(day)T\#(clock)+08:00","level":"error","event":"handler.failed","orderNo":"\#(order)","error":"attach=\#(packed(#"{"mobile":"\#(p.phone())","name":"\#(p.name())"}"#)) 原文 \#(entities(p.mail()))"}"#
            )
            add(
                "server/app.log",
                "\(day) \(clock).800 ERROR [exec-3] pay : event=handler.failed orderNo=\(order) error=\"ak \(p.accessKey()) app_secret=\(p.secret()) key \(p.privateKey())\""
            )
            add(
                "server/json.log",
                #"{"time":"\#(day)T\#(clock)+08:00","event":"order.changed","orderNo":"\#(order)","from":"pending","to":"user(openid=\#(p.openID()))","by":"mobile: \#(p.phone())","environment":"\#(p.phone())","platform":"\#(p.buyer())"}"#
            )
            add(
                "server/json.log",
                #"{"time":"\#(day)T\#(clock)+08:00","event":"notify.answered","orderNo":"\#(order)","status":500,"body":"no \#(escaped(p.phone()).replacingOccurrences(of: "\\", with: "\\\\"))"}"#
            )
            add(
                "client/device-1/app.log",
                "\(day) \(clock).950 Shop[364:907] [PayCallback] return.received orderNo=\(order) via=url_scheme url=shop://pay?orderNo=\(order)&p=\(encoded(packed("who=\(p.mail()) id=\(p.identity())")))"
            )
            add(
                "provider/orders.csv",
                "\(order),\(trade),TRADE_SUCCESS,128.00,\(day) \(clock),\(day) \(clock),\(p.name()),\(p.phone()),\(p.mail()),\"\(text)\"")
        }
        // Whoever collects by telephone number names folders so.
        let named = "client/\(p.phone())/app.log"
        add(
            named,
            "2026-11-02 10:00:00.200 Shop[364:907] [PayCallback] query.failed orderNo=PL20261102100007 error=\"timeout of \(p.mail())\"")
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
        func expectNone(_ bytes: [UInt8], _ what: String, places: Bool = false) {
            // A terminal shows places as they are on the disk, so that they can be opened; what is handed on does not.
            let data = Data(places ? PlantedTests.withoutPlaces(bytes) : bytes)
            for mark in PlantedTests.marks {
                for form in [mark, PlantedTests.encoded(mark)] {
                    guard let found = data.range(of: Data(form.utf8)) else { continue }
                    let around = data[max(data.startIndex, found.lowerBound - 80)..<min(data.endIndex, found.upperBound + 40)]
                    Issue.record("\(what): \(String(decoding: around, as: UTF8.self))")
                }
            }
        }
        let order = "PL20261102100007"
        let outputs = EveryOutput(
            folder: folder, paths: paths, store: store, key: key, order: order, period: ("2026-11-02", "2026-11-03"))
        for gap in try outputs.gaps() { Issue.record("declared, and not looked at: \(gap)") }
        let pieces = try outputs.pieces()
        for piece in pieces { expectNone(piece.bytes, piece.name, places: piece.showsPlaces) }
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.contains(".db") {
            expectNone([UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + name))), name, places: true)
        }
        let page = try #require(pieces.first { $0.name.hasPrefix("case export") && $0.form == .html })
        let text = String(decoding: page.bytes, as: UTF8.self)
        #expect(text.contains("phone~") && text.contains("email~"))
        #expect(pieces.contains { String(decoding: $0.bytes, as: UTF8.self).contains("paychain_build_info") })
        expectNone(try pushed(folder, key), "what was pushed", places: true)
        // The key never stands beside what it protects, and the lines themselves are shown when that is asked for.
        let secret = try String(contentsOfFile: key, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(secret.count == 32)
        for piece in pieces { #expect(!String(decoding: piece.bytes, as: UTF8.self).contains(secret), "\(piece.name)") }
        let raw = try Ran(["order", order, "--raw", "--db", store])
        #expect(raw.text.contains("1389765") && raw.text.contains("曲芷兰"))
    }

    /// The path of the folder that bears a telephone number, taken out of what shows places.
    private static func withoutPlaces(_ bytes: [UInt8]) -> [UInt8] {
        Array(String(decoding: bytes, as: UTF8.self).replacing(#/client/1389765\d{4}/#, with: "client/…").utf8)
    }

    /// What a watch keeps of lines that were pushed to it, and says of them.
    private func pushed(_ folder: TemporaryFolder, _ key: String) throws -> [UInt8] {
        let body = #"""
            {"streams":[{"stream":{"app":"pay","user":"13897651234"},"values":[
            ["1793584800000000000","event=order.created orderNo=PL9 amount=1.00 flow=alipay_h5 userId=8877665599 sid=13897651235"],
            ["1793584801000000000","event=handler.failed orderNo=PL9 error=\"card of qzplant9@example.com\""]]}]}
            """#
        try folder.write(Array(body.utf8), to: "push.json")
        let ran = try Ran(
            script: """
                cd "$1"
                mkdir -p empty
                "$PAYCHAIN" watch empty --db pushed.db --mask-key-file "$2" --listen 127.0.0.1:0 --ndjson 2>err >out &
                pid=$!
                until grep -q 'listening' err || ! kill -0 $pid 2>/dev/null; do sleep 0.05; done
                URL=http://$(sed -n 's/.*listening on //p' err | head -1)
                curl -s -H 'Content-Type: application/json' --data-binary @push.json $URL/loki/api/v1/push -o /dev/null -w 'pushed %{http_code}\n'
                cat pushed.db pushed.db-wal
                for path in / /orders /orders/PL9 /sources /api/v1/summary /metrics; do curl -s $URL$path; done
                kill -TERM $pid
                wait $pid
                cat out err pushed.db
                """, [folder.path, key])
        ran.expect(0)
        #expect(String(decoding: ran.output.prefix(20), as: UTF8.self).hasPrefix("pushed 204"), "\(ran.errorText)")
        return ran.output + ran.errors
    }
}
