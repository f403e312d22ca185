extension Verdict {
    /// Paid, and the evidence shows that the order is not marked paid to this day: the repair list (`orders --stuck`).
    ///
    /// A mark that nobody could see is none of these: it is unobserved.
    public var isStuck: Bool {
        outcome == .paid && steps.contains { $0.step == .markedPaid && $0.state == .missing }
            && !breaks.contains { $0.code == .paidNotMarked && $0.closedAt != nil }
    }
}
