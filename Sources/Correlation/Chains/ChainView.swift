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
        let start = Int(events[index].attributesStart)
        let end = start &+ Int(events[index].attributesLength)
        guard end <= arena.count else { return Attributes(UnsafeRawBufferPointer(start: nil, count: 0)) }
        return Attributes(UnsafeRawBufferPointer(rebasing: arena[start..<end]))
    }

    /// The instant of one attribute.
    func instant(_ key: AttributeKey, _ index: Int) -> Instant? { attributes(index)[key]?.integer.map(Instant.init(microseconds:)) }
}

extension Chain {
    /// Lends a view; it is valid inside the closure only.
    func withView<R>(_ body: (ChainView) -> R) -> R {
        events.withUnsafeBufferPointer { events in
            arena.withUnsafeBytes { body(ChainView(events: events, arena: $0)) }
        }
    }
}
