import Domain

/// How a document carries the log entries of other writers: one text with many entries in it, whatever its line ends are.
struct CarrierForm: Sendable {
    /// Where the entries stand.
    enum Place: Sendable {
        /// Every element of an array that goes by this key.
        case elements(of: StaticString)
        /// Every object that goes by this key.
        case object(StaticString)
        /// Every row of a table whose header has these cells.
        case rows(CSVColumns)
    }

    /// Takes the entry apart. `context` is the object that ``contextKey`` names, seen last. False: the entry carries nothing.
    typealias Unwrap =
        @Sendable (_ entry: Bytes, _ context: Bytes, _ clock: inout StampClock, _ wrapped: inout WrappedLine, _ arena: inout ByteArena) -> Bool

    /// Where the entries stand.
    let place: Place
    /// Key of the object that speaks for all entries behind it: Loki's labels, OTLP's resource; empty where there is none.
    var contextKey: StaticString = ""
    /// Groups of entries that stand the newest first are turned round.
    var mayBeReversed = false
    /// Whether a text that begins so is of this form.
    let recognises: @Sendable (_ head: Bytes) -> Bool
    /// Takes one entry apart.
    let unwrap: Unwrap

    /// The form of nothing.
    static let none = CarrierForm(place: .object(""), recognises: { _ in false }, unwrap: { _, _, _, _, _ in false })

    /// Whether all literals stand in a head that begins with a bracket.
    static func isJSON(_ head: Bytes, holding literals: StaticString...) -> Bool {
        let text = head.withoutMark.trimmed
        guard text.at(0) == UInt8(ascii: "{") || text.at(0) == UInt8(ascii: "[") else { return false }
        for literal in literals where text.find(literal) == nil { return false }
        return true
    }
}

extension EnvelopeFormat {
    /// The carrier whose text begins so, or nil.
    static func carrier(ofHead head: Bytes) -> (format: EnvelopeFormat, form: CarrierForm)? {
        for format in carriers {
            if case .carrier(let form) = format.kind, form.recognises(head) { return (format, form) }
        }
        return nil
    }
}
