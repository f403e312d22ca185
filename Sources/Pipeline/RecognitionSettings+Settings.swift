import Configuration
import Domain
import Recognition

extension RecognitionSettings {
    /// What a configuration tells recognition.
    ///
    /// - Parameters:
    ///   - settings: the configuration, its zone already settled between file and command line.
    ///   - reference: a moment near the evidence, for stamps without a year.
    init(_ settings: Settings, reference: Instant) {
        self.init(reference: reference)
        orderNumberKeys = settings.orderNumberKeys
        endpoints = settings.endpoints
        urlSchemes = Set(settings.urlSchemes)
        zone = settings.zone ?? .shanghai
        signatures = StoreSignatures.shared
        sourceZones = settings.sources.compactMap { source in
            source.zone.map { zone in (applies: { source.path.matches($0) }, zone: zone) }
        }
        mappings = settings.sources.map { source in
            SourceMapping(
                applies: { source.path.matches($0) }, witness: source.witness, format: source.format,
                events: source.events.map(EventMapping.init))
        }
    }
}

extension EventMapping {
    init(_ event: EventSettings) {
        let test: Test =
            switch event.test {
            case .pattern(let pattern): .pattern(ConfiguredPattern(pattern))
            case .field(let key, let value): .field(key: key, value: value)
            }
        self.init(
            test: test, event: event.event, fields: event.fields.map { (key: $0.key, pattern: ConfiguredPattern($0.pattern)) },
            copies: event.copies, constants: event.constants, words: event.words)
    }
}
