import Domain

/// Events and attribute bytes of a chain, borrowed: reading them costs neither a closure nor reference counting.
struct ChainView {
    let events: UnsafeBufferPointer<Evidence>
    let arena: UnsafeRawBufferPointer

    /// A view of nothing.
    static var empty: ChainView {
        ChainView(events: UnsafeBufferPointer(start: nil, count: 0), arena: UnsafeRawBufferPointer(start: nil, count: 0))
    }

    /// The attributes of one event.
    @inline(__always) func attributes(_ index: Int) -> Attributes {
        let end = Int(events[index].attributesStart) &+ Int(events[index].attributesLength)
        return end <= arena.count ? Attributes(of: events[index], in: arena) : .none
    }

    /// The instant of one attribute.
    func instant(_ key: AttributeKey, _ index: Int) -> Instant? { attributes(index)[key]?.integer.map(Instant.init(microseconds:)) }
}

extension Chain {
    /// A chain as somebody holds it whose attributes lie elsewhere (``ChainBuilder``, a first look), or nil: in the chain itself.
    func withView<R>(in other: UnsafeRawBufferPointer?, _ body: (ChainView) -> R) -> R {
        guard let other else { return withView(body) }
        return events.withUnsafeBufferPointer { body(ChainView(events: $0, arena: other)) }
    }

    /// Lends a view; it is valid inside the closure only.
    func withView<R>(_ body: (ChainView) -> R) -> R {
        events.withUnsafeBufferPointer { events in
            arena.withUnsafeBytes { body(ChainView(events: events, arena: $0)) }
        }
    }
}
