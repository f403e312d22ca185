import Domain

/// `paychain explain --json`: what was asked, what it means, what it may have meant.
public enum ExplanationJSON {
    /// Appends the whole answer as one object.
    public static func append(_ answer: Knowledge.Answer, asked: String, _ language: Language, to json: inout JSONWriter) {
        json.beginObject()
        json.key("query")
        json.string(asked)
        json.key("language")
        json.string(language.rawValue)
        json.key("entries")
        json.beginArray()
        for entry in answer.entries { append(entry, language, to: &json) }
        json.endArray()
        strings("suggestions", answer.suggestions, to: &json)
        json.endObject()
    }

    /// Appends one entry as an object.
    public static func append(_ entry: Explanation, _ language: Language, to json: inout JSONWriter) {
        json.beginObject()
        json.key("code")
        json.string(entry.code)
        strings("names", entry.names, to: &json)
        json.key("kind")
        json.string(entry.kind.rawValue)
        json.key("group")
        json.string(entry.group)
        json.key("title")
        json.string(entry.title(language))
        for role in Explanation.Role.allCases where ![.reasons, .explainedBy, .flows, .owner].contains(role) {
            let texts = entry.parts.filter { $0.role == role }
            guard !texts.isEmpty else { continue }
            json.key(role.rawValue)
            if role == .rules || role == .due {
                json.beginArray()
                for part in texts {
                    json.string([part.heading?(language), part.text(language)].compactMap { $0 }.joined(separator: ": "))
                }
                json.endArray()
            } else {
                json.string(texts.map { $0.text(language) }.joined(separator: " "))
            }
        }
        if let stage = entry.stage {
            json.key("stage")
            json.string(stage.rawValue)
        }
        strings("severities", entry.severities.map(\.rawValue), to: &json)
        strings("owners", entry.owners.map(\.rawValue), to: &json)
        strings("flows", entry.flows.map(\.rawValue), to: &json)
        if entry.kind == .break {
            strings("reasons", Explanation.reasons.filter { $0.group == entry.code }.map(\.code), to: &json)
        }
        strings("see", entry.see, to: &json)
        json.endObject()
    }

    private static func strings(_ key: StaticString, _ values: [String], to json: inout JSONWriter) {
        json.key(key)
        json.beginArray()
        for value in values { json.string(value) }
        json.endArray()
    }
}
