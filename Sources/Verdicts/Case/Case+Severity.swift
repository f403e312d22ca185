import Domain

extension Case {
    /// Breaks 8 to 10: critical while no mark is seen, else minor.
    var severityByMark: Severity { mark == nil ? .critical : .minor }

    /// When the order was marked, if that was after the fault began.
    func markTime(after event: Int?) -> Instant? {
        guard let mark else { return nil }
        if let event, isBefore(mark, event) { return nil }
        return facts[mark].at
    }

    /// Breaks 13 and 17 to 20: major, minor when the payer saw the right result afterwards, with the time of it.
    func severityByResult(after event: Int? = nil) -> (severity: Severity, closedAt: Instant?) {
        guard let result = rightResult(returned: nil) else { return (.major, nil) }
        if let event, isBefore(result, event) { return (.major, nil) }
        return (.minor, facts[result].at)
    }

    /// The event that shows when the order was paid.
    var paidEvidence: [Int] {
        guard let proof = proofs.first(where: { $0.paidAt == paidAt }) else { return [] }
        return [proof.event]
    }

    /// The lines of one delivery.
    func evidence(of delivery: Int) -> [Int] {
        let one = chain.deliveries[delivery]
        return one.received + [one.verified, one.failed, one.answered, one.edge].compactMap { $0 }
    }
}
