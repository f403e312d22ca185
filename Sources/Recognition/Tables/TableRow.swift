import Decoding
import Domain

/// One row of a table and the evidence it gives.
struct TableRow {
    let layout: TableLayout
    let cells: [Bytes]
    let words: Vocabulary
    var clock: StampClock
    var rows: PendingRows
    /// Stamps of the rows, in their order.
    var times: [(at: Instant, resolution: Resolution)] = []

    /// A cell without blanks and quotes; nil when the table lacks the column, or the cell says that there is nothing.
    func cell(_ column: TableFormat.Column) -> Bytes? {
        guard let index = layout.index(column), index < cells.count else { return nil }
        let cell = TableLayout.word(cells[index])
        return TableRow.isNothing(cell) ? nil : cell
    }

    /// `NULL`, `\N`, `0000-00-00 00:00:00` and their kin (facts.md §6.27).
    static func isNothing(_ cell: Bytes) -> Bool {
        cell.isEmpty || cell.equals("\\N") || cell.equalsAnyCase("null") || cell.equals("-") || cell.equals("/") || cell.has("0000-00-00")
            || cell.equals("(null)") || cell.equalsAnyCase("none")
    }

    /// An identifier; a spreadsheet's `2.0260901E+27` is none any more (facts.md §1.9).
    func identifier(_ column: TableFormat.Column) -> Bytes? {
        guard let value = Reading.usable(cell(column)), value.first(43) == nil || value.findAnyCase("e+") == nil else { return nil }
        return value
    }

    /// A moment in the zone of the format.
    mutating func time(_ column: TableFormat.Column) -> (at: Instant, resolution: Resolution)? {
        guard let text = cell(column) else { return nil }
        return time(of: text)
    }

    /// A moment that a text names.
    mutating func time(of text: Bytes) -> (at: Instant, resolution: Resolution)? {
        if let stamp = clock.any(text), stamp.isDated { return (stamp.at, stamp.resolution) }
        if layout.format.zone == .beijing, let at = ProviderTime.read(text) { return (at, .second) }
        return nil
    }

    /// Begins a row of evidence at a moment.
    mutating func begin(_ event: EventKind, at time: (at: Instant, resolution: Resolution)) -> Bool {
        guard rows.begin(event, layout.format.witness) else { return false }
        times.append(time)
        return true
    }

    /// Writes the number that names the order, and an attempt's beside it (vocabulary §8 rule 1).
    mutating func putNumbers() {
        let order = identifier(.orderNumber)
        let attempt = identifier(.attemptNumber)
        guard let first = order ?? attempt else { return }
        rows.put(first.first(42) != nil ? .maskedNumber : .orderNumber, first)
        if order != nil, let attempt, !attempt.same(as: first) { rows.put(.attemptNumber, attempt) }
    }

    /// Writes an identifier.
    mutating func putIdentifier(_ key: AttributeKey, _ column: TableFormat.Column) {
        if let value = identifier(column) { rows.put(key, value) }
    }

    /// Writes an amount of the main unit without its sign. Whole numbers may be of the minor unit: `minor` says so, nil that nobody knows.
    mutating func putAmount(_ key: AttributeKey, _ column: TableFormat.Column, minor: Bool?) {
        guard let text = cell(column), Money(decimal: text) != nil else { return }
        if text.first(46) != nil || minor == false {
            rows.put(key, BillLayout.magnitude(text))
        } else if minor == true, let units = text.integer {
            rows.put(key, hundredths: units < 0 ? 0 &- units : units)
        }
    }

    /// Writes the currency, or the one that the table's kind implies.
    mutating func putCurrency(orElse word: StaticString = "") {
        if let currency = cell(.currency), currency.count == 3 {
            rows.putUppered(.currency, currency)
        } else if word.utf8CodeUnitCount == 3 {
            rows.put(.currency, word)
        }
    }
}
