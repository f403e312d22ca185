import Synchronization
import Testing

@testable import Pipeline

@Suite struct OrderedDeliveryTests {
    @Test func `pieces leave in the order of their numbers, whoever brings them`() {
        let seen = Mutex<[Int]>([])
        let inside = Atomic<Int>(0)
        let delivery = OrderedDelivery<Int> { piece in
            #expect(inside.add(1, ordering: .relaxed).newValue == 1, "two deliveries at once")
            seen.withLock { $0.append(piece) }
            inside.subtract(1, ordering: .relaxed)
        }
        let queue = WorkQueue(count: 500)
        // The largest number of each ten comes first, so that pieces really wait.
        Workers.run(4) { _ in
            while let index = queue.take() {
                let number = index / 10 * 10 + 9 - index % 10
                delivery.finish(number, number)
            }
        }
        #expect(seen.withLock { $0 } == Array(0..<500))
    }

    @Test func `a queue gives every number once, and nothing after the end`() {
        let taken = Mutex<[Int]>([])
        let queue = WorkQueue(count: 1_000)
        Workers.run(4) { _ in while let index = queue.take() { taken.withLock { $0.append(index) } } }
        #expect(taken.withLock { $0.sorted() } == Array(0..<1_000))
        #expect(queue.take() == nil)
        #expect(WorkQueue(count: 0).take() == nil)
    }

    @Test("any number of workers runs each body once", arguments: [1, 2, 7])
    func workers(_ count: Int) {
        let seen = Mutex<[Int]>([])
        Workers.run(count) { index in seen.withLock { $0.append(index) } }
        #expect(seen.withLock { $0.sorted() } == Array(0..<count))
    }
}
