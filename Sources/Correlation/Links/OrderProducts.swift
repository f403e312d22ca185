import Domain

/// Which App Store products the lines of an order name: StoreKit's own lines carry no order number, only the product (facts.md §3.1).
struct OrderProducts {
    /// Order and product, sorted, each pair once.
    private let named: [Edge]
    /// The same for what the app's own lines name: a server may know an article by another id than StoreKit does.
    private let byApp: [Edge]

    init(named: [Edge], byApp: [Edge], canonical: (UInt64) -> UInt64) {
        self.named = named.map { Edge(from: canonical($0.from), to: $0.to) }.sortedUnique()
        self.byApp = byApp.map { Edge(from: canonical($0.from), to: $0.to) }.sortedUnique()
    }

    /// Whether some line of the order names the product.
    func isNamed(_ product: UInt64, by order: UInt64) -> Bool {
        var i = named.lowerBound(order)
        while i < named.count, named[i].from == order {
            if named[i].to == product { return true }
            i += 1
        }
        return false
    }

    /// Whether a line about a product may be the order's: the order names it, or the app names none for the order.
    func mayConcern(_ product: UInt64, _ order: UInt64) -> Bool {
        let i = byApp.lowerBound(order)
        return i == byApp.count || byApp[i].from != order || isNamed(product, by: order)
    }
}
