import Domain

/// Where a row goes before links are resolved.
public enum Placement: Hashable, Sendable {
    /// To the order or attempt number with this stable hash; ``Links/canonical(_:)`` says later which order that is.
    case order(UInt64)
    /// To the loose rows: it names no order.
    case loose
}

/// What binds rows to orders: numbers and their roles, aliases, sessions, and who was active on which device (vocabulary §8).
///
/// One index a worker. Every row of the run is observed once, on any worker and in any interleaving of sources; the rows of one source
/// come to one worker in their own order (else make the index with `rowsInSourceOrder: false`, as for rows replayed from a store).
/// `observe` allocates nothing but the growth of its tables.
public struct LinkIndex: Sendable {
    var numbers = NumberTable()
    /// alias → number named in the same line
    var aliases: [Edge] = []
    /// provider trade number → number: they also tell a payment number from the order's
    var trades: [Edge] = []
    /// attempt number → order number
    var attempts: [Edge] = []
    /// session → device that a client line names with it
    var sessions: [Edge] = []
    var presence: DevicePresence
    private var recent = RecentNames()

    /// Makes an empty index.
    ///
    /// - Parameter rowsInSourceOrder: whether the rows of each source come in their own order; false costs memory for each client row.
    public init(rowsInSourceOrder: Bool = true) {
        presence = DevicePresence(compresses: rowsInSourceOrder)
    }

    /// Notes what a row ties together and says where it goes.
    public mutating func observe(_ row: Evidence, _ attributes: Attributes) -> Placement {
        var number = UnsafeRawBufferPointer(start: nil, count: 0)
        var attempt = UnsafeRawBufferPointer(start: nil, count: 0)
        var session: UInt64 = 0
        var hasAlias = false
        var cursor = AttributeCursor(attributes)
        while cursor.next() {
            switch cursor.code {
            case AttributeKey.orderNumber.rawValue: if number.isEmpty, AliasKey.names(cursor.value) { number = cursor.value }
            case AttributeKey.attemptNumber.rawValue: if attempt.isEmpty, AliasKey.names(cursor.value) { attempt = cursor.value }
            case AttributeKey.payerExport.rawValue: return .loose
            case AttributeKey.session.rawValue:
                if AliasKey.names(cursor.value) {
                    session = AliasKey.hash(cursor.code, cursor.value)
                    hasAlias = true
                }
            case 0..<30: hasAlias = true
            default: break
            }
        }
        if session != 0, row.witness == .client, row.device != 0 {
            if recent.isNew(StableHash.mixed(session, row.device)) { sessions.append(Edge(from: session, to: row.device)) }
        }
        if number.isEmpty { (number, attempt) = (attempt, UnsafeRawBufferPointer(start: nil, count: 0)) }
        guard !number.isEmpty else { return .loose }
        let order = StableHash.of(number)
        let creates = row.event == .orderCreated
        if recent.isNew(order) || creates { numbers.note(order, number, creates ? .namesOrder : []) }
        if !attempt.isEmpty { noteAttempt(attempt, number, order) }
        if hasAlias { noteAliases(attributes, order) }
        if row.witness == .client { presence.note(row, order: order) }
        return .order(order)
    }

    private mutating func noteAttempt(_ attempt: UnsafeRawBufferPointer, _ number: UnsafeRawBufferPointer, _ order: UInt64) {
        let name = StableHash.of(attempt)
        guard name != order, recent.isNew(StableHash.mixed(name, order)) else { return }
        numbers.note(order, number, .namesOrder)
        numbers.note(name, attempt, .namesAttempt)
        attempts.append(Edge(from: name, to: order))
    }

    private mutating func noteAliases(_ attributes: Attributes, _ order: UInt64) {
        var cursor = AttributeCursor(attributes)
        while cursor.next() {
            guard AliasKey.strength(cursor.code) > 0, AliasKey.names(cursor.value) else { continue }
            let alias = AliasKey.hash(cursor.code, cursor.value)
            guard recent.isNew(StableHash.mixed(alias, order)) else { continue }
            if cursor.code == AttributeKey.tradeNumber.rawValue {
                trades.append(Edge(from: alias, to: order))
            } else {
                aliases.append(Edge(from: alias, to: order))
            }
        }
    }

    /// Adds what another worker saw; the order of merging does not matter.
    public mutating func merge(_ other: LinkIndex) {
        numbers.merge(other.numbers)
        aliases.append(contentsOf: other.aliases)
        trades.append(contentsOf: other.trades)
        attempts.append(contentsOf: other.attempts)
        sessions.append(contentsOf: other.sessions)
        presence.merge(other.presence)
    }
}
