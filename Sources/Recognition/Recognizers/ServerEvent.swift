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
            // A logger's pattern may take the first word for the logger's name.
            return spokenEntry ?? headedEntry(of: record.text) ?? words.events.entry(of: record.category)
        }
    }

    /// The event word that begins the words of a record whose fields stand around them: `"message":"order.created orderNo=…"`.
    var spokenEntry: EventWords.Entry? {
        @inline(__always) mutating get {
            record.text.baseAddress == record.message.baseAddress ? nil : leadingEntry(of: record.text)
        }
    }

    /// The event word behind what a logger's own pattern puts in front of it: a logger's name, a thread, a file and line, a level. Nothing
    /// but such words stands before it, and keys with their values, or nothing, behind it: prose that mentions an event is none.
    private mutating func headedEntry(of text: Bytes) -> EventWords.Entry? {
        let reach = min(text.count, 320)
        var i = 0
        while i < reach {
            guard text[i].isLetter else {
                i &+= 1
                continue
            }
            let start = i
            while i < text.count, text[i].isIdentifier || text[i] == 46 { i &+= 1 }
            guard i &- start >= 7, i &- start <= 40, !text.at(start &- 1).isIdentifier, text.at(start &- 1) != 46,
                text.at(start &- 1) != 47,
                let entry = words.events.entry(of: text.slice(start, i))
            else { continue }
            let header = text.slice(0, start)
            guard !Reading.speaksOfMessages(header), Reading.hasKeys(text.from(i)) else { return nil }
            return Reading.isHeader(header) || Reading.isName(header) && i < text.count ? entry : nil
        }
        return nil
    }

    /// Whether nothing but one word stands in front: a logger's name behind the level (Python's `%(name)s %(message)s`, Node's `debug`,
    /// the stream of CloudWatch).
    private static func isName(_ header: Bytes) -> Bool {
        let word = header.trimmed
        return word.count > 0 && word.count <= 64
            && word.allSatisfy { $0.isIdentifier || $0 == 46 || $0 == 47 || $0 == 58 || $0 == 40 || $0 == 41 }
    }

    /// Whether the word in front of an event's tells that a message about it is handed on, or not: a queue prints what the order's own
    /// lines have told already.
    private static func speaksOfMessages(_ header: Bytes) -> Bool {
        var end = header.count
        while end > 0, !header[end &- 1].isLetter { end &-= 1 }
        var start = end
        while start > 0, header[start &- 1].isLetter { start &-= 1 }
        let word = header.slice(start, end)
        return messageWords.contains { word.hasAnyCase($0) && word.count <= $0.utf8CodeUnitCount &+ 3 }
    }

    /// Beginnings of such words: `publish`, `published`, `publishing`.
    private static let messageWords: [StaticString] = [
        "publish", "emit", "enqueue", "dequeue", "consum", "dispatch", "produc", "subscri", "queue", "topic", "kafka", "rabbit", "amqp",
        "nats", "outbox", "eventbus", "broadcast", "replay", "skip", "ignor", "drop", "unhandled", "unknown", "forward", "send", "sent",
    ]

    /// What ends as a logger's header does: in punctuation, a level, a number, or a name with points in it.
    private static func isHeader(_ text: Bytes) -> Bool {
        var end = text.count
        while end > 0, text[end &- 1].isBlank { end &-= 1 }
        guard end > 0 else { return true }
        switch text[end &- 1] {
        case 93, 41, 58, 45, 124, 62, 125: return true
        // `"message":"order.created …"` in an object that follows a text
        case 34: return end == text.count && end > 1 && text[end &- 2] == 58
        default: break
        }
        var start = end
        while start > 0, !text[start &- 1].isBlank { start &-= 1 }
        let word = text.slice(start, end)
        if RecordLevel(word: word) != nil { return true }
        let isNumber = word.contains { $0.isDigit } && word.allSatisfy { $0.isIdentifier || $0 == 58 || $0 == 46 || $0 == 44 || $0 == 43 }
        return isNumber || word.first(46).map { $0 > 0 } == true && !word.holds("..")
    }

    /// Nothing, or keys with values, or an object.
    private static func hasKeys(_ text: Bytes) -> Bool {
        var i = 0
        while i < text.count, text[i].isBlank || text[i] == 58 || text[i] == 124 || text[i] == 44 { i &+= 1 }
        guard i < text.count else { return true }
        if text[i] == 123 || text[i] == 34 || text[i] == 91 { return true }
        let start = i
        while i < text.count, text[i].isIdentifier || text[i] == 46 || text[i] >= 0x80 { i &+= 1 }
        return i > start && (text.at(i) == 61 || text.at(i) == 58)
    }

    /// `order.created {"orderNo":…}`, `order.created⇥{…}`, `order.created orderNo=…`
    private mutating func leadingEntry(of text: Bytes) -> EventWords.Entry? {
        var end = 0
        while end < text.count, text[end].isIdentifier || text[end] == 46 { end &+= 1 }
        guard end == text.count || text[end].isBlank || text[end] == 123 || text[end] == 58 || text[end] == 40 else { return nil }
        return words.events.entry(of: text.slice(0, end))
    }
}
