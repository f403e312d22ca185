import Domain

extension Store {
    /// What somebody typed or pasted to name an order, and what it stands for.
    public struct Named: Sendable {
        /// The orders, sorted by number; several where it stands for several.
        public var orders: [StoredOrder] = []
        /// Whether the whole text named them, and not a number found in it.
        public var isWhole = true
    }

    /// The orders that a text names: a number, an alias, or an address, a log line or a message that holds one.
    ///
    /// Numbers in a text go before aliases in it, since a line of an order may carry the session of several.
    public func orders(named text: String) throws(StoreError) -> Named {
        if let order = try order(OrderNumber(text)) { return Named(orders: [order]) }
        let whole = try orders(withAlias: text)
        if !whole.isEmpty { return Named(orders: whole) }
        var numbered: [StoredOrder] = []
        var aliased: [StoredOrder] = []
        for word in PastedText.words(of: text) where word != text {
            if let order = try order(OrderNumber(word)) {
                numbered.append(order)
            } else if numbered.isEmpty {
                aliased += try orders(withAlias: word)
            }
        }
        var seen: Set<OrderNumber> = []
        let found = (numbered.isEmpty ? aliased : numbered).filter { seen.insert($0.verdict.order).inserted }
        return Named(orders: found.sorted { $0.verdict.order < $1.verdict.order }, isWhole: false)
    }
}

/// Takes a pasted text apart into words that may be numbers or ids of an order.
enum PastedText {
    /// Longer texts are looked at up to here; a stack trace has its number in the beginning.
    private static let length = 16 << 10
    /// So many different words are looked up.
    private static let count = 64
    /// Shorter words stand for nothing, or for too much.
    private static let least = 4

    /// The words with a digit in them, each once, in their order; of those with signs inside also the parts.
    static func words(of text: String) -> [String] {
        var words: [String] = []
        func add(_ word: ArraySlice<UInt8>) {
            var word = word
            while let last = word.last, last == UInt8(ascii: ".") || last == UInt8(ascii: ":") || last == UInt8(ascii: "-") {
                word.removeLast()
            }
            guard (least...Limits.identifierLength).contains(word.count), word.contains(where: { 48...57 ~= $0 }), words.count < count
            else {
                return
            }
            let text = String(decoding: word, as: UTF8.self)
            if !words.contains(text) { words.append(text) }
        }
        let bytes = decoded(Array(text.utf8.prefix(length)))
        for word in bytes.split(whereSeparator: { !isPart($0) }) {
            add(word)
            let parts = word.split(whereSeparator: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") })
            if parts.count > 1 { parts.forEach(add) }
        }
        return words
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        48...57 ~= byte || 65...90 ~= byte || 97...122 ~= byte || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ":")
    }

    /// Percent signs peeled, percent in percent too: an address carries its return address as a value.
    private static func decoded(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Limits.decodeDepth where bytes.contains(UInt8(ascii: "%")) {
            var out: [UInt8] = []
            var index = 0
            while index < bytes.count {
                if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = hex(bytes[index + 1]),
                    let low = hex(bytes[index + 2])
                {
                    out.append(high << 4 | low)
                    index += 3
                } else {
                    out.append(bytes[index])
                    index += 1
                }
            }
            if out == bytes { break }
            bytes = out
        }
        return bytes
    }

    private static func hex(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 48...57: byte - 48
        case 65...70: byte - 55
        case 97...102: byte - 87
        default: nil
        }
    }
}
