import Domain

/// One step of the order's flow as judged, with what breaks need beyond the verdict's own entry.
struct JudgedStep {
    var step: Step
    var state: StepState
    /// The event that shows it.
    var evidence: Int?
    /// Its deadline.
    var due: Instant?
    /// The deadline is a moment of the device's own clock.
    var isDueOnDevice = false
    /// The deadline was surely missed, whether or not the step came later.
    var isMissed = false

    /// The verdict's entry.
    func verdict(_ facts: [Fact]) -> StepVerdict {
        StepVerdict(step: step, state: state, at: evidence.map { facts[$0].at }, due: due, evidence: evidence)
    }
}
