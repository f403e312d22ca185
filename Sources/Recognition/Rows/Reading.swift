import Decoding
import Domain

/// One record as recognisers see it, and the rows they make of it.
///
/// Not copyable: a copy would cost more than most rules. What every line asks for is inlined, since a call hands a copy over.
struct Reading: ~Copyable {
    /// The record.
    var record: Record
    /// What recognisers search: the message; for a tagged client line what stands behind the tag.
    var text: Bytes
    /// Its fields by meaning.
    var fields: FieldTable
    /// The rows it gives.
    var rows: PendingRows
    /// The words.
    let words: Vocabulary
    /// Stable hash of the source's name: device sessions of lines that name no device.
    let sourceHash: UInt64
    /// What the record taught about the merchant's endpoints.
    var learnt = Endpoints()
    /// Hashes of the templates that were learnt.
    var learntNames = HashIndex()
    /// Memory for one template.
    var template: [UInt8] = []
    /// Classes of the user agents met last.
    var agents = AgentClass.Cache()
    /// A scheme that a return came by.
    var returnScheme: [UInt8]?
    /// The record carries the tag.
    var isTagged = false
    /// The signed App Store document that stands in the record.
    var store = StoreDocument()

    /// The URL whose names were searched for secrets last.
    var searchedURL = Bytes.none

    /// Turns to the record that was put in ``record``.
    mutating func begin() {
        text = record.message
        searchedURL = .none
        fields.reset()
        rows.reset()
        isTagged = false
        if store.isPresent { store = StoreDocument() }
        if returnScheme != nil { returnScheme = nil }
    }

    /// A field that is not empty.
    @inline(__always) func value(_ key: FieldKey) -> Bytes? {
        if let value = fields[key], value.count > 0 { return value }
        return nil
    }

    /// The first field among several; spelled out, since a list of them would be an allocation for every line.
    @inline(__always) func value(_ first: FieldKey, _ second: FieldKey) -> Bytes? { value(first) ?? value(second) }

    /// The first field among three.
    @inline(__always) func value(_ first: FieldKey, _ second: FieldKey, _ third: FieldKey) -> Bytes? {
        value(first) ?? value(second) ?? value(third)
    }

    /// The first field among four.
    @inline(__always) func value(_ first: FieldKey, _ second: FieldKey, _ third: FieldKey, _ fourth: FieldKey) -> Bytes? {
        value(first) ?? value(second) ?? value(third) ?? value(fourth)
    }

    /// Begins a row of a server.
    mutating func begin(_ event: EventKind, _ witness: Witness) -> Bool { rows.begin(event, witness) }
}

/// The words that all extractors share; immutable.
final class Vocabulary: Sendable {
    let keys: KeyTable
    let events: EventWords
    let states: StateWords
    let flows: FlowWords
    /// What a configuration calls order numbers.
    let orderNumberKeys: [String]

    /// The words of a run without configured keys.
    static let shared = Vocabulary(orderNumberKeys: [])

    init(orderNumberKeys: [String]) {
        self.orderNumberKeys = orderNumberKeys
        keys = KeyTable(orderNumberKeys: orderNumberKeys)
        events = EventWords()
        states = StateWords()
        flows = FlowWords()
    }

    deinit { keys.deallocate() }
}
