import Domain
import Synchronization

/// Keeps the process near what it may take: pieces that workers free lie all over the heap, and without it half of what a long run takes is
/// memory that nobody uses. Giving it back costs its pages again, so that it happens only beyond the bound, and then not at every look.
final class HeapWatch: Sendable {
    private let bound: Int
    private let next: Atomic<Int>
    /// How much more has to be taken after memory was given back before that happens again.
    private static let step = 8 << 20

    /// - Parameter memory: what was asked for.
    init(memory: Int) {
        bound = memory + Limits.memoryOfProgram - HeapWatch.step
        next = Atomic(bound)
    }

    /// Looks, and gives back what is free if too much is taken. From any thread.
    func look() {
        let due = next.load(ordering: .relaxed)
        guard Heap.resident > due else { return }
        // One at a time: the others go on.
        guard next.compareExchange(expected: due, desired: .max, ordering: .relaxed).exchanged else { return }
        Heap.giveBack()
        next.store(max(bound, Heap.resident + HeapWatch.step), ordering: .relaxed)
    }
}
