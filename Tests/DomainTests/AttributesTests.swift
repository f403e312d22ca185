import Domain
import TestKit
import Testing

@Suite struct AttributesTests {
    typealias Pair = (key: AttributeKey, value: [UInt8])

    static func pairs(_ random: inout Seeded) -> [Pair] {
        (0..<Int.random(in: 0...6, using: &random)).map { _ in
            let length = [0, 1, 5, 127, 128, 300].randomElement(using: &random) ?? 0
            return (
                AttributeKey.allCases.randomElement(using: &random) ?? .orderNumber,
                (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            )
        }
    }

    static func pack(_ pairs: [Pair]) -> [UInt8] {
        var bytes: [UInt8] = []
        for (key, value) in pairs { value.withUnsafeBytes { AttributeWriter.append(key, $0, to: &bytes) } }
        return bytes
    }

    @Test func `what is written is read, in its order, the first of a key by its key`() {
        var random = Seeded(state: 1)
        for _ in 0..<300 {
            let pairs = AttributesTests.pairs(&random)
            AttributesTests.pack(pairs).withUnsafeBytes { bytes in
                let read = Attributes(bytes).map { (key: $0.key, value: Array($0.value)) }
                #expect(read.map(\.key) == pairs.map(\.key) && read.map(\.value) == pairs.map(\.value))
                for key in AttributeKey.allCases {
                    #expect(Attributes(bytes)[key].map(Array.init) == pairs.first { $0.key == key }?.value)
                }
            }
        }
    }

    @Test func `cut anywhere, the whole ones before the cut remain`() {
        var random = Seeded(state: 2)
        for _ in 0..<30 {
            let pairs = AttributesTests.pairs(&random)
            let bytes = AttributesTests.pack(pairs)
            for end in 0...bytes.count {
                let whole = (0...pairs.count).last { AttributesTests.pack(Array(pairs[..<$0])).count <= end } ?? 0
                Array(bytes[..<end]).withUnsafeBytes { cut in
                    let read = Attributes(cut).map { Array($0.value) }
                    #expect(read.starts(with: pairs[..<whole].map(\.value)))
                    #expect(read.count <= whole + 1)
                    for (index, pair) in pairs[..<whole].enumerated() where !pairs[..<index].contains(where: { $0.key == pair.key }) {
                        #expect(Attributes(cut)[pair.key].map(Array.init) == pair.value)
                    }
                }
            }
        }
    }

    @Test func `a cursor over some keys stops at those, as one over all would`() {
        var random = Seeded(state: 4)
        for _ in 0..<300 {
            let pairs = AttributesTests.pairs(&random)
            let asked = AttributeKey.allCases.filter { _ in Bool.random(using: &random) }
            let keys = AttributeKeys(asked)
            for code in UInt8.min...UInt8.max { #expect(keys.contains(code: code) == asked.contains { $0.rawValue == code }) }
            AttributesTests.pack(pairs).withUnsafeBytes { bytes in
                var cursor = AttributeCursor(Attributes(bytes))
                var read: [(code: UInt8, value: [UInt8])] = []
                while cursor.next(among: keys) { read.append((cursor.code, Array(cursor.value))) }
                let wanted = pairs.filter { asked.contains($0.key) }
                #expect(read.map(\.code) == wanted.map(\.key.rawValue) && read.map(\.value) == wanted.map(\.value))
            }
        }
    }

    @Test func `any bytes at all are read without a trap`() {
        var random = Seeded(state: 3)
        for _ in 0..<5_000 {
            let high = Bool.random(using: &random)
            let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: (high ? 0x80 : 0)...255, using: &random) }
            bytes.withUnsafeBytes { buffer in
                for (_, value) in Attributes(buffer) { #expect(value.count <= buffer.count) }
                for key in AttributeKey.allCases { _ = Attributes(buffer)[key] }
            }
        }
    }

    @Test(
        "integers",
        arguments: ["", "-", "+", "0", "-0", "+7", "12", "-12", "9223372036854775807", "9223372036854775808", "1.0", " 1", "1 ", "０"])
    func integers(_ text: String) {
        Array(text.utf8).withUnsafeBytes { #expect($0.integer == Int64(text)) }
    }
}
