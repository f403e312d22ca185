import Decoding
import Domain

/// Finds a provider's JSON object inside a record: in the body, in the words, or somewhere in the line.
enum EventDocument {
    /// Objects that are tried in one text.
    private static let tries = 24

    /// The first object of a text that has both members.
    static func find(in text: Bytes, _ first: StaticString, _ second: StaticString) -> Bytes? {
        guard text.holds(first), text.holds(second) else { return nil }
        var from = 0
        for _ in 0..<tries {
            guard let open = text.first(123, from: from) else { return nil }
            let object = text.from(open)
            if member(first, of: object) != nil, member(second, of: object) != nil { return object }
            from = open + 1
        }
        return nil
    }

    /// The member of an object that goes by a key.
    static func member(_ key: StaticString, of object: Bytes) -> JSONMember? {
        var walk = JSONMembers(object)
        var member = JSONMember()
        while walk.next(&member) { if member.key.equals(key) { return member } }
        return nil
    }

    /// The text or number of a member; of an expanded object its `id`.
    static func text(_ member: JSONMember) -> Bytes? {
        switch member.kind {
        case .string, .number: member.value.count > 0 ? member.value : nil
        case .nested: EventDocument.member("id", of: member.value).flatMap { $0.kind == .string ? $0.value : nil }
        default: nil
        }
    }
}

extension Reading {
    /// The object with both members in the body of the record, its words, or the record as a whole.
    func document(_ first: StaticString, _ second: StaticString) -> Bytes? {
        if let body = fields[.body], let found = EventDocument.find(in: body, first, second) { return found }
        if let word = fields[.event], let found = EventDocument.find(in: word, first, second) { return found }
        if let found = EventDocument.find(in: record.text, first, second) { return found }
        return EventDocument.find(in: record.message, first, second)
    }

    /// Writes an amount given in the minor unit of its currency (facts.md §4).
    mutating func putMinor(_ value: Bytes?, currency: Bytes, _ key: AttributeKey = .amount) {
        guard let units = value?.integer else { return }
        switch Currencies.decimals(of: currency) {
        case 0: rows.put(key, number: units)
        case 3: rows.put(key, thousandths: units)
        default: rows.put(key, hundredths: units)
        }
    }
}

/// How many decimals a currency has where amounts are given in its minor unit.
enum Currencies {
    static func decimals(of currency: Bytes) -> Int {
        for word in whole where currency.equalsAnyCase(word) { return 0 }
        for word in thousandths where currency.equalsAnyCase(word) { return 3 }
        return 2
    }

    private static let whole: [StaticString] = [
        "bif", "clp", "djf", "gnf", "jpy", "kmf", "krw", "mga", "pyg", "rwf", "vnd", "vuv", "xaf", "xof", "xpf",
    ]
    private static let thousandths: [StaticString] = ["bhd", "jod", "kwd", "omr", "tnd"]
}
