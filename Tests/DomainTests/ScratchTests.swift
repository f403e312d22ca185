import Domain
import Testing

@Suite struct ScratchTests {
    @Test func whatIsAppendedIsThere() {
        var scratch = Scratch<Int>(capacity: 1)
        for _ in 0..<2 {
            for number in 0..<1_000 { scratch.append(number) }
            let elements = Array(scratch.elements)
            #expect(elements == Array(0..<1_000))
            scratch[7] = -1
            scratch.removeLast(to: 9)
            scratch.sort(by: <)
            let sorted = Array(scratch.elements)
            #expect(sorted == [-1, 0, 1, 2, 3, 4, 5, 6, 8])
            scratch.fill(3, count: 2_000)
            let filled = scratch.elements.allSatisfy { $0 == 3 }
            #expect(filled)
            scratch.removeAll()
            let isEmpty = scratch.isEmpty
            #expect(isEmpty)
        }
    }

    @Test func bytesFollowEachOther() {
        var scratch = Scratch<UInt8>(capacity: 1)
        Array("pay".utf8).withUnsafeBytes { scratch.append(bytes: $0) }
        scratch.append(room: 5).copyBytes(from: "chain".utf8)
        scratch.append(bytes: UnsafeRawBufferPointer(start: nil, count: 0))
        let text = scratch.bytes.text
        #expect(text == "paychain")
    }

    @Test func manyCurrenciesAreSummedApart() {
        var sums = MoneySums()
        var other = MoneySums()
        for number in 0..<40 {
            for units in [Int64(100), 23] { sums.add(Money(units: units, scale: 2, currency: "C\(number % 20)")) }
            other.add(Money(units: 123, scale: 2, currency: "C\(19 - number % 20)"))
        }
        #expect(sums.amounts.map(\.units) == [Int64](repeating: 246, count: 20))
        #expect(sums == other)
        sums.add(other)
        #expect(sums.amounts.allSatisfy { $0.units == 492 })
    }
}
