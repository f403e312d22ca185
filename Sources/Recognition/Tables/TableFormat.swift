import Decoding
import Domain

/// A table with a header of plain words: a provider's or a database's export as comma-, tab-, semicolon- or bar-separated text.
///
/// One value, one file. Columns go by their header cells wherever they stand, in any spelling of case, `_`, `-` and blanks; the header is
/// found by content, never by line number.
public struct TableFormat: Sendable {
    /// What a column says.
    public enum Column: Sendable, Hashable {
        case orderNumber, attemptNumber, tradeNumber, intent, refundNumber, reference, invoice, custom
        case state, providerState, kind, channel
        case amount, totalFee, refundedAmount, currency, gross
        case eventTime, createdAt, paidAt, closedAt, refundedAt, updatedAt, date, clock, zone
        case appID, merchantID, sellerID, other
    }

    /// How stamps without a zone are read.
    public enum Zone: Sendable {
        /// UTC+8: providers of China.
        case beijing
        case utc
        /// As the source is configured.
        case source
    }

    /// A short name.
    public let name: String
    /// What it is.
    public let purpose: Text
    /// Whose it is.
    public let witness: Witness
    /// The zone of its stamps.
    let zone: Zone
    /// Header cells and what they mean; the first cell that a header has counts.
    let columns: [(cells: [StaticString], column: Column)]
    /// Of each of these at least one column is there.
    let requires: [[Column]]
    /// None of these columns is there.
    let excludes: [Column]
    /// Whether a cell such as `order_no (metadata)` may hold the order number.
    let readsMetadata: Bool
    /// Examples: the lines of a file and what they must give.
    public let examples: [Recognizer.Example]
    /// Writes the rows of one line.
    let put: @Sendable (_ row: inout TableRow) -> Void

    init(
        name: String, purpose: Text, witness: Witness, zone: Zone, columns: [(cells: [StaticString], column: Column)], requires: [[Column]],
        excludes: [Column] = [], readsMetadata: Bool = false, examples: [Recognizer.Example],
        put: @escaping @Sendable (_ row: inout TableRow) -> Void
    ) {
        (self.name, self.purpose, self.witness, self.zone) = (name, purpose, witness, zone)
        (self.columns, self.requires, self.excludes, self.readsMetadata) = (columns, requires, excludes, readsMetadata)
        (self.examples, self.put) = (examples, put)
    }

    /// Every format; the first that a header fits.
    public static let all: [TableFormat] = [stripePayments, stripeBalance, paypalActivity, orderDump, tradeTable]
}
