import Domain

/// Tells what happens in one visit after the other and writes down what each component would log about it.
///
/// One teller a thread. Lines go into the batch of their slice; nothing is sorted here.
struct Teller {
    let plan: Plan
    private let batches: BatchSet
    private let writesJSON: [Bool]
    private let isApplication: [Bool]
    var random = Random(0)
    var visit: Visit
    var order: Order
    var truth = Truth()
    /// The present, microseconds since 1970.
    var now: Int64 = 0
    /// When the provider got the money of the attempt at hand, whole seconds as providers stamp it.
    var paidAt: Int64 = 0
    /// When the server's own table first said paid; nil before.
    var markedAt: Int64?
    /// The state that the server's own table shows.
    var state: StaticString = "pending"
    /// Whether wallet and return lines may go without the order number.
    var savedAt: Int64?
    /// Whether the app must ask once before the payment: else nothing would bound a clock that is far off.
    var needsEarlyQuestion = false
    /// Requests told so far: two within one second are two all the same.
    var requests: UInt64 = 0
    /// When a gateway's record says that money came, and went back.
    var pagePaidAt: Int64?
    var pageRefundedAt: Int64?
    /// What this world does besides (``SimulationOptions/practice``), while a story is told.
    var practice: SimulationPractice?
    /// Nothing is written: the story is told to know how it goes.
    var isMuted = false
    /// The app has heard or shown that the order is paid: in a changed world it says nothing older after that.
    var knowsPaid = false
    /// Notifies that a handler which does right has taken.
    var takenNotifies: Set<Int> = []
    /// The process of the app; changes when it is killed.
    var process: Int64 = 0

    var line = Bytes()
    var scratch = Bytes()
    /// Where signed documents are put together.
    var document = Bytes()
    var signed = Bytes()
    var calendar = Calendar()
    private var sequence: UInt16 = 0
    private var source = 0
    private var json = false
    private var word = Word.none
    private var level = Happening.Level.info
    private var component: UInt8 = 0
    private var at: Int64 = 0
    private var stamp: Int64 = 0
    private var value: Int64 = 0

    init(_ plan: Plan, _ batches: BatchSet) {
        self.plan = plan
        self.batches = batches
        writesJSON = plan.sources.map(\.format.writesJSONFields)
        isApplication = plan.sources.map { $0.kind == .application }
        visit = Visit(0, in: plan)
        order = Order(0, flow: .unknown, createdAt: 0, random: &random)
    }

    func free() {
        line.free()
        scratch.free()
        document.free()
        signed.free()
    }

    /// Enters a visit.
    mutating func enter(_ visit: Visit) {
        self.visit = visit
        sequence = 0
        process = visit.process
        now = visit.start
    }

    /// Enters an order; `createdAt` is when the server will make it.
    mutating func begin(_ order: Order) {
        self.order = order
        truth = Truth()
        markedAt = nil
        state = "pending"
        savedAt = nil
        paidAt = 0
        (pagePaidAt, pageRefundedAt) = (nil, nil)
        requests = 0
        knowsPaid = false
        takenNotifies = []
    }

    var hasClient: Bool { visit.source != nil }

    /// Lets between `low` and `high` milliseconds pass.
    mutating func wait(_ low: Int64, _ high: Int64) { now += random.between(low * 1_000, high * 1_000) }

    /// Lets whole seconds pass.
    mutating func waitSeconds(_ seconds: Int64) { now += seconds * 1_000_000 }

    // MARK: one line

    /// Begins a line of a server, an edge or a provider.
    mutating func open(
        _ source: Int, _ word: Word, at time: Int64, level: Happening.Level = .info, component: UInt8 = 0, value: Int64 = 0
    ) {
        line.clear()
        (self.source, self.word, self.level, self.component, self.value) = (source, word, level, component, value)
        (at, stamp) = (time, time)
        json = writesJSON[source]
        // What one request leaves in its lines: they lie within a second.
        if isApplication[source] {
            self.value = Int64(bitPattern: Random.mix(order.hash ^ UInt64(bitPattern: time / 1_000_000) ^ requests &<< 44))
        }
    }

    /// Begins a tagged line of the visit's device.
    mutating func openDevice(_ source: Int, _ word: Word, at time: Int64, level: Happening.Level = .info, tagged: Bool = true) {
        open(source, word, at: time, level: level, component: tagged ? 1 : 0, value: process << 16 | Int64(visit.isAndroid ? 1 : 0))
        stamp = visit.shown(time)
    }

    /// Whether fields of the open line are JSON members.
    var isJSON: Bool { json }

    /// Begins a field whose value needs no quoting.
    @inline(__always) mutating func key(_ name: StaticString) {
        if json {
            line.text(",\"")
            line.text(name)
            line.text("\":\"")
        } else {
            line.byte(32)
            line.text(name)
            line.byte(61)
        }
    }

    /// Ends a field begun with ``key(_:)``.
    @inline(__always) mutating func endKey() {
        if json { line.byte(34) }
    }

    mutating func field(_ name: StaticString, _ value: StaticString) {
        key(name)
        line.text(value)
        endKey()
    }

    /// A field that JSON writes as a bare number or word.
    mutating func bare(_ name: StaticString, _ value: Int64) {
        if json {
            line.text(",\"")
            line.text(name)
            line.text("\":")
        } else {
            line.byte(32)
            line.text(name)
            line.byte(61)
        }
        line.number(value)
    }

    /// Begins a field of free text and gives the mark for ``endText(_:)``.
    mutating func textKey(_ name: StaticString) -> Int {
        key(name)
        if !json { line.byte(34) }
        return line.count
    }

    /// Quotes what was appended since the mark as a free text.
    mutating func endText(_ mark: Int) {
        line.jsonEscape(since: mark, scratch: &scratch)
        line.byte(34)
    }

    mutating func orderField(_ name: StaticString = "orderNo") {
        key(name)
        order.number(&line, &calendar)
        endKey()
    }

    mutating func amountField(_ name: StaticString, _ hundredths: Int64) {
        key(name)
        line.amount(hundredths)
        endKey()
    }

    /// Ends the open line and hands it to its slice. Nothing is logged after the world's end.
    mutating func close() {
        guard at < plan.end, at < plan.cutoff || source == plan.truth, !isMuted else { return }
        let batch = batches[plan.slice(of: at)]
        let offset = UInt32(truncatingIfNeeded: batch.slab.count)
        batch.slab.raw(line.buffer)
        batch.lines.append(
            Happening(
                time: at, stamp: stamp, value: value, offset: offset, length: UInt32(truncatingIfNeeded: line.count),
                visit: UInt32(truncatingIfNeeded: visit.index), sequence: sequence, source: UInt16(truncatingIfNeeded: source),
                word: word.rawValue, level: level, component: component))
        sequence &+= 1
    }

    /// The instance of the application that serves a request of this order.
    func application(_ purpose: UInt64) -> Int {
        plan.applications[
            Int(truncatingIfNeeded: Random.mix(order.hash &+ (plan.isSticky ? 0 : purpose)) % UInt64(plan.applications.count))]
    }

    /// The front end that a request of this order comes through.
    func edge(_ purpose: UInt64) -> Int {
        plan.edges[Int(truncatingIfNeeded: Random.mix(order.hash &+ (plan.isSticky ? 0 : purpose)) % UInt64(plan.edges.count))]
    }
}

/// The batches of one thread, by slice.
final class BatchSet {
    private var bySlice: [Batch?]

    init(slices: Int) { bySlice = Array(repeating: nil, count: slices) }

    subscript(slice: Int) -> Batch {
        if let batch = bySlice[slice] { return batch }
        let batch = Batch()
        bySlice[slice] = batch
        return batch
    }

    /// Takes the batch of a slice away.
    func take(_ slice: Int) -> Batch? {
        defer { bySlice[slice] = nil }
        return bySlice[slice]
    }
}
