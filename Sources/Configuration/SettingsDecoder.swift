import Domain

/// Reads the tree into ``Settings``, key by key, and collects every mistake on the way.
struct SettingsDecoder {
    /// The folder that globs are relative to.
    let folder: String
    let vocabulary: Settings.Vocabulary
    private(set) var problems: [ConfigurationError.Problem] = []

    init(folder: String, vocabulary: Settings.Vocabulary) { (self.folder, self.vocabulary) = (folder, vocabulary) }

    mutating func settings(_ root: YAMLNode) -> Settings {
        var settings = Settings()
        for (key, node) in fields(
            of: root,
            known: [
                "timezone", "merchant", "domains", "client", "paths", "order_number_keys", "sources", "flows", "masking", "receivers",
                "route",
            ])
        {
            switch key {
            case "timezone": settings.zone = zone(node)
            case "merchant": settings.merchant = merchant(node)
            case "domains":
                for (_, node) in fields(of: node, known: ["return"]) { settings.returnDomains = texts(node).map { $0.lowercased() } }
            case "client":
                for (_, node) in fields(of: node, known: ["url_schemes"]) { settings.urlSchemes = texts(node).map(SettingsDecoder.scheme) }
            case "paths": settings.endpoints = endpoints(node)
            case "order_number_keys": settings.orderNumberKeys = texts(node)
            case "sources":
                for entry in list(node) { if let source = source(entry) { settings.sources.append(source) } }
            case "flows": settings.deadlines = deadlines(node)
            case "masking":
                for (_, node) in fields(of: node, known: ["key_file"]) {
                    settings.maskKeyFile = text(node).map { $0.hasPrefix("/") || folder == "." ? $0 : folder + "/" + $0 }
                }
            case "receivers": settings.receivers = receivers(node, beside: [])
            case "route": settings.route = route(node)
            default: break
            }
        }
        checkRoute(root, settings.receivers)
        return settings
    }

    private mutating func merchant(_ node: YAMLNode) -> RunContext.Merchant {
        var merchant = RunContext.Merchant()
        for (key, node) in fields(of: node, known: ["app_id", "seller_id", "mch_id", "bundle_id"]) {
            switch key {
            case "app_id": merchant.appIDs = texts(node)
            case "seller_id": merchant.sellerIDs = texts(node)
            case "mch_id": merchant.merchantIDs = texts(node)
            default: merchant.bundleIDs = texts(node)
            }
        }
        return merchant
    }

    private mutating func endpoints(_ node: YAMLNode) -> Endpoints {
        var endpoints = Endpoints()
        for (key, node) in fields(of: node, known: ["notify", "return", "query"]) {
            switch key {
            case "notify": endpoints.notify = Set(texts(node))
            case "return": endpoints.returns = Set(texts(node))
            default: endpoints.query = Set(texts(node))
            }
        }
        return endpoints
    }

    private mutating func deadlines(_ node: YAMLNode) -> [RunContext.Deadline] {
        var deadlines: [RunContext.Deadline] = []
        for (name, mark, node) in pairs(node) {
            guard let flow = Flow(rawValue: name) else {
                refuse(name, as: .flow, among: Flow.allCases.map(\.rawValue), at: mark)
                continue
            }
            for (_, node) in fields(of: node, known: ["due"]) {
                for (name, mark, node) in pairs(node) {
                    guard let step = Step(rawValue: name) else {
                        refuse(name, as: .step, among: Step.allCases.map(\.rawValue), at: mark)
                        continue
                    }
                    if let span = span(node) { deadlines.append(RunContext.Deadline(flow: flow, step: step, span: span)) }
                }
            }
        }
        return deadlines
    }

    /// `myshop`, `MyShop://` and `myshop:` are one scheme.
    private static func scheme(_ text: String) -> String {
        String(text.lowercased().prefix { $0 != ":" })
    }
}

// What every section is read with.
extension SettingsDecoder {
    mutating func report(_ kind: ConfigurationError.Kind, at mark: Mark) {
        problems.append(ConfigurationError.Problem(kind, at: mark))
    }

    mutating func refuse(_ value: String, as expected: ConfigurationError.Expectation, among words: [String], at mark: Mark) {
        report(.unknownValue(value, of: expected, nearest: NearestWord.find(value, in: words, limit: 1).first), at: mark)
    }

    /// The pairs of a mapping; nothing for a null.
    mutating func pairs(_ node: YAMLNode) -> [(key: String, mark: Mark, value: YAMLNode)] {
        if case .mapping(let pairs) = node.content { return pairs }
        if !node.isNull { report(.wrongKind(expected: .mapping), at: node.mark) }
        return []
    }

    /// The pairs of a mapping whose keys are known; the others are refused, and keys without a value left out.
    mutating func fields(of node: YAMLNode, known: [String]) -> [(key: String, value: YAMLNode)] {
        var fields: [(key: String, value: YAMLNode)] = []
        for (key, mark, value) in pairs(node) {
            if !known.contains(key) {
                report(.unknownKey(key, nearest: NearestWord.find(key, in: known, limit: 1).first), at: mark)
            } else if !value.isNull {
                fields.append((key, value))
            }
        }
        return fields
    }

    /// The items of a list; nothing for a null.
    mutating func list(_ node: YAMLNode) -> [YAMLNode] {
        if case .sequence(let items) = node.content { return items }
        if !node.isNull { report(.wrongKind(expected: .list), at: node.mark) }
        return []
    }

    /// One text. Numbers and booleans are texts as they are written: ids keep their leading zeros.
    mutating func text(_ node: YAMLNode) -> String? {
        if case .scalar(let text, _) = node.content, !node.isNull { return text }
        report(.wrongKind(expected: .text), at: node.mark)
        return nil
    }

    /// A list of texts; a single text is a list of one.
    mutating func texts(_ node: YAMLNode) -> [String] {
        guard case .sequence(let items) = node.content else { return text(node).map { [$0] } ?? [] }
        return items.compactMap { text($0) }
    }

    mutating func span(_ node: YAMLNode) -> TimeSpan? {
        guard let text = text(node) else { return nil }
        guard let span = TimeSpan(configured: text) else {
            report(.unknownValue(text, of: .span, nearest: nil), at: node.mark)
            return nil
        }
        return span
    }

    mutating func zone(_ node: YAMLNode) -> ZoneTable? {
        guard let text = text(node) else { return nil }
        guard let zone = Zones.table(named: text) else {
            refuse(text, as: .zone, among: ["Asia/Shanghai", "UTC"], at: node.mark)
            return nil
        }
        return zone
    }
}

extension TimeSpan {
    /// Reads `3m`, `90s`, `1h30m`, `2d`, `500ms`; nil for anything else, for nothing and for a span of no length.
    public init?(configured text: String) {
        var total: Int64 = 0
        var rest = text.utf8[...]
        while !rest.isEmpty {
            let digits = rest.prefix { (48...57).contains($0) }
            rest = rest[digits.endIndex...]
            let unit = rest.prefix { (97...122).contains($0) }
            rest = rest[unit.endIndex...]
            guard let number = Int64(Substring(digits)) else { return nil }
            let length: Int64
            switch String(Substring(unit)) {
            case "d": length = 86_400_000_000
            case "h": length = 3_600_000_000
            case "m": length = 60_000_000
            case "s": length = 1_000_000
            case "ms": length = 1_000
            default: return nil
            }
            let (part, overflow) = number.multipliedReportingOverflow(by: length)
            let (sum, overflow2) = total.addingReportingOverflow(part)
            guard !overflow, !overflow2 else { return nil }
            total = sum
        }
        guard total > 0 else { return nil }
        self.init(microseconds: total)
    }
}
