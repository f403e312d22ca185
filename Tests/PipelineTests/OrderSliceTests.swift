import TestKit
import Testing

@testable import Pipeline

@Suite struct OrderSliceTests {
    @Test("the hashes of the slices of a partition follow each other, and hold what the slices hold", arguments: [1, 2, 3, 7, 16])
    func hashes(count: Int) {
        var random = Seeded(state: UInt64(count))
        for partition in [0, 1, 128, 254, 255] {
            let slices = (0..<count).map { OrderSlice(partition: partition, index: $0, count: count) }
            #expect(slices[0].hashes.lowerBound == UInt64(partition) << 56)
            #expect(slices[count - 1].hashes.upperBound == UInt64(partition) << 56 | 0x00FF_FFFF_FFFF_FFFF)
            for (one, next) in zip(slices, slices.dropFirst()) { #expect(one.hashes.upperBound + 1 == next.hashes.lowerBound) }
            for slice in slices {
                let hashes = slice.hashes
                let some = (0..<50).map { _ in UInt64.random(in: hashes, using: &random) } + [hashes.lowerBound, hashes.upperBound]
                for hash in some { #expect(slice.holds(hash)) }
                for other in slices where other.index != slice.index { for hash in some { #expect(!other.holds(hash)) } }
            }
        }
    }
}
