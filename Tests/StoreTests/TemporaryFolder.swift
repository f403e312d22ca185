import Domain
import Foundation

@testable import Store

/// A folder of its own for one test.
final class TemporaryFolder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "paychain-store-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    subscript(name: String) -> String { path + "/" + name }

    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    func write(_ bytes: [UInt8], to name: String) throws { try Data(bytes).write(to: URL(fileURLWithPath: self[name])) }
    func read(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: self[name]))) }
}

/// A plain order for tests of look-ups and filters.
func verdict(_ number: String, _ change: (inout Verdict) -> Void = { _ in }) -> Verdict {
    var verdict = Verdict(order: OrderNumber(number), asOf: Instant(microseconds: 0))
    change(&verdict)
    return verdict
}

/// Writes a whole store from verdicts with empty chains.
func makeStore(at path: String, _ verdicts: [Verdict], loose: EvidenceBatch? = nil, summary: Summary? = nil) throws {
    let builder = try StoreBuilder(path: path)
    var batch = OrderBatch()
    for verdict in verdicts { batch.append(verdict, Chain(order: verdict.order)) }
    try builder.write(batch)
    if let loose { try builder.writeLoose(loose) }
    let asOf = Instant(microseconds: 1)
    try builder.commit(context: RunContext(asOf: asOf), summary: summary ?? Summary(asOf: asOf), sources: [])
}

/// All order numbers that a filter lets through, in the cursor's order.
func numbers(_ store: Store, _ filter: OrderFilter = OrderFilter()) throws -> [String] {
    let cursor = try store.orders(filter)
    var numbers: [String] = []
    while let row = try cursor.next() { numbers.append(row.order.description) }
    return numbers
}
