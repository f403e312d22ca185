/// A value for each of a handful of keys, found by walking: for the words of a closed list.
struct Tally<Key: Equatable, Value> {
    private(set) var entries: [(key: Key, value: Value)] = []

    /// The value of a key, in place; a new key begins with `initial`.
    subscript(key: Key, default initial: @autoclosure () -> Value) -> Value {
        get {
            for place in entries.indices where entries[place].key == key { return entries[place].value }
            return initial()
        }
        _modify {
            var place = 0
            while place < entries.count, entries[place].key != key { place += 1 }
            if place == entries.count { entries.append((key, initial())) }
            yield &entries[place].value
        }
    }

    /// The value of a key; nil when it was never met.
    subscript(key: Key) -> Value? { entries.first { $0.key == key }?.value }
}

extension Tally: Sendable where Key: Sendable, Value: Sendable {}
