import Domain

/// Which App Store products the lines of an order name: StoreKit's own lines carry no order number, only the product (facts.md §3.1).
struct OrderProducts {
    /// Order and product, sorted, each pair once.
    private let pairs: [Edge]

    init(_ edges: [Edge], canonical: (UInt64) -> UInt64) {
        pairs = edges.map { Edge(from: canonical($0.from), to: $0.to) }.sortedUnique()
    }

    /// Whether a line about a product may be the order's: it names this product, or none that is known.
    func mayConcern(_ product: UInt64, order: UInt64) -> Bool {
        var i = pairs.lowerBound(order)
        guard i < pairs.count, pairs[i].from == order else { return true }
        while i < pairs.count, pairs[i].from == order {
            if pairs[i].to == product { return true }
            i += 1
        }
        return false
    }
}
