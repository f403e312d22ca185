import Domain
import Pipeline
import Reports
import Sources
import Store
import Synchronization

/// Finds one order for the commands that show one: by its number or anything that stands for it.
enum OrderLookup {
    /// The order that a word names; nil when it names none or several, and then that has been said.
    static func find(_ text: String, in store: Store, zone: ZoneTable, _ invocation: Invocation) throws(StoreError) -> StoredOrder? {
        let named = try store.orders(named: text)
        let found = named.orders
        guard let order = found.first else {
            try tellNotFound(text, in: store, style: invocation.style(zone: zone), invocation)
            return nil
        }
        guard found.count > 1 else { return order }
        let text = text.count > 80 ? text.prefix(79) + "…" : text
        invocation.tell(
            Text(en: "“\(text)” stands for \(found.count) orders; name one of them", zh: "“\(text)” 对应 \(found.count) 笔订单，请指定其一"))
        let table = OrdersTable(style: invocation.style(zone: zone))
        invocation.console.write(table.list(found.map { OrdersTable.Entry($0.verdict) }, total: found.count))
        return nil
    }

    /// The original record of each event; one that cannot be read any more has none. Every source is read once.
    static func rawLines(of chain: Chain, sources: [SourceInfo], in store: Store?) -> [Int: [UInt8]] {
        var eventsOf: [Int: [Int]] = [:]
        for (index, event) in chain.events.enumerated() where Int(event.source) < sources.count {
            eventsOf[Int(event.source), default: []].append(index)
        }
        let wanted = eventsOf.map { (source: sources[$0.key], events: $0.value) }.sorted { $0.source.name < $1.source.name }
        let offsets = wanted.map { $0.events.map { chain.events[$0].offset } }
        // Without them a packed file is read from its beginning.
        let restarts = wanted.indices.map { (try? store?.restarts(of: wanted[$0].source.contentID, before: offsets[$0])) ?? [:] }
        // A packed source is inflated up to its last line: side by side, since an order's lines lie in several of them.
        let found = Mutex<[Int: [UInt8]]>([:])
        let next = Atomic<Int>(0)
        Workers.run(min(Workers.available, wanted.count)) { _ in
            while true {
                let place = next.add(1, ordering: .relaxed).oldValue
                guard place < wanted.count else { return }
                let (source, events) = wanted[place]
                // A file that begins differently now is another file: its lines would be shown as what they are not.
                let lines = RawLines.read(
                    name: source.name, contentID: source.contentID, offsets: offsets[place], maximum: Limits.rawLineLength,
                    restarts: restarts[place])
                found.withLock { all in for (index, line) in zip(events, lines) { all[index] = line } }
            }
        }
        return found.withLock { $0 }
    }

    private static func tellNotFound(
        _ text: String, in store: Store, style: ReportStyle, _ invocation: Invocation
    ) throws(StoreError) {
        let (path, again) = (store.path, style.again(for: .store))
        invocation.console.complain(
            "paychain: " + Text(en: "\(path) has no order and no alias “\(text)”", zh: "\(path) 中没有订单或别名“\(text)”")(invocation.language))
        let near = try store.numbers(like: text).map { "`paychain order\(again) \(ShellWord.quoted($0.description))`" }
        let remedy =
            try store.count(OrderFilter(), upTo: 1) == 0
            ? EmptyStore.fact
            : near.isEmpty
                ? Text(en: "`paychain orders\(again)` lists what there is", zh: "`paychain orders\(again)` 可列出全部订单")
                : Text(
                    en: "numbers are compared exactly; did you mean \(near.joined(separator: ", "))?",
                    zh: "单号按原样精确比较；是不是想查\(near.joined(separator: "、"))？")
        invocation.console.complain("  " + remedy(invocation.language))
    }
}
