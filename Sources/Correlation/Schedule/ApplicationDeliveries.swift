import Domain

/// The notify lines of a run that applications wrote without an order, read for ``ScheduleBinder`` as deliveries; and access lines that are
/// none.
struct ApplicationDeliveries: Sendable {
    /// A delivery's lines.
    struct Lines: Sendable {
        var delivery: LoggedDelivery
        /// By index into the waiting rows.
        var rows: [Int] = []
    }

    private(set) var all: [Lines] = []
    /// Rows of probes and of tools.
    private(set) var probes: [Int] = []
    private(set) var tools: [Int] = []
    /// Application rows that are no probe.
    private(set) var rows: [Int] = []

    init(_ waiting: RowShelf) {
        let probeLines = ProbeLines(waiting)
        var questions: [Int] = []
        waiting.forEach { index, row, attributes in
            guard row.witness == .serverEdge else {
                if probeLines.contains(index) {
                    probes.append(index)
                    questions.append(index)
                } else {
                    rows.append(index)
                }
                return
            }
            if attributes[.probe]?.equals("true") ?? false { probes.append(index) } else { tools.append(index) }
        }
        all =
            ApplicationDeliveries.read(rows, waiting, owner: .nobody)
            + ApplicationDeliveries.read(questions, waiting, owner: .probe)
        for index in all.indices { all[index].delivery.index = Int32(clamping: index) }
    }

    /// Lines of one source one after the other, each received line with what follows it.
    private static func read(_ rows: [Int], _ waiting: RowShelf, owner: LoggedDelivery.Owner) -> [Lines] {
        let sorted = rows.sorted { waiting.place($0) < waiting.place($1) }
        var found: [Lines] = []
        var lastSource: UInt32?
        var isOpen = false
        for index in sorted {
            waiting.withRow(index) { row, attributes in
                let continues =
                    isOpen && row.event != .notifyReceived && row.source == lastSource
                    && row.at - (found.last?.delivery.from ?? row.at) <= Limits.handlerReach
                if !continues {
                    let path = attributes[.path].map(WaitingPosts.name(ofPath:)) ?? 0
                    found.append(
                        Lines(delivery: LoggedDelivery(from: row.at, to: row.at, path: path, status: 0, owner: owner, isTaken: true)))
                }
                let last = found.count - 1
                found[last].delivery.to = max(found[last].delivery.to, row.at)
                found[last].rows.append(index)
                if attributes[.tradeNumber] != nil || attributes[.transactionID] != nil { found[last].delivery.namesTrade = true }
                if let status = attributes[.httpStatus]?.integer { found[last].delivery.status = Int32(clamping: status) }
                if attributes[.ok]?.equals("false") ?? false || row.event == .handlerFailed { found[last].delivery.isTaken = false }
                (lastSource, isOpen) = (row.source, row.event != .notifyAnswered)
            }
        }
        return found
    }
}
