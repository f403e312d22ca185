import Domain
import Reports

/// One call of one command: what was typed, where to write, and what the environment says.
public struct Invocation {
    /// What was typed.
    public let arguments: ParsedArguments
    /// Where to write.
    public let console: Console
    /// The language of the output.
    public let language: Language
    /// Whether colours are sent to standard output.
    public let usesColor: Bool
    /// Columns to fill.
    public let width: Int
    /// What reads logs and judges.
    public let engine: Engine
    /// Where the user's masking key usually stands; nil where there is no place for it.
    var maskKeyPath: String?

    /// No progress and no messages but errors.
    var isQuiet: Bool { arguments.has("quiet") }

    /// How reports are drawn.
    func style(zone: ZoneTable) -> ReportStyle {
        var style = ReportStyle(language: language, width: width, usesColor: usesColor, zone: zone)
        style.isPiped = !console.outputIsTerminal
        (style.typed.database, style.typed.zone, style.typed.language) = (arguments["db"], arguments["tz"], arguments["lang"])
        return style
    }

    /// A message for people, on standard error.
    func tell(_ text: Text) {
        if !isQuiet { console.complain("paychain: " + text(language)) }
    }

    /// The word of an option as one of a closed list.
    func word<Word: RawRepresentable & CaseIterable>(_ option: String, as type: Word.Type) throws(CommandError) -> [Word]
    where Word.RawValue == String {
        var out: [Word] = []
        for value in arguments.all(option) {
            guard let word = Word(rawValue: value) else {
                throw CommandError.badValue(option, value, Invocation.choices(value, Word.allCases.map(\.rawValue)))
            }
            out.append(word)
        }
        return out
    }

    /// A whole number within bounds.
    func number(_ option: String, in bounds: ClosedRange<Int>) throws(CommandError) -> Int? {
        guard let text = arguments[option] else { return nil }
        guard let value = Int(text), bounds.contains(value) else {
            throw CommandError.badValue(
                option, text,
                bounds.upperBound == .max
                    ? Text(en: "a whole number, at least \(bounds.lowerBound)", zh: "需要不小于 \(bounds.lowerBound) 的整数")
                    : Text(
                        en: "a whole number from \(bounds.lowerBound) to \(bounds.upperBound)",
                        zh: "需要 \(bounds.lowerBound) 到 \(bounds.upperBound) 之间的整数"))
        }
        return value
    }

    /// A length of time, more than none.
    func span(_ option: String) throws(CommandError) -> TimeSpan? {
        guard let text = arguments[option] else { return nil }
        guard let span = TimeArgument.span(text), span > .zero else {
            throw CommandError.badValue(option, text, Text(en: "a span is 30s, 15m, 24h or 2d", zh: "时长写法：30s、15m、24h、2d"))
        }
        return span
    }

    /// A moment; relative ones count back from `reference`.
    func time(
        _ option: String, zone: ZoneTable, relativeTo reference: Instant?, wanted: Text = TimeArgument.wanted
    ) throws(CommandError) -> Instant? {
        guard let text = arguments[option] else { return nil }
        guard let instant = TimeArgument.parse(text, zone: zone, relativeTo: reference) else {
            throw CommandError.badValue(option, text, wanted)
        }
        return instant
    }

    private static func choices(_ value: String, _ known: [String]) -> Text {
        if let suggestion = CommandError.suggestion(value, known) { return suggestion }
        let list = known.joined(separator: ", ")
        return Text(en: "one of: \(list)", zh: "可选：\(list)")
    }
}
