import Decoding
import Domain

extension Recognizer {
    /// A server's or provider record's line with an event word.
    static let serverEvent = Recognizer(
        name: "server event",
        purpose: Text(
            en: "A line with an event word: in `event`, `action`, `evt`, `msg`, or as the first word of a text.",
            zh: "带事件词的日志：event、action、evt、msg 字段，或文本的第一个词。"),
        scope: .server, anchors: [],
        examples: ServerEventExamples.all
    ) { reading in reading.putServerWord() }
}

extension Reading {
    /// Writes the event of an untagged line with an event word; false when it has none.
    mutating func putServerWord() -> Bool {
        guard let entry = serverEntry else { return false }
        if let event = entry.provider, entry.server == nil { return putProviderEvent(event) }
        guard let event = entry.server else { return false }
        return putServerEvent(event)
    }

    /// The event word of an untagged line and who may say it.
    ///
    /// These change nothing: a borrow of a reading would be copied byte by byte.
    private var serverEntry: EventWords.Entry? {
        @inline(__always) mutating get {
            if let word = value(.event), let entry = words.events.entry(of: word.trimmed.unquoted) { return entry }
            if let word = value(.message), let entry = words.events.entry(of: word.trimmed.unquoted) { return entry }
            if let entry = leadingEntry(of: text) { return entry }
            return spokenEntry
        }
    }

    /// The event word that begins the words of a record whose fields stand around them: `"message":"order.created orderNo=…"`.
    var spokenEntry: EventWords.Entry? {
        @inline(__always) mutating get {
            record.text.baseAddress == record.message.baseAddress ? nil : leadingEntry(of: record.text)
        }
    }

    /// `order.created {"orderNo":…}`, `order.created⇥{…}`, `order.created orderNo=…`
    private mutating func leadingEntry(of text: Bytes) -> EventWords.Entry? {
        var end = 0
        while end < text.count, text[end].isIdentifier || text[end] == 46 { end &+= 1 }
        guard end == text.count || text[end].isBlank || text[end] == 123 || text[end] == 58 || text[end] == 40 else { return nil }
        return words.events.entry(of: text.slice(0, end))
    }
}
