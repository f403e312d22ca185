import Domain

/// When a provider sends a notify again that was not accepted.
public struct RetrySchedule: Sendable {
    /// Offsets of every delivery from the first one; the first entry is zero.
    public let offsets: [TimeSpan]
    /// A repeat at or after this distance from the first delivery proves that the first one was not accepted (vocabulary §6, break 8).
    public let firstRetry: TimeSpan
    /// How much earlier than its slot a delivery may come: clocks tick in whole seconds and queues jitter.
    public let earliness: TimeSpan
    /// How much later than its slot a delivery may still come by the schedule.
    public let lateness: TimeSpan

    /// Makes a schedule from its offsets.
    public init(offsets: [TimeSpan], firstRetry: TimeSpan, earliness: TimeSpan, lateness: TimeSpan) {
        (self.offsets, self.firstRetry, self.earliness, self.lateness) = (offsets, firstRetry, earliness, lateness)
    }

    /// The number of the delivery, from 1, that was due last after `delay`; nil before the first and long after the last slot.
    public func deliveryNumber(delay: TimeSpan) -> (number: Int, unseen: Int)? {
        guard let last = offsets.last, delay + earliness >= .zero, delay < last + .hours(1) else { return nil }
        var number = 0
        while number < offsets.count, (number == 1 ? firstRetry : offsets[number] + (-earliness)) <= delay || number == 0 {
            number += 1
        }
        return (number, number - 1)
    }

    /// The slot, from 0, that a moment `delay` after the first delivery falls into; nil when it lies between two slots.
    public func slot(delay: TimeSpan) -> Int? {
        offsets.lastIndex { $0 + (-earliness) <= delay && delay <= $0 + lateness }
    }
}
