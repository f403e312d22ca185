import Domain

// `sources:` and its `events:`.
extension SettingsDecoder {
    mutating func source(_ node: YAMLNode) -> SourceSettings? {
        var glob: Glob?
        var isPathThere = false
        var layer: (witness: Witness, layer: Layer)?
        var format = ""
        var zone: ZoneTable?
        var events: [YAMLNode] = []
        for (key, node) in fields(of: node, known: ["path", "layer", "format", "timezone", "events"]) {
            switch key {
            case "path":
                isPathThere = true
                glob = self.glob(node)
            case "layer": layer = self.layer(node)
            case "format": format = self.format(node) ?? ""
            case "timezone": zone = self.zone(node)
            default: events = list(node)
            }
        }
        // The layer may stand behind the events, and events need it.
        let read = events.compactMap { event($0, layer: layer?.layer) }
        guard let glob else {
            if !isPathThere, case .mapping = node.content { report(.missingKey("path"), at: node.mark) }
            return nil
        }
        var source = SourceSettings(path: glob)
        (source.witness, source.format, source.zone, source.events) = (layer?.witness, format, zone, read)
        return source
    }

    private mutating func glob(_ node: YAMLNode) -> Glob? {
        guard let text = text(node) else { return nil }
        guard let glob = Glob(text, relativeTo: folder) else {
            report(.unknownValue(text, of: .glob, nearest: nil), at: node.mark)
            return nil
        }
        return glob
    }

    private mutating func layer(_ node: YAMLNode) -> (witness: Witness, layer: Layer)? {
        guard let text = text(node) else { return nil }
        switch text {
        case "client": return (.client, .client)
        case "server", "server_app": return (.serverApp, .server)
        case "edge", "server_edge": return (.serverEdge, .server)
        case "provider": return (.provider, .provider)
        default:
            refuse(text, as: .layer, among: ["client", "server", "edge", "provider"], at: node.mark)
            return nil
        }
    }

    private mutating func format(_ node: YAMLNode) -> String? {
        guard let text = text(node) else { return nil }
        guard vocabulary.formats.isEmpty || vocabulary.formats.contains(text) else {
            refuse(text, as: .format, among: vocabulary.formats, at: node.mark)
            return nil
        }
        return text
    }

    private mutating func event(_ node: YAMLNode, layer: Layer?) -> EventSettings? {
        var test: EventSettings.Test?
        var kind: EventKind?
        var seen: [String] = []
        var parts = EventSettings(test: .field(key: "", value: ""), event: .orderCreated)
        for (key, node) in fields(of: node, known: ["match", "event", "fields", "set", "map"]) {
            seen.append(key)
            switch key {
            case "match": test = self.test(node)
            case "event": kind = self.kind(node, layer: layer)
            case "fields": readFields(node, into: &parts)
            case "set":
                for (key, node) in payload(node) { if let text = text(node) { parts.constants.append((key, text)) } }
            default:
                for (key, node) in payload(node) {
                    for (word, _, node) in pairs(node) { if let text = text(node) { parts.words[key, default: [:]][word] = text } }
                }
            }
        }
        if case .mapping = node.content {
            for key in ["match", "event"] where !seen.contains(key) { report(.missingKey(key), at: node.mark) }
        }
        guard let test, let kind else { return nil }
        (parts.test, parts.event) = (test, kind)
        return parts
    }

    private mutating func test(_ node: YAMLNode) -> EventSettings.Test? {
        guard case .mapping(let pairs) = node.content else {
            if case .sequence = node.content {
                report(.wrongKind(expected: .test), at: node.mark)
                return nil
            }
            return pattern(node).map(EventSettings.Test.pattern)
        }
        guard pairs.count == 1 else {
            report(.wrongKind(expected: .test), at: node.mark)
            return nil
        }
        return text(pairs[0].value).map { .field(key: pairs[0].key, value: $0) }
    }

    /// The event of a word, in the source's own layer where two layers share it (`query.answered`); a full name says the layer itself.
    private mutating func kind(_ node: YAMLNode, layer: Layer?) -> EventKind? {
        guard let text = text(node) else { return nil }
        if let kind = EventKind.allCases.first(where: { $0.name == text }) { return kind }
        let named = EventKind.allCases.filter { $0.word == text }
        if let own = named.first(where: { $0.layer == layer }) { return own }
        if named.count == 1 { return named[0] }
        // Two layers share the word and nothing says which: the full names are what is expected.
        let known = named.isEmpty ? EventKind.allCases.map(\.word) + EventKind.allCases.map(\.name) : named.map(\.name)
        report(
            .unknownValue(text, of: .event, nearest: named.first?.name ?? NearestWord.find(text, in: known, limit: 1).first), at: node.mark)
        return nil
    }

    private mutating func readFields(_ node: YAMLNode, into parts: inout EventSettings) {
        for (key, node) in payload(node) {
            if case .mapping = node.content {
                let copies = fields(of: node, known: ["field"])
                if copies.isEmpty { report(.missingKey("field"), at: node.mark) }
                for (_, node) in copies { if let text = text(node) { parts.copies.append((key, text)) } }
            } else if let pattern = pattern(node) {
                parts.fields.append((key, pattern))
            }
        }
    }

    /// Pairs whose keys are keys of ours (`orderNo`, `amount`, …).
    private mutating func payload(_ node: YAMLNode) -> [(key: String, value: YAMLNode)] {
        if !vocabulary.fieldKeys.isEmpty { return fields(of: node, known: vocabulary.fieldKeys) }
        return pairs(node).filter { !$0.value.isNull }.map { ($0.key, $0.value) }
    }

    private mutating func pattern(_ node: YAMLNode) -> CompiledPattern? {
        guard let text = text(node) else { return nil }
        do throws(PatternError) { return try CompiledPattern(text) } catch {
            report(.badPattern(error.message, column: error.column), at: node.mark)
            return nil
        }
    }
}
