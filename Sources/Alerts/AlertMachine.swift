import Domain

/// The states of one alert over event time, as Prometheus defines them: inactive → pending → firing → (kept firing) → inactive.
public struct AlertMachine: Sendable, Hashable {
    /// Where an alert stands.
    public enum State: UInt8, Sendable {
        case pending
        case firing
    }

    /// What a step did.
    public enum Change: Sendable, Hashable {
        /// It began to fire.
        case fired
        /// It fires no more.
        case resolved
    }

    /// Where it stands; nil while nothing is wrong.
    public private(set) var state: State?
    /// Since when it has been true.
    public private(set) var activeAt = Instant.distantPast
    /// When it began to fire.
    public private(set) var firedAt = Instant.distantPast
    /// Since when it has not been true, while it is kept firing.
    public private(set) var keptSince: Instant?

    /// Makes an alert that is not active.
    public init() {}

    /// Makes one from stored parts.
    public init(state: State?, activeAt: Instant, firedAt: Instant, keptSince: Instant?) {
        (self.state, self.activeAt, self.firedAt, self.keptSince) = (state, activeAt, firedAt, keptSince)
    }

    /// One step of event time.
    ///
    /// - Parameters:
    ///   - isTrue: whether the rule is true.
    ///   - at: the step.
    ///   - hold: how long it must be true before it fires (`for`).
    ///   - keep: how long it keeps firing afterwards (`keep_firing_for`).
    public mutating func step(_ isTrue: Bool, at: Instant, hold: TimeSpan, keep: TimeSpan) -> Change? {
        if isTrue {
            keptSince = nil
            if state == nil { (state, activeAt) = (.pending, at) }
            guard state == .pending, at - activeAt >= hold else { return nil }
            (state, firedAt) = (.firing, at)
            return .fired
        }
        switch state {
        case nil: return nil
        case .pending:
            state = nil
            return nil
        case .firing:
            let since = keptSince ?? at
            keptSince = since
            if keep > .zero, at - since < keep { return nil }
            (state, keptSince) = (nil, nil)
            return .resolved
        }
    }
}
