import Domain

/// Names one row of a ``LooseSet``: its part and its place there.
struct LooseName: Hashable, Sendable {
    /// Rows of one part that can be named.
    static let most = 1 << 24

    var value: UInt32

    init(part: Int, row: Int) { value = UInt32(truncatingIfNeeded: part << 24 | row & (LooseName.most - 1)) }

    var part: Int { Int(value >> 24) }
    var row: Int { Int(value & 0xFF_FFFF) }
}

/// A loose row that found its order.
struct LooseBinding {
    var order: UInt64
    var row: Int32
    var binding: Binding
}

/// What became of the rows of one part by now.
struct LooseFates {
    private(set) var orders: [UInt64]
    private var bindings: [Binding?]

    init(_ count: Int, _ bound: Spool, _ part: Int) {
        orders = [UInt64](repeating: 0, count: count)
        bindings = [Binding?](repeating: nil, count: count)
        bound.forEach(LooseBinding.self, in: part) { item in
            guard Int(item.row) < count else { return }
            orders[Int(item.row)] = item.order
            bindings[Int(item.row)] = item.binding
        }
    }

    func isBound(_ row: Int) -> Bool { bindings[row] != nil }

    func binding(_ row: Int) -> Binding? { bindings[row] }
}
