import Domain
import TestKit
import Testing

@Suite struct RowKeysTests {
    /// A row that knows its keys answers every question as one that does not.
    @Test func knownKeysChangeNoAnswer() {
        var generator = Seeded(state: 3)
        let asked = AttributeKeys(.provider, .status, .path, .flow, .maskedNumber, .billDay)
        for _ in 0..<500 {
            var bytes: [UInt8] = []
            var keys = RowKeys()
            for _ in 0..<Int.random(in: 0...12, using: &generator) {
                guard let key = AttributeKey.allCases.randomElement(using: &generator) else { continue }
                let value = [UInt8](repeating: 65, count: Int.random(in: 0...200, using: &generator))
                value.withUnsafeBytes { AttributeWriter.append(key, $0, to: &bytes) }
                keys.insert(key.rawValue)
            }
            bytes.withUnsafeBytes { bytes in
                let (known, unknown) = (Attributes(bytes, keys: keys), Attributes(bytes))
                for key in AttributeKey.allCases {
                    #expect(known[key]?.count == unknown[key]?.count)
                    #expect(unknown[key] == nil || keys.mayHold(key))
                }
                var (a, b) = (AttributeCursor(known), AttributeCursor(unknown))
                while b.next(among: asked) {
                    let isThere = a.next(among: asked)
                    #expect(isThere && a.code == b.code && a.value.count == b.value.count)
                }
                let isMore = a.next(among: asked)
                #expect(!isMore)
            }
        }
    }

    /// A cursor never leaves the bytes, whatever they are.
    @Test func bytesThatAreNoAttributesEndTheWalk() {
        var generator = Seeded(state: 4)
        for _ in 0..<2_000 {
            let bytes = (0..<Int.random(in: 0...24, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator) }
            bytes.withUnsafeBytes { bytes in
                var cursor = AttributeCursor(Attributes(bytes))
                var length = 0
                while cursor.next() { length += 2 + cursor.value.count }
                #expect(length <= bytes.count)
            }
        }
        var cursor = AttributeCursor(.none)
        let isThere = cursor.next()
        #expect(!isThere)
    }

    /// Keys that stand in one row as a rule have bits of their own.
    @Test func commonKeysShareNoBit() {
        let common: [AttributeKey] = [
            .orderNumber, .attemptNumber, .tradeNumber, .notifyID, .session, .device, .requestID, .status, .provider, .flow, .path,
            .httpStatus, .amount, .paidAt, .payerExport,
        ]
        #expect(Set(common.map { RowKeys.bit($0.rawValue) }).count == common.count)
    }
}
