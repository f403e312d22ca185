import Foundation
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

    @Test("a worker that is too far ahead waits for what comes before it", arguments: [0, 1, 3])
    func ahead(_ ahead: Int) {
        let seen = Mutex<[Int]>([])
        let delivery = OrderedDelivery<Int>(ahead: ahead) { piece in
            // Passing on takes longer than making: without the bound nearly all would wait here.
            if piece % 50 == 0 { usleep(2_000) }
            seen.withLock { $0.append(piece) }
        }
        let queue = WorkQueue(count: 400)
        Workers.run(4) { _ in
            while let number = queue.take() {
                delivery.finish(number, number)
                #expect(seen.withLock { $0.count } >= number - ahead)
            }
        }
        #expect(seen.withLock { $0 } == Array(0..<400))
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
