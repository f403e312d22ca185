import Decoding
import Domain

/// A table that a provider hands out: how its header is found, what its columns mean (facts.md §1.8, §2.5).
///
/// One value, one file. The header is found by content, never by line number; cells lose TABs, back-ticks and blanks.
public struct BillFormat: Sendable {
    /// What a column says.
    public enum Column: Sendable, Hashable {
        case time, createdAt, tradeNumber, orderNumber, appID, merchantID, kind, tradeType, state, currency, amount, settledAmount
        case income, outgo, refundTradeNumber, refundNumber, refundAmount, refundTime, refundState, product, attachment, other
    }

    /// A short name.
    public let name: String
    /// What it is.
    public let purpose: Text
    /// The provider word.
    public let provider: StaticString
    /// Cells that the header must hold.
    public let signature: [StaticString]
    /// Header cells and what they mean; of several equal cells the first counts.
    public let columns: [(header: StaticString, column: Column)]
    /// Free-text columns: a comma inside them shifts what follows, so the cells behind are counted from the end.
    public let freeText: [Column]
    /// Whether its rows are records of payments; a summary's are not.
    public let hasTrades: Bool
    /// Whether its rows are movements of money, payments and refunds among fees and withdrawals: what moved is not what was ordered.
    public let isFunds: Bool
    /// Whether the payer exported it: its rows count only for known orders (vocabulary §8 rule 5).
    public let isPayerExport: Bool
    /// Examples: the lines of a file and what they must give.
    public let examples: [Recognizer.Example]
    /// What stands between two cells: a comma, a TAB.
    public let separator: UInt8

    init(
        name: String, purpose: Text, provider: StaticString, signature: [StaticString], columns: [(header: StaticString, column: Column)],
        freeText: [Column], hasTrades: Bool, isFunds: Bool = false, isPayerExport: Bool, examples: [Recognizer.Example],
        separator: UInt8 = 44
    ) {
        (self.name, self.purpose, self.provider, self.signature, self.columns) = (name, purpose, provider, signature, columns)
        (self.freeText, self.hasTrades, self.isFunds, self.isPayerExport) = (freeText, hasTrades, isFunds, isPayerExport)
        (self.examples, self.separator) = (examples, separator)
    }

    /// Every format; the first whose signature the header holds.
    public static let all: [BillFormat] = [
        alipayTrades, wechatTrades, alipayFunds, wechatFunds, alipaySummary, alipayPayer, alipayPayerWeb, wechatPayer,
        appleSales, appleFinance,
    ]
}
