extension Chain {
    /// A device's stamp whose true moment is known no better than this tells nothing about how long a step takes.
    private static let longestClockError = TimeSpan.seconds(10)

    /// The true moment of a step that was seen, for durations: a server's stamp as it is, a device's in the middle of what its clock allows.
    ///
    /// Nil where the device's clock is not known to within ten seconds (device clocks are intervals, vocabulary.md): a duration over it would be
    /// the clock's error, not the payer's time.
    public func moment(of step: StepVerdict) -> Instant? {
        guard let place = step.evidence, events.indices.contains(place) else { return step.at }
        return moment(of: events[place])
    }

    /// When something happened; nil for a device's clock that nothing bounds.
    public func moment(of event: Evidence) -> Instant? {
        guard event.witness == .client else { return event.at }
        let range = range(of: event)
        guard range.earliest != .distantPast, range.latest != .distantFuture else { return nil }
        let width = range.latest - range.earliest
        guard width <= Chain.longestClockError, width >= .zero else { return nil }
        return range.earliest + TimeSpan(microseconds: width.microseconds / 2)
    }
}
