import Domain

/// Rows that no order claimed, packed in blocks.
enum LooseBlocks {
    static let version: UInt8 = 1

    static func write(_ batch: EvidenceBatch, through insert: Statement) throws(StoreError) {
        var start = 0
        while start < batch.rows.count {
            let end = min(start + Limits.storeLooseBlock, batch.rows.count)
            var block = EvidenceBatch()
            for row in batch.rows[start..<end] { batch.withAttributes(of: row) { block.append(row, attributes: $0.bytes) } }
            insert.bind(1, blob: encode(block))
            try insert.run()
            start = end
        }
    }

    static func encode(_ batch: EvidenceBatch) -> [UInt8] {
        var out = ByteWriter()
        out.begin(version: version)
        EvidenceCodec.write(batch.rows, arena: batch.arena, devices: [], to: &out)
        return out.bytes
    }

    static func decode(_ bytes: UnsafeRawBufferPointer) throws(CodecError) -> EvidenceBatch {
        var input = ByteReader(bytes)
        try input.begin(version: version)
        var batch = EvidenceBatch()
        (batch.rows, batch.arena) = try EvidenceCodec.read(devices: [], from: &input)
        try input.end()
        return batch
    }
}
