import Domain

/// Packs orders into batches. One a worker: the memory that an order is packed in is used again for the next.
public struct OrderPacker: ~Copyable {
    private var out = ByteWriter(capacity: 8_192)

    /// Makes a packer.
    public init() {}

    /// Packs one order behind those of a batch.
    public mutating func pack(_ verdict: Verdict, _ chain: Chain, into batch: inout OrderBatch) {
        pack(verdict, chain, hash: verdict.order.stableHash, into: &batch)
    }

    mutating func pack(_ verdict: Verdict, _ chain: Chain, hash: UInt64, into batch: inout OrderBatch) {
        out.removeAll()
        let start = batch.bytes.count
        var row = OrderBatch.Row(hash: hash)
        verdict.order.bytes.withUnsafeBytes { out.append($0) }
        row.number = slice(from: 0, start)
        var place = out.count
        VerdictCodec.write(verdict, to: &out)
        row.verdict = slice(from: place, start)
        place = out.count
        ChainCodec.write(chain, to: &out)
        row.chain = slice(from: place, start)
        row.flow = verdict.flow.storedCode
        row.outcome = verdict.outcome.storedCode
        row.experience = verdict.experience?.storedCode
        row.primaryBreak = verdict.primaryBreak?.storedCode
        for index in verdict.breaks.indices {
            let code = verdict.breaks[index].code
            row.breaks |= code.storedBit
            if code == verdict.primaryBreak, row.severity == nil { row.severity = verdict.breaks[index].severity.storedCode }
        }
        if let amount = verdict.amount {
            row.amount = (amount.units, amount.scale)
            row.currency = add(amount.currency, start)
        }
        row.createdAt = verdict.createdAt?.microseconds
        row.paidAt = verdict.paidAt?.microseconds
        row.lastEvidenceAt = verdict.lastEvidenceAt?.microseconds
        row.isMarked = verdict.isMarkedPaid
        row.appVersion = add(verdict.segments.appVersion, start)
        row.osVersion = add(verdict.segments.osVersion, start)
        row.channel = add(verdict.segments.channel, start)
        row.returnVia = add(verdict.segments.returnVia, start)
        row.platform = add(verdict.segments.platform, start)
        row.provider = add(verdict.segments.provider, start)
        batch.add(row, bytes: out.written, aliasesOf: verdict, chain)
    }

    private func slice(from place: Int, _ start: Int) -> OrderBatch.Slice {
        OrderBatch.Slice(start: start + place, count: Int32(truncatingIfNeeded: out.count - place))
    }

    private mutating func add(_ text: String?, _ start: Int) -> OrderBatch.Slice {
        guard var text else { return OrderBatch.Slice() }
        let place = out.count
        text.withUTF8 { out.append(UnsafeRawBufferPointer($0)) }
        return slice(from: place, start)
    }
}
