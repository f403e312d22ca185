import Alerts
import Domain
import Reports

/// Alerts as lines of a chat message: as many as fit, or when more wait than can be told one by one, a digest that counts every one.
struct ChatText {
    /// How a service sets text.
    struct Markup: Sendable {
        var bold: @Sendable (String) -> String
        var lineEnd: String
        /// What must not stand in its text as it is.
        var escape: @Sendable (String) -> String = { $0 }
    }

    var title: String
    var text: String
    /// How many of the first events it tells.
    var count: Int

    /// Makes a text of at most so many bytes.
    init(_ events: [AlertEvent], language: Language, isDigest: Bool, maximum: Int, markup: Markup) {
        let lines =
            isDigest
            ? ChatText.digest(events, language, maximum: maximum, markup) : ChatText.each(events, language, maximum: maximum, markup)
        count = lines.count
        let told = events.prefix(count)
        let firing = told.filter { $0.endsAt == nil }.count
        title = language == .zh ? "PayChain：\(firing) 触发" : "PayChain: \(firing) firing"
        if told.count > firing { title += language == .zh ? "，\(told.count - firing) 恢复" : ", \(told.count - firing) resolved" }
        text = markup.bold(title) + markup.lineEnd + lines.text
    }

    /// Room for the title.
    private static let titleLength = 120

    private static func each(
        _ events: [AlertEvent], _ language: Language, maximum: Int, _ markup: Markup
    ) -> (text: String, count: Int) {
        var text = ""
        var count = 0
        for event in events {
            let block = self.block(event, language, markup)
            guard text.utf8.count + block.utf8.count + titleLength <= maximum else {
                if count > 0 { break }
                // One that is too long alone is cut at a character.
                return (cut(block, to: maximum - titleLength), 1)
            }
            text += block
            count += 1
        }
        return (text, count)
    }

    /// One alert: state and name, what it says, when, and its labels.
    private static func block(_ event: AlertEvent, _ language: Language, _ markup: Markup) -> String {
        let sign = event.endsAt != nil ? "✅" : event.label("severity") == "critical" ? "🔴" : "🟠"
        let late = event.isLate ? (language == .zh ? "（迟到的事实）" : " (late)") : ""
        var lines = ["\(sign) " + markup.bold(harmless(event.label("alertname"), markup)) + late]
        let summary = language == .zh ? event.annotation("summary_zh") ?? event.annotation("summary") : event.annotation("summary")
        if let summary { lines.append(harmless(summary, markup)) }
        let labels = event.labels.filter { $0.name != "alertname" }.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
        if !labels.isEmpty { lines.append(harmless(labels, markup)) }
        lines.append(event.startsAt.rfc3339 + (event.endsAt.map { " – " + $0.rfc3339 } ?? ""))
        return lines.joined(separator: markup.lineEnd) + markup.lineEnd + markup.lineEnd
    }

    /// One line for each rule and state, with how many, and as many of their labels as there is room for.
    private static func digest(
        _ events: [AlertEvent], _ language: Language, maximum: Int, _ markup: Markup
    ) -> (text: String, count: Int) {
        var groups: [(key: String, isOver: Bool, names: [String], count: Int)] = []
        for event in events {
            let key = event.label("alertname")
            let labels = event.labels.filter { !["alertname", "severity"].contains($0.name) }.map(\.value).joined(separator: "/")
            if let place = groups.firstIndex(where: { $0.key == key && $0.isOver == (event.endsAt != nil) }) {
                groups[place].count += 1
                if groups[place].names.count < 5 { groups[place].names.append(labels) }
            } else {
                groups.append((key, event.endsAt != nil, [labels], 1))
            }
        }
        var text = ""
        var told = 0
        for group in groups {
            let names = group.names.filter { !$0.isEmpty }.joined(separator: ", ")
            let line =
                "\(group.isOver ? "✅" : "🔴") " + markup.bold(harmless(group.key, markup) + " ×\(group.count)")
                + (names.isEmpty ? "" : " " + harmless(cut(names, to: 160), markup)) + markup.lineEnd
            if text.utf8.count + line.utf8.count + titleLength + 60 > maximum {
                let rest = events.count - told
                text += (language == .zh ? "……另有 \(rest) 条" : "… and \(rest) more") + markup.lineEnd
                return (text, events.count)
            }
            text += line
            told += group.count
        }
        return (text, events.count)
    }

    /// Text of logs that calls nobody, links nowhere and moves no cursor.
    static func harmless(_ text: String, _ markup: Markup) -> String {
        let swaps: [Character: Character] = ["<": "＜", ">": "＞", "[": "［", "]": "］", "@": "＠", "`": "'", "*": "＊"]
        return markup.escape(String(VisibleText.make(text).map { swaps[$0] ?? $0 }))
    }

    static func cut(_ text: String, to bytes: Int) -> String {
        guard text.utf8.count > bytes else { return text }
        var out = ""
        for character in text {
            if out.utf8.count + character.utf8.count + 3 > bytes { break }
            out.append(character)
        }
        return out + "…"
    }
}
