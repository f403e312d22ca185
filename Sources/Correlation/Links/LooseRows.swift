import Domain

/// What loose rows say about themselves, read once: the rows themselves are not touched again.
struct LooseRows {
    /// One identifier of one row.
    struct Link {
        var row: Int32
        var strength: UInt8
        var alias: UInt64
    }

    /// One number of one row that may name a known order.
    struct Candidate {
        var row: Int32
        var isExport: Bool
        var number: UInt64
    }

    /// Every identifier of every row.
    var links: [Link] = []
    /// Bare tokens and numbers of a payer's export.
    var candidates: [Candidate] = []
    /// Rows with a masked number.
    var masked: [Int32] = []

    init(_ batch: EvidenceBatch) {
        batch.arena.withUnsafeBytes { arena in
            for (index, row) in batch.rows.enumerated() where Int(row.attributesStart) + Int(row.attributesLength) <= arena.count {
                read(Int32(truncatingIfNeeded: index), Attributes(of: row, in: arena))
            }
        }
    }

    /// A shop whose order numbers are UUIDs hands them over as they are; their case may differ (facts.md §3.5).
    private mutating func noteToken(_ token: UnsafeRawBufferPointer, _ row: Int32) {
        let lower = token.map { $0 &- 65 < 26 ? $0 | 0x20 : $0 }
        let upper = token.map { $0 &- 97 < 26 ? $0 & 0xDF : $0 }
        for text in [lower, upper] {
            text.withUnsafeBytes { candidates.append(Candidate(row: row, isExport: false, number: StableHash.of($0))) }
        }
    }

    private mutating func read(_ row: Int32, _ attributes: Attributes) {
        let isExport = attributes[.payerExport] != nil
        var cursor = AttributeCursor(attributes)
        while cursor.next() {
            switch cursor.code {
            case AttributeKey.orderNumber.rawValue, AttributeKey.attemptNumber.rawValue:
                if isExport, AliasKey.names(cursor.value) {
                    candidates.append(Candidate(row: row, isExport: true, number: StableHash.of(cursor.value)))
                }
            case AttributeKey.candidateNumber.rawValue:
                if AliasKey.names(cursor.value) {
                    candidates.append(Candidate(row: row, isExport: false, number: StableHash.of(cursor.value)))
                }
            case AttributeKey.maskedNumber.rawValue: masked.append(row)
            default:
                let strength = AliasKey.strength(cursor.code)
                guard strength > 0, !isExport, AliasKey.names(cursor.value) else { continue }
                links.append(Link(row: row, strength: strength, alias: AliasKey.hash(cursor.code, cursor.value)))
                // A subscription's later transactions name the first one as their original: the same id under two names.
                if let other = AliasKey.otherName(cursor.code) {
                    links.append(Link(row: row, strength: other.strength, alias: AliasKey.hash(other.kind, cursor.value)))
                }
                if cursor.code == AttributeKey.appAccountToken.rawValue { noteToken(cursor.value, row) }
            }
        }
    }
}
