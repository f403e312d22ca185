import Domain

/// One message that waits to be delivered.
public struct QueuedAlert: Sendable, Hashable {
    /// Its number: later ones are greater.
    public var id: Int64
    /// Whom it is for.
    public var receiver: String
    /// The alert it speaks of: sixteen hexadecimal digits.
    public var fingerprint: String
    /// What is said, packed.
    public var alert: [UInt8]
    /// How often it was tried in vain.
    public var attempts: Int
    /// Not to be tried before: wall time.
    public var due: Instant
}

/// How many messages one receiver got, and how many wait.
public struct AlertDeliveryCount: Sendable, Hashable {
    /// Whom they were for.
    public var receiver: String
    /// `delivered`, `failed` or `waiting`.
    public var result: String
    /// How many.
    public var count: Int
}

/// The tables of alerting: the state of rules, and the queue of messages (schema of `Alerts`).
enum AlertTables {
    static let statements = [
        "CREATE TABLE alert_state (rule TEXT PRIMARY KEY, state BLOB NOT NULL) WITHOUT ROWID",
        // due: wall time, microseconds; a message goes when it was delivered or given up.
        """
        CREATE TABLE alert_queue (
            id INTEGER PRIMARY KEY AUTOINCREMENT, receiver TEXT NOT NULL, fingerprint TEXT NOT NULL, alert BLOB NOT NULL,
            attempts INTEGER NOT NULL, due INTEGER NOT NULL)
        """,
        "CREATE TABLE alert_sent (receiver TEXT NOT NULL, result TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (receiver, result)) WITHOUT ROWID",
    ]

    /// Takes what an older store remembers into the one that replaces it: a new analysis makes no alert forget itself.
    static func copy(from old: Database, to new: Database) throws(StoreError) {
        guard try old.integer("SELECT count(*) FROM sqlite_master WHERE name = 'alert_queue'") == 1 else { return }
        let states = try old.prepare("SELECT rule, state FROM alert_state")
        let state = try new.prepare("INSERT INTO alert_state VALUES (?1, ?2)")
        while try states.step() {
            state.bind(1, states.text(0))
            state.bind(2, blob: Array(states.bytes(1)))
            try state.run()
        }
        let messages = try old.prepare("SELECT id, receiver, fingerprint, alert, attempts, due FROM alert_queue")
        let message = try new.prepare("INSERT INTO alert_queue VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
        while try messages.step() {
            message.bind(1, messages.integer(0))
            message.bind(2, messages.text(1))
            message.bind(3, messages.text(2))
            message.bind(4, blob: Array(messages.bytes(3)))
            message.bind(5, messages.integer(4))
            message.bind(6, messages.integer(5))
            try message.run()
        }
        let counts = try old.prepare("SELECT receiver, result, count FROM alert_sent")
        let count = try new.prepare("INSERT INTO alert_sent VALUES (?1, ?2, ?3)")
        while try counts.step() {
            count.bind(1, counts.text(0))
            count.bind(2, counts.text(1))
            count.bind(3, counts.integer(2))
            try count.run()
        }
    }
}

// None of these begins a transaction of its own: a streaming batch calls them inside its own, everybody else inside ``alerting(_:)``.
extension Store {
    /// Runs `body` as one transaction.
    public func alerting<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result { try database.transaction(body) }

    /// What is remembered of each rule, by its key.
    public func alertStates() throws(StoreError) -> [(rule: String, state: [UInt8])] {
        let statement = try database.prepare("SELECT rule, state FROM alert_state ORDER BY rule")
        var states: [(rule: String, state: [UInt8])] = []
        while try statement.step() { states.append((statement.text(0), Array(statement.bytes(1)))) }
        return states
    }

    /// Replaces what is remembered of all rules.
    public func saveAlertStates(_ states: [(rule: String, state: [UInt8])]) throws(StoreError) {
        try database.execute("DELETE FROM alert_state")
        let statement = try database.prepare("INSERT INTO alert_state VALUES (?1, ?2)")
        for (rule, state) in states {
            statement.bind(1, rule)
            statement.bind(2, blob: state)
            try statement.run()
        }
    }

    /// Puts a message into the queue.
    public func enqueue(receiver: String, fingerprint: String, alert: [UInt8], due: Instant) throws(StoreError) {
        let statement = try database.prepare(
            "INSERT INTO alert_queue (receiver, fingerprint, alert, attempts, due) VALUES (?1, ?2, ?3, 0, ?4)")
        statement.bind(1, receiver)
        statement.bind(2, fingerprint)
        statement.bind(3, blob: alert)
        statement.bind(4, due.microseconds)
        try statement.run()
    }

    /// The messages that wait, the oldest first.
    public func queuedAlerts(receiver: String, limit: Int) throws(StoreError) -> [QueuedAlert] {
        let statement = try database.prepare(
            "SELECT id, receiver, fingerprint, alert, attempts, due FROM alert_queue WHERE receiver = ?1 ORDER BY id LIMIT ?2")
        statement.bind(1, receiver)
        statement.bind(2, Int64(limit))
        var messages: [QueuedAlert] = []
        while try statement.step() {
            messages.append(
                QueuedAlert(
                    id: statement.integer(0), receiver: statement.text(1), fingerprint: statement.text(2), alert: Array(statement.bytes(3)),
                    attempts: Int(statement.integer(4)), due: Instant(microseconds: statement.integer(5))))
        }
        return messages
    }

    /// Takes messages out of the queue and counts them.
    public func finishAlerts(_ ids: [Int64], receiver: String, delivered: Bool) throws(StoreError) {
        let statement = try database.prepare("DELETE FROM alert_queue WHERE id = ?1")
        for id in ids {
            statement.bind(1, id)
            try statement.run()
        }
        let count = try database.prepare(
            "INSERT INTO alert_sent VALUES (?1, ?2, ?3) ON CONFLICT (receiver, result) DO UPDATE SET count = count + ?3")
        count.bind(1, receiver)
        count.bind(2, delivered ? "delivered" : "failed")
        count.bind(3, Int64(ids.count))
        try count.run()
    }

    /// Puts messages off after a try in vain.
    public func postponeAlerts(_ ids: [Int64], until due: Instant) throws(StoreError) {
        let statement = try database.prepare("UPDATE alert_queue SET attempts = attempts + 1, due = ?2 WHERE id = ?1")
        for id in ids {
            statement.bind(1, id)
            statement.bind(2, due.microseconds)
            try statement.run()
        }
    }

    /// What became of messages, by receiver.
    public func alertDeliveries() throws(StoreError) -> [AlertDeliveryCount] {
        let statement = try database.prepare(
            """
            SELECT receiver, result, count FROM alert_sent UNION ALL SELECT receiver, 'waiting', count(*) FROM alert_queue GROUP BY receiver
            ORDER BY 1, 2
            """)
        var counts: [AlertDeliveryCount] = []
        while try statement.step() {
            counts.append(AlertDeliveryCount(receiver: statement.text(0), result: statement.text(1), count: Int(statement.integer(2))))
        }
        return counts
    }

    // Orders that changed.

    /// Remembers from now on, for this connection only, which orders are written or go; and finds orders by time quickly.
    public func watchOrders() throws(StoreError) {
        try database.execute(
            """
            CREATE TEMP TABLE IF NOT EXISTS alert_changed (number TEXT PRIMARY KEY) WITHOUT ROWID;
            CREATE TEMP TRIGGER IF NOT EXISTS alert_order_written AFTER INSERT ON main.orders
            BEGIN INSERT OR IGNORE INTO alert_changed VALUES (new.number); END;
            CREATE TEMP TRIGGER IF NOT EXISTS alert_order_gone AFTER DELETE ON main.orders
            BEGIN INSERT OR IGNORE INTO alert_changed VALUES (old.number); END;
            DELETE FROM alert_changed;
            CREATE INDEX IF NOT EXISTS main.orders_time ON orders (time)
            """)
    }

    /// Gives every order written since ``watchOrders()`` or the last call, nil for one that is gone, and forgets them.
    public func takeChangedOrders(_ body: (OrderNumber, StoredOrder?) -> Void) throws(StoreError) {
        let changed = try database.prepare("SELECT number FROM alert_changed")
        var numbers: [OrderNumber] = []
        while try changed.step() { numbers.append(OrderNumber(bytes: Array(changed.bytes(0)))) }
        for number in numbers { body(number, try order(number)) }
        try database.execute("DELETE FROM alert_changed")
    }

    /// The earliest time of any order; nil when there is none.
    public func firstOrderTime() throws(StoreError) -> Instant? {
        let statement = try database.prepare("SELECT min(time) FROM orders")
        return try statement.step() ? statement.optionalInteger(0).map(Instant.init(microseconds:)) : nil
    }
}
