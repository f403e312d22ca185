import Domain
import Recognition
import Testing

/// A line that is no evidence shows that its device went on logging: noted without taking the line apart, it says the same as a closer
/// look does.
@Suite struct PresenceTests {
    /// With a mapping that nothing fits every record is taken apart, whatever literals it holds.
    private static let closer: RecognitionSettings = {
        var settings = RecognitionSettings(reference: Extraction.reference)
        let never = EventMapping(test: .field(key: "nothing", value: "0"), event: .orderCreated)
        settings.mappings = [SourceMapping(applies: { _ in true }, witness: nil, events: [never])]
        return settings
    }()

    private struct Random {
        var state: UInt64
        mutating func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        mutating func pick<T>(_ values: [T]) -> T { values[next(values.count)] }
    }

    private static func text(_ form: Int, _ random: inout Random) -> String {
        var text = ""
        for index in 0..<60 {
            let second = format(index % 60)
            let device = random.pick(["and-1", "ios-2", "\"ios 3\"", "", "null", "and-4;", "d=5"])
            let key = random.pick(["device", "deviceId", "device_id", "xdevice"])
            let words = random.pick([
                "tab selected index=4 \(key)=\(device)", "\(key)=\(device) \(key)=second", "note=\"a device=b\" \(key)=\(device)",
                "url=https://shop.example.com/x?device=inner", "url=https://shop.example.com/x?device=inner \(key)=\(device)",
                "{\"\(key)\":\"and-6\"}", "[PayCallback] query.sent orderNo=TK100\(index) \(key)=\(device)", "nothing at all",
                "a=1&device=form",
            ])
            switch form {
            case 0: text += "2026-09-01 13:57:\(second).123456+0800 ShopDemo[8116:16455] \(words)\n"
            case 1: text += "2026-09-01 13:57:\(second).123  8922  8945 D ShopHome   : \(words)\n"
            case 2: text += "2026-09-01 13:57:\(second) \(words)\n"
            default:
                let tag = random.pick(["App", "PayCallback"])
                text += #"{"time":"2026-09-01T13:57:\#(second).123+08:00","tag":"\#(tag)","msg":"tab","#
                text += #""\#(key)":"and-\#(random.next(4))"}"# + "\n"
            }
        }
        return text
    }

    private static func format(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

    @Test(arguments: 0..<4) func saysWhatACloserLookSays(form: Int) {
        var random = Random(state: UInt64(form) + 3)
        for _ in 0..<30 {
            let text = Self.text(form, &random)
            let fast = Extraction(text)
            let slow = Extraction(text, settings: Self.closer)
            #expect(fast.rows.map(\.event) == slow.rows.map(\.event))
            #expect(fast.rows.map(\.row.at) == slow.rows.map(\.row.at))
            #expect(fast.rows.map(\.attributes) == slow.rows.map(\.attributes))
            #expect(fast.report.deviceSpans == slow.report.deviceSpans, "\(text)")
        }
    }
}
