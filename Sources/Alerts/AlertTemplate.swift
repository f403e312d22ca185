import Domain

/// The wording of an annotation: text with `{{ name }}` in it, checked when the rule is read.
public struct AlertTemplate: Sendable, Hashable {
    /// A piece of it.
    enum Piece: Sendable, Hashable {
        case text(String)
        case field(Field)
        case label(String)
    }

    /// What can stand in the braces, beside `labels.NAME`.
    public enum Field: String, Sendable, CaseIterable {
        case value
        case baseline
        case orders
        case examples
        case window
        case time
    }

    /// Why a template cannot be used.
    public struct Fault: Error, Sendable, Hashable {
        /// What is wrong.
        public var what: Text
    }

    /// As written.
    public let source: String
    let pieces: [Piece]

    /// Reads a template. `$labels.x`, `.Labels.x` and `$value` mean the same as in Prometheus.
    public init(_ source: String) throws(Fault) {
        var pieces: [Piece] = []
        var rest = Substring(source)
        while let open = rest.firstRange(of: "{{") {
            if open.lowerBound > rest.startIndex { pieces.append(.text(String(rest[..<open.lowerBound]))) }
            rest = rest[open.upperBound...]
            guard let close = rest.firstRange(of: "}}") else {
                throw Fault(what: Text(en: "“{{” without “}}”", zh: "“{{” 没有对应的 “}}”"))
            }
            pieces.append(try AlertTemplate.piece(rest[..<close.lowerBound]))
            rest = rest[close.upperBound...]
        }
        if !rest.isEmpty { pieces.append(.text(String(rest))) }
        (self.source, self.pieces) = (source, pieces)
    }

    private static func piece(_ text: Substring) throws(Fault) -> Piece {
        var word = text.filter { !$0.isWhitespace }
        if word.first == "$" || word.first == "." { word.removeFirst() }
        for prefix in ["labels.", "Labels."] where word.hasPrefix(prefix) { return .label(String(word.dropFirst(prefix.count))) }
        if let field = Field(rawValue: word) { return .field(field) }
        let known = Field.allCases.map(\.rawValue) + ["labels.NAME"]
        let near = NearestWord.find(word, in: known, limit: 1).first
        let list = known.joined(separator: ", ")
        throw Fault(
            what: Text(
                en: "“{{ \(word) }}” is unknown; " + (near.map { "did you mean “{{ \($0) }}”?" } ?? "known: \(list)"),
                zh: "“{{ \(word) }}” 无法识别；" + (near.map { "是否想写 “{{ \($0) }}”？" } ?? "可用：\(list)")))
    }

    /// The labels that it names.
    public var labelNames: [String] {
        pieces.compactMap { if case .label(let name) = $0 { name } else { nil } }
    }

    /// Fills it in.
    func text(_ reading: AlertReading, labels: [(name: String, value: String)], rule: AlertRule, at: Instant) -> String {
        var out = ""
        for piece in pieces {
            switch piece {
            case .text(let text): out += text
            case .label(let name): out += labels.first { $0.name == name }?.value ?? ""
            case .field(.value): out += reading.value.text(rule.query.measure.unit)
            case .field(.baseline): out += reading.baseline.map { $0.text(rule.query.measure.unit) } ?? "–"
            case .field(.orders): out += String(reading.orders)
            case .field(.examples): out += reading.examples.map(\.description).joined(separator: ", ")
            case .field(.window): out += AlertTemplate.span(rule.window)
            case .field(.time): out += at.rfc3339
            }
        }
        return out
    }

    /// `90s`, `10m`, `1h30m`: the way spans are written in rule files.
    public static func span(_ span: TimeSpan) -> String {
        var rest = span.microseconds / 1_000
        var out = ""
        for (unit, length) in [("d", Int64(86_400_000)), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1)] {
            if rest >= length {
                out += "\(rest / length)\(unit)"
                rest %= length
            }
        }
        return out.isEmpty ? "0s" : out
    }
}

extension Substring {
    /// The first place of two characters.
    fileprivate func firstRange(of pair: String) -> Range<Index>? {
        let wanted = Array(pair)
        var place = startIndex
        while place < endIndex {
            let next = index(after: place)
            if self[place] == wanted[0], next < endIndex, self[next] == wanted[1] { return place..<index(after: next) }
            place = next
        }
        return nil
    }
}
