import Domain

/// The loose notify lines of a run, read for ``ScheduleBinder``.
struct WaitingLines: Sendable {
    /// A notify POST in an access log that carries no number.
    struct Post: Sendable {
        /// Index into the waiting rows.
        var row: Int32
        /// HTTP status; 0 when the line has none.
        var status: Int32
        /// When it began, as far as its duration tells.
        var start: Instant
        /// Its stamp.
        var end: Instant
        /// Hash of its path.
        var path: UInt64

        /// Answered other than 2xx.
        var isRefused: Bool { status != 0 && !(200...299).contains(status) }
    }

    /// A delivery that an application logged: the other half of a post, perhaps.
    struct Logged: Hashable, Sendable {
        /// Whose it is.
        enum Owner: Hashable, Sendable {
            /// An order, by stable hash.
            case order(UInt64)
            /// Nobody knows.
            case nobody
            /// The provider's deliberate probe.
            case probe
        }

        var owner: Owner
        /// Whether the handler took it, where the status is not known.
        var isTaken: Bool
        /// Whether its lines name a trade: an order's that the run does not know.
        var namesTrade = false
        /// HTTP status; 0 when no line says.
        var status: Int32
        var from: Instant
        var to: Instant
        /// Hash of the endpoint's path; 0 when no line says.
        var path: UInt64
        /// Its lines, by index into the waiting rows; of deliveries without an order.
        var rows: [Int] = []
    }

    /// Posts, earliest first.
    private(set) var posts: [Post] = []
    /// When refused posts ended, earliest first: all of them under 0, and by path.
    private var refusals: [UInt64: [Instant]] = [:]
    /// Deliveries that applications logged without an order.
    private(set) var logged: [Logged] = []
    /// Rows of probes and of tools.
    private(set) var probes: [Int] = []
    private(set) var tools: [Int] = []
    /// Application rows that are no probe.
    private(set) var applications: [Int] = []

    init(_ waiting: RowShelf) {
        let probeLines = ProbeLines(waiting)
        var questions: [Int] = []
        waiting.forEach { index, row, attributes in
            guard row.witness == .serverEdge else {
                if probeLines.contains(index) {
                    probes.append(index)
                    questions.append(index)
                } else {
                    applications.append(index)
                }
                return
            }
            if attributes[.probe]?.equals("true") ?? false {
                probes.append(index)
            } else if DeliveryLedger.isNoDelivery(attributes) {
                tools.append(index)
            } else {
                let duration = attributes[.duration]?.integer ?? 0
                posts.append(
                    Post(
                        row: Int32(clamping: index), status: attributes[.httpStatus]?.integer.map { Int32(clamping: $0) } ?? 0,
                        start: row.at - TimeSpan(microseconds: max(0, duration)), end: row.at,
                        path: attributes[.path].map(WaitingLines.name(ofPath:)) ?? 0))
            }
        }
        posts.sort { ($0.end, $0.start, $0.status, $0.path, $0.row) < ($1.end, $1.start, $1.status, $1.path, $1.row) }
        for post in posts where post.isRefused {
            refusals[0, default: []].append(post.end)
            if post.path != 0 { refusals[post.path, default: []].append(post.end) }
        }
        logged =
            WaitingLines.deliveries(applications, waiting, owner: .nobody)
            + WaitingLines.deliveries(questions, waiting, owner: .probe)
    }

    /// Gives the deliveries without an order away.
    mutating func takeLogged() -> [Logged] {
        defer { logged = [] }
        return logged
    }

    /// A path without its last slash, as a name.
    static func name(ofPath path: UnsafeRawBufferPointer) -> UInt64 {
        let isClosed = path.count > 1 && path[path.count - 1] == UInt8(ascii: "/")
        return StableHash.of(isClosed ? UnsafeRawBufferPointer(rebasing: path[..<(path.count - 1)]) : path)
    }

    /// Lines of one source one after the other, each received line with what follows it.
    private static func deliveries(_ rows: [Int], _ waiting: RowShelf, owner: Logged.Owner) -> [Logged] {
        let sorted = rows.sorted { waiting.place($0) < waiting.place($1) }
        var found: [Logged] = []
        var lastSource: UInt32?
        var isOpen = false
        for index in sorted {
            waiting.withRow(index) { row, attributes in
                let continues =
                    isOpen && row.event != .notifyReceived && row.source == lastSource
                    && row.at - (found.last?.from ?? row.at) <= Limits.handlerReach
                if !continues {
                    found.append(
                        Logged(
                            owner: owner, isTaken: true, status: 0, from: row.at, to: row.at,
                            path: attributes[.path].map(name(ofPath:)) ?? 0))
                }
                let last = found.count - 1
                found[last].to = max(found[last].to, row.at)
                found[last].rows.append(index)
                if attributes[.tradeNumber] != nil || attributes[.transactionID] != nil { found[last].namesTrade = true }
                if let status = attributes[.httpStatus]?.integer { found[last].status = Int32(clamping: status) }
                if attributes[.ok]?.equals("false") ?? false || row.event == .handlerFailed { found[last].isTaken = false }
                (lastSource, isOpen) = (row.source, row.event != .notifyAnswered)
            }
        }
        return found
    }

    /// Whether a refused post of a path (0: of any) ended in `[from, to]`.
    func hasRefusal(from: Instant, to: Instant, path: UInt64) -> Bool {
        guard let ends = refusals[path] else { return false }
        let first = ends.endOfPrefix { $0 < from }
        return first < ends.count && ends[first] <= to
    }

    /// Posts whose end lies in `[from, to]`.
    func posts(from: Instant, to: Instant) -> ArraySlice<Post> {
        let low = posts.endOfPrefix { $0.end < from }
        let high = posts.endOfPrefix { $0.end <= to }
        return posts[min(low, high)..<high]
    }
}
