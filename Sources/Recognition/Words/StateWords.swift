import Decoding
import Domain
import Providers

/// Status words of every provider and shop → ``StateWord``, in any case, by one hash.
///
/// The words themselves are declared in `Providers`. One word may mean two things: a shop's `refund` is refunded, WeChat's `REFUND` was
/// paid before; so a word is looked up as its speaker's first.
struct StateWords {
    private var shop = Table()
    private var providers = Table()

    private struct Table {
        var hashes = [UInt64](repeating: 0, count: 512)
        var states = [StateWord](repeating: .created, count: 512)

        mutating func add(_ table: StateTable) {
            for entry in table.entries { insert(entry.word.bytes, entry.state) }
        }

        mutating func insert(_ word: Bytes, _ state: StateWord) {
            let hash = StateWords.fold(word)
            var index = Int(truncatingIfNeeded: hash) & 511
            while hashes[index] != 0 {
                if hashes[index] == hash { return }
                index = (index + 1) & 511
            }
            (hashes[index], states[index]) = (hash, state)
        }

        func state(_ hash: UInt64) -> StateWord? {
            var index = Int(truncatingIfNeeded: hash) & 511
            while hashes[index] != 0 {
                if hashes[index] == hash { return states[index] }
                index = (index &+ 1) & 511
            }
            return nil
        }
    }

    /// Gathers the tables of all providers and the shops' synonyms.
    init() {
        for provider in ProviderDefinition.all where provider.word != ProviderDefinition.relay.word { providers.add(provider.states) }
        for state in StateWord.allCases {
            var word = state.rawValue
            word.withUTF8 { shop.insert(Bytes($0), state) }
        }
        shop.add(.shop)
    }

    /// What a word means in a shop's or relay's mouth, or nil for a word nobody declares.
    func state(of word: Bytes) -> StateWord? {
        guard word.count > 0, word.count <= 40 else { return nil }
        let hash = StateWords.fold(word)
        return shop.state(hash) ?? providers.state(hash)
    }

    /// What a word means in a provider's mouth (`trade_status`, `trade_state`, a bill), or nil.
    func providerState(of word: Bytes) -> StateWord? {
        guard word.count > 0, word.count <= 40 else { return nil }
        let hash = StateWords.fold(word)
        return providers.state(hash) ?? shop.state(hash)
    }

    /// Folds case and the joiners `_`, `-`, blank: `WAIT_BUYER_PAY`, `wait-buyer-pay` and `WaitBuyerPay` are one word.
    @inline(__always) private static func fold(_ word: Bytes) -> UInt64 { KeyTable.fold(word) | 1 }
}

extension StateWord {
    /// The word as bytes that live for ever.
    var bytes: Bytes {
        switch self {
        case .created: ("created" as StaticString).bytes
        case .pending: ("pending" as StaticString).bytes
        case .paid: ("paid" as StaticString).bytes
        case .shipped: ("shipped" as StaticString).bytes
        case .delivered: ("delivered" as StaticString).bytes
        case .completed: ("completed" as StaticString).bytes
        case .failed: ("failed" as StaticString).bytes
        case .cancelled: ("cancelled" as StaticString).bytes
        case .closed: ("closed" as StaticString).bytes
        case .expired: ("expired" as StaticString).bytes
        case .refunded: ("refunded" as StaticString).bytes
        case .notExist: ("not_exist" as StaticString).bytes
        }
    }
}
