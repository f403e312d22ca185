/// Orders with very many lines of one kind: a payer's page that asks for days, a retry that never ends. The first and the last of each kind
/// are kept (``Limits/linesOfKind`` each); what lies between tells nothing that they do not tell.
///
/// Which lines these are depends on the lines alone: not on their order, on how often each was read, or on what was left out before.
public enum CrowdedOrder {
    /// Whether lines of some kind may have been left out of an order with these events.
    public static func isCrowded(_ events: UnsafeBufferPointer<Evidence>) -> Bool {
        guard events.count >= 2 * Limits.linesOfKind else { return false }
        var counts: [UInt16: Int] = [:]
        for event in events { counts[kind(event), default: 0] += 1 }
        return counts.values.contains { $0 >= 2 * Limits.linesOfKind }
    }

    /// What happened, and who tells it.
    @inline(__always) public static func kind(_ event: Evidence) -> UInt16 {
        UInt16(event.event.rawValue) << 8 | UInt16(event.witness.rawValue)
    }
}
