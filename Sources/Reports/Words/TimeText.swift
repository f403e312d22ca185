import Domain

/// Times and lengths of time for people, in the reader's zone and language.
public struct TimeText: Sendable {
    /// The zone.
    public let zone: ZoneTable
    /// The language.
    public let language: Language

    /// Makes a clock face.
    public init(zone: ZoneTable, language: Language) { (self.zone, self.language) = (zone, language) }

    /// Makes the clock face of a report.
    public init(_ style: ReportStyle) { self.init(zone: style.zone, language: style.language) }

    /// `2026-11-02`.
    public func day(_ instant: Instant) -> String {
        let t = civil(instant)
        return "\(t.year)-\(two(t.month))-\(two(t.day))"
    }

    /// `10:02:11`, with milliseconds when the stamp has them.
    public func clock(_ instant: Instant, _ resolution: Resolution = .second) -> String {
        let t = civil(instant)
        switch resolution {
        case .day: return "––:––:––"
        case .minute: return "\(two(t.hour)):\(two(t.minute))"
        case .second: return "\(two(t.hour)):\(two(t.minute)):\(two(t.second))"
        case .millisecond, .microsecond:
            let milliseconds = String(1_000 + t.microsecond / 1_000).dropFirst()
            return "\(two(t.hour)):\(two(t.minute)):\(two(t.second)).\(milliseconds)"
        }
    }

    /// `2026-11-02 10:02:11`.
    public func full(_ instant: Instant) -> String {
        if instant == .distantPast { return language == .zh ? "很早以前" : "ever before" }
        if instant == .distantFuture { return language == .zh ? "此后" : "ever after" }
        return "\(day(instant)) \(clock(instant))"
    }

    /// ` · as of 2026-11-02 10:02:11`; nothing where no line had a stamp.
    public func asOf(_ instant: Instant) -> String {
        instant.isUndated ? "" : (language == .zh ? " · 判定时点 " : " · as of ") + full(instant)
    }

    /// The clock alone on the day of `reference`, else the day too.
    public func brief(_ instant: Instant, on reference: Instant?) -> String {
        guard let reference, instant != .distantPast, instant != .distantFuture, day(instant) == day(reference) else {
            return full(instant)
        }
        return clock(instant)
    }

    /// The zone as a header shows it: `Asia/Shanghai (UTC+08:00)`.
    public func zoneName(at instant: Instant) -> String {
        let minutes = zone.offset(at: instant).wholeSeconds / 60
        let sign = minutes < 0 ? "-" : "+"
        let offset = "UTC\(sign)\(two(Int(minutes.magnitude / 60))):\(two(Int(minutes.magnitude % 60)))"
        if zone.name == "UTC" { return "UTC" }
        return zone.name.isEmpty || zone.name.utf8.first == UInt8(ascii: "+") || zone.name.utf8.first == UInt8(ascii: "-")
            ? offset : "\(zone.name) (\(offset))"
    }

    /// A length in its two largest units: `480 ms`, `28 s`, `4 min 30 s`, `2 h 5 min`, `3 d 4 h`.
    public func span(_ span: TimeSpan) -> String {
        let milliseconds = Int64(clamping: span.microseconds.magnitude / 1_000)
        let seconds = milliseconds / 1_000
        let parts: [(Int64, String)] =
            switch seconds {
            case 0: [(milliseconds, language == .zh ? "毫秒" : "ms")]
            case ..<60: [(seconds, second)]
            case ..<3_600: [(seconds / 60, minute), (seconds % 60, second)]
            case ..<86_400: [(seconds / 3_600, hour), (seconds % 3_600 / 60, minute)]
            default: [(seconds / 86_400, language == .zh ? "天" : "d"), (seconds % 86_400 / 3_600, hour)]
            }
        let shown = parts.enumerated().filter { $0.offset == 0 || $0.element.0 > 0 }.map { "\($0.element.0) \($0.element.1)" }
        return (span < .zero ? "-" : "") + shown.joined(separator: " ")
    }

    private var second: String { language == .zh ? "秒" : "s" }
    private var minute: String { language == .zh ? "分" : "min" }
    private var hour: String { language == .zh ? "小时" : "h" }

    private func civil(_ instant: Instant) -> CivilTime { CivilTime(instant, offset: zone.offset(at: instant)) }

    private func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
