import Domain
import Masking
import Recognition

/// What all streams of a run that goes on use while they read, one after the other: hundreds are followed at a time, and one that rests
/// keeps nothing but what its next lines need.
final class WatchRoom {
    let extraction: ExtractionRoom
    let masker: Masker
    /// Rows on their way from an extractor to their stream.
    var batch = EvidenceBatch()
    private var mask: EvidenceMask

    init(_ plan: ExtractionPlan, masker: Masker) {
        (extraction, self.masker, mask) = (ExtractionRoom(plan), masker, EvidenceMask(masker))
    }

    /// Masks the batch, gives its rows away and empties it.
    func move(to target: inout EvidenceBatch, _ original: (UInt64) -> UInt64) {
        // Here evidence enters: what is personal goes no further.
        mask.apply(&batch)
        for row in batch.rows {
            var row = row
            row.offset = original(row.offset)
            batch.withAttributes(of: row) { target.append(row, attributes: $0.bytes) }
        }
        batch.removeAll()
    }
}
