import Domain

/// A story told as text, one line an event: the form of the examples that breaks declare.
///
/// ```
/// asof 12:00:00
/// cover all                          # app, edge and phone from 09:00 to as-of
/// cover phone 09:00 10:30            # raw device time
/// gap edge 10:03 10:04
/// clock phone -0.2 0.2               # seconds the device may be ahead; `unknown`, `broken`
/// platform phone android
/// shown client.wallet.opened         # some other order of the run shows that kind
/// scheme myshop                      # a URL scheme of this app
/// domain shop.example.com            # a domain return URLs may use
/// merchant appID=2021000000000001
/// bill alipay 00:00 24:00            # a complete provider record
/// unbound 10:02:45 path=/notify      # a notify that found no order; inferred: another order has it by inference
/// due alipay_h5 returned 180         # a configured deadline, in seconds
/// attempt B-1 provider=wechat flow=wechat_h5 paid=10:02:40
/// 10:02:11 order.created amount=9.90 flow=alipay_h5
/// 10:02:41 edge notify.received httpStatus=419
/// 10:02:50 @tablet ~window app.foregrounded pending=none
/// ```
public struct Story {
    /// What went wrong with a line of a story.
    public struct Unreadable: Error, CustomStringConvertible {
        /// The line.
        public let line: String
        /// For people.
        public var description: String { "unreadable line of a story: \(line)" }
    }

    /// The builder, ready to be changed further.
    public var builder: StoryBuilder

    /// Reads a story.
    public init(_ text: String, number: String = "ORDER-1") throws {
        builder = StoryBuilder(number: number)
        var coverAll = false
        for line in text.split(separator: "\n") {
            let words = Story.words(of: line)
            guard let first = words.first else { continue }
            if first == "cover", words.count == 2, words[1] == "all" {
                coverAll = true
            } else if let at = StoryTime.parse(first) {
                try readEvent(at, words, line)
            } else {
                try readDirective(words, line)
            }
        }
        if coverAll {
            for witness in ["app", "edge", "phone"] { builder.cover(witness, StoryTime.at("09:00:00"), builder.run.asOf) }
        }
    }

    /// The chain of the story.
    public var chain: Chain { builder.chain }
    /// The run of the story.
    public var run: RunContext { builder.run }

    private mutating func readEvent(_ at: Instant, _ words: [String], _ line: Substring) throws {
        var words = words.dropFirst()
        var witness: Witness?
        var device: String?
        var binding = Binding.direct
        var day = TimeSpan.zero
        while let word = words.first {
            if word == "edge" {
                witness = .serverEdge
            } else if word.hasPrefix("@") {
                device = String(word.dropFirst())
            } else if word.hasPrefix("~"), let found = Binding.allCases.first(where: { "~\($0)" == word }) {
                binding = found
            } else {
                break
            }
            words = words.dropFirst()
        }
        guard let name = words.first, let event = Story.event(named: name) else { throw Unreadable(line: String(line)) }
        var values: [(AttributeKey, String)] = []
        for word in words.dropFirst() {
            guard let (name, value) = Story.pair(word) else { throw Unreadable(line: String(line)) }
            if name == "day", let days = Int64(value) {
                day = .days(days)
                continue
            }
            guard let key = Story.key(named: name) else { throw Unreadable(line: String(line)) }
            values.append((key, value))
        }
        builder.add(at + day, event, values, witness: witness, device: device, binding: binding)
    }

    private mutating func readDirective(_ words: [String], _ line: Substring) throws {
        let failure = Unreadable(line: String(line))
        switch (words[0], words.count) {
        case ("asof", 2): builder.run.asOf = StoryTime.at(words[1])
        case ("cover", 4): builder.cover(words[1], StoryTime.at(words[2]), StoryTime.at(words[3]))
        case ("gap", 4): builder.gap(words[1], StoryTime.at(words[2]), StoryTime.at(words[3]))
        case ("clock", 3):
            builder.change(words[1]) {
                $0.offset = words[2] == "unknown" ? .unknown : ClockOffset(low: .zero, high: .zero, isConsistent: false)
            }
        case ("clock", 4):
            guard let low = Double(words[2]), let high = Double(words[3]) else { throw failure }
            builder.change(words[1]) {
                $0.offset = ClockOffset(low: TimeSpan(microseconds: Int64(low * 1e6)), high: TimeSpan(microseconds: Int64(high * 1e6)))
            }
        case ("platform", 3): builder.change(words[1]) { $0.platform = words[2] }
        case ("shown", 2...):
            guard let event = Story.event(named: words[1]) else { throw failure }
            builder.show(event, platform: words.count > 2 ? words[2] : "ios")
        case ("scheme", 2): builder.run.appSchemes.insert(words[1])
        case ("domain", 2): builder.run.returnDomains.append(words[1])
        case ("bill", 4):
            builder.run.providerDays[words[1]] = WitnessCoverage(stretches: [
                Stretch(from: StoryTime.at(words[2]), to: StoryTime.at(words[3]))
            ])
        case ("unbound", 2...):
            var one = RunContext.UnboundNotify(at: StoryTime.at(words[1]))
            for word in words.dropFirst(2) {
                if word == "inferred" {
                    one.isInferred = true
                    continue
                }
                guard let (name, value) = Story.pair(word) else { throw failure }
                if name == "path" { one.path = StableHash.of(value) } else { one.provider = value }
            }
            builder.run.unboundNotifies.append(one)
        case ("due", 4):
            guard let flow = Flow(rawValue: words[1]), let step = Step(rawValue: words[2]), let seconds = Int64(words[3]) else {
                throw failure
            }
            builder.run.deadlines.append(RunContext.Deadline(flow: flow, step: step, span: .seconds(seconds)))
        case ("merchant", 2...):
            for word in words.dropFirst() {
                guard let (name, value) = Story.pair(word) else { throw failure }
                switch name {
                case "appID": builder.run.merchant.appIDs.append(value)
                case "sellerID": builder.run.merchant.sellerIDs.append(value)
                case "merchantID": builder.run.merchant.merchantIDs.append(value)
                default: builder.run.merchant.bundleIDs.append(value)
                }
            }
        case ("attempt", 2...):
            var attempt = Attempt(number: words[1])
            for word in words.dropFirst(2) {
                guard let (name, value) = Story.pair(word) else { throw failure }
                switch name {
                case "provider": attempt.provider = value
                case "flow": attempt.flow = Flow(rawValue: value) ?? .unknown
                case "trade": attempt.tradeNumbers.append(value)
                default: attempt.paidAt = StoryTime.parse(value)
                }
            }
            builder.attempts.append(attempt)
        default: throw failure
        }
    }

    /// An event by its full name (`server.query.answered`) or by its word where that is unique or a server's.
    static func event(named name: String) -> EventKind? {
        EventKind.allCases.first { $0.name == name } ?? EventKind.allCases.first { $0.word == name }
    }

    /// An attribute key by the name of its case.
    static func key(named name: String) -> AttributeKey? { AttributeKey.allCases.first { "\($0)" == name } }

    private static func pair(_ word: String) -> (String, String)? {
        guard let equals = word.firstIndex(of: "=") else { return nil }
        return (String(word[..<equals]), String(word[word.index(after: equals)...]))
    }

    /// Words of a line, double quotes keeping blanks together; a `#` begins a remark.
    private static func words(of line: Substring) -> [String] {
        var words: [String] = []
        var word = ""
        var isQuoted = false
        for character in line {
            if character == "\"" {
                isQuoted.toggle()
            } else if character == "#", !isQuoted {
                break
            } else if character == " ", !isQuoted {
                if !word.isEmpty { words.append(word) }
                word = ""
            } else {
                word.append(character)
            }
        }
        if !word.isEmpty { words.append(word) }
        return words
    }
}
