import Domain
import Testing

@testable import Store

@Suite struct CodecTests {
    static let seeds = Array(UInt64(1)...16)

    @Test(arguments: seeds) func everyTypeSurvivesTheRoundTrip(seed: UInt64) throws {
        var generated = Generated(seed)
        for _ in 0..<15 {
            let order = generated.order()
            let (chain, verdict) = (generated.chain(order), generated.verdict(order))
            let (source, context, summary) = (generated.source(), generated.context(), generated.summary())
            let read = try ChainCodec.encode(chain).withUnsafeBytes { try ChainCodec.decode($0, order: order) }
            #expect(described(read) == described(chain))
            #expect(try VerdictCodec.encode(verdict).withUnsafeBytes { try VerdictCodec.decode($0, order: order) } == verdict)
            #expect(try SourceInfoCodec.encode(source).withUnsafeBytes { try SourceInfoCodec.decode($0) } == source)
            #expect(described(try RunContextCodec.encode(context).withUnsafeBytes { try RunContextCodec.decode($0) }) == described(context))
            #expect(described(try SummaryCodec.encode(summary).withUnsafeBytes { try SummaryCodec.decode($0) }) == described(summary))
        }
    }

    @Test(arguments: seeds) func equalContextsGiveEqualBytes(seed: UInt64) {
        var (a, b) = (Generated(seed), Generated(seed))
        let (first, second) = (a.context(), b.context())
        #expect(RunContextCodec.encode(first) == RunContextCodec.encode(second))
    }

    /// Cut anywhere, every blob gives an error; flipped anywhere, it gives an error or some value, and never stops the process.
    @Test(arguments: seeds) func damageGivesErrors(seed: UInt64) {
        var generated = Generated(seed)
        let order = generated.order()
        let blobs: [(bytes: [UInt8], read: (UnsafeRawBufferPointer) throws -> Void)] = [
            (ChainCodec.encode(generated.chain(order)), { _ = try ChainCodec.decode($0, order: order) }),
            (VerdictCodec.encode(generated.verdict(order)), { _ = try VerdictCodec.decode($0, order: order) }),
            (SourceInfoCodec.encode(generated.source()), { _ = try SourceInfoCodec.decode($0) }),
            (RunContextCodec.encode(generated.context()), { _ = try RunContextCodec.decode($0) }),
            (SummaryCodec.encode(generated.summary()), { _ = try SummaryCodec.decode($0) }),
            (LooseBlocks.encode(generated.rows(9, devices: [])), { _ = try LooseBlocks.decode($0) }),
        ]
        for blob in blobs {
            var (read, other) = (0, 0)
            func attempt(_ bytes: [UInt8]) {
                do {
                    try bytes.withUnsafeBytes(blob.read)
                    read += 1
                } catch { other += error is CodecError ? 0 : 1 }
            }
            for length in 0..<blob.bytes.count { attempt(Array(blob.bytes[..<length])) }
            attempt(blob.bytes + [0])
            #expect(read == 0)
            for _ in 0..<400 {
                var bytes = blob.bytes
                for _ in 0...generated.number(0...2) { bytes[generated.number(0...(bytes.count - 1))] = UInt8(generated.number(0...255)) }
                attempt(bytes)
            }
            #expect(other == 0)
        }
    }

    @Test func anUnknownVersionIsNamed() {
        #expect(throws: CodecError(.version(9), offset: 0)) {
            try [UInt8]([9, 0, 0]).withUnsafeBytes { try VerdictCodec.decode($0, order: OrderNumber("1")) }
        }
    }

    /// A word that is missing from its list could be written and never read again.
    @Test func everyWordHasItsNumber() {
        func check<W: StoredWord & CaseIterable & Hashable>(_: W.Type) {
            #expect(Set(W.stored) == Set(W.allCases))
            #expect(W.stored.count == W.allCases.count)
            for word in W.allCases { #expect(W(storedCode: word.storedCode) == word) }
        }
        check(Flow.self)
        check(Outcome.self)
        check(Experience.self)
        check(Severity.self)
        check(Owner.self)
        check(Confidence.self)
        check(Stage.self)
        check(Step.self)
        check(StepState.self)
        check(CoverageState.self)
        check(Remark.self)
        check(Finding.Code.self)
        check(BreakCode.self)
    }

    /// Numbers in stored blobs never change: whoever moves a word breaks old stores.
    @Test func numbersStayWhatTheyAre() {
        #expect(BreakCode.markedWithoutProof.storedCode == 0)
        #expect(BreakCode.paidNotMarked.storedBit == 1 << 9)
        #expect(BreakCode.secretInURL.storedCode == 32)
        #expect(Outcome.paid.storedCode == 1)
        #expect(Step.markedPaid.storedCode == 7)
        #expect(Remark.xcodeTransaction.storedCode == 9)
    }
}
