extension Verdict {
    /// True: marked paid. False: that was due, and the logs that would show it show nothing. Nil: cannot be told, not due, or no such step.
    ///
    /// Absence of evidence is never taken for `false` (vocabulary §5): the repair list accuses nobody whose logs are missing.
    public var isMarkedPaid: Bool? {
        guard let step = steps.first(where: { $0.step == .markedPaid }) else { return nil }
        switch step.state {
        case .seen: return true
        case .missing: return breaks.contains { $0.code == .paidNotMarked && $0.closedAt != nil }
        case .notDue, .unobserved, .skipped: return nil
        }
    }

    /// Paid, and the evidence shows that the order is not marked paid to this day: the repair list (`orders --stuck`).
    ///
    /// A refunded order has nothing left to repair.
    public var isStuck: Bool { outcome == .paid && isMarkedPaid == false }

    /// Money of the paid order went back in part, or a refund of it began: nobody may mark it paid and deliver before that is known.
    public var isRefundTouched: Bool { outcome == .paid && (remarks.contains(.partiallyRefunded) || remarks.contains(.refundBegun)) }
}
