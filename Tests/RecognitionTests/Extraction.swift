import Domain
import Recognition

/// One extraction of a text, its rows written as `client.wallet.opened ok=true orderNumber=…`.
struct Extraction {
    var rows: [(event: String, attributes: [String: [String]], row: Evidence)] = []
    var report = ExtractionReport()

    /// A moment near the stamps of the fixtures.
    static let reference = CivilTime(year: 2026, month: 9, day: 1, hour: 6).instant(offset: .zero)

    /// What most fixtures are read by; compiled once, since many read thousands of texts.
    private static let usual = ExtractionPlan(settings: RecognitionSettings(reference: reference), endpoints: Endpoints())

    /// Extracts a text given in blocks of `step` bytes.
    init(
        _ text: String, name: String = "test.log", step: Int = 1 << 20, settings: RecognitionSettings? = nil,
        endpoints: Endpoints = Endpoints(),
        losses: [(utf8Offset: UInt64, reason: String, untilEnd: Bool)] = []
    ) {
        self.init(bytes: Array(text.utf8), name: name, step: step, settings: settings, endpoints: endpoints, losses: losses)
    }

    init(
        bytes: [UInt8], name: String = "test.log", step: Int = 1 << 20, settings: RecognitionSettings? = nil,
        endpoints: Endpoints = Endpoints(),
        losses: [(utf8Offset: UInt64, reason: String, untilEnd: Bool)] = []
    ) {
        let plan =
            settings == nil && endpoints == Endpoints()
            ? Self.usual : ExtractionPlan(settings: settings ?? RecognitionSettings(reference: Self.reference), endpoints: endpoints)
        var extractor = SourceExtractor(name: name, sourceIndex: 0, plan: plan)
        var batch = EvidenceBatch()
        bytes.withUnsafeBytes { all in
            var start = 0
            while start < all.count {
                let end = min(start + step, all.count)
                extractor.consume(UnsafeRawBufferPointer(rebasing: all[start..<end]), into: &batch)
                start = end
            }
        }
        extractor.finish(losses: losses, into: &batch)
        report = extractor.report
        for row in batch.rows {
            let attributes = batch.withAttributes(of: row) { attributes in
                var found: [String: [String]] = [:]
                for (key, value) in attributes { found["\(key)", default: []].append(value.text) }
                return found
            }
            rows.append((row.event.name, attributes, row))
        }
    }

    /// Whether row `index` is what a line of an example says; a text with what differs, or nil.
    func difference(_ index: Int, from expected: String) -> String? {
        guard index < rows.count else { return "no row \(index), expected \(expected)" }
        let row = rows[index]
        var words = expected.split(separator: " ").map(String.init)
        let event = words.removeFirst()
        guard row.event == event else { return "\(row.event) instead of \(event) \(row.attributes)" }
        for word in words {
            guard let equals = word.firstIndex(of: "=") else { return "bad example \(word)" }
            let key = String(word[..<equals])
            let value = String(word[word.index(after: equals)...]).split(separator: "+", omittingEmptySubsequences: false).joined(
                separator: " ")
            guard row.attributes[key]?.contains(value) == true else {
                return "\(event): \(key) is \(row.attributes[key] ?? []), not \(value); all: \(row.attributes)"
            }
        }
        return nil
    }
}
