import Decoding

/// Takes the row of a table apart into its cells.
enum RowCells {
    /// Where a quote means that separators stand for themselves until the next one.
    enum Quotes {
        /// Anywhere: databases and dashboards quote whole cells, and write a quote inside as two.
        case anywhere
        /// At the beginning of a cell alone: providers' bills quote nothing inside, where a quote is a letter of a product's name.
        case atStart
    }

    /// Splits a row at its separators outside quotes. An opening quote that never closes is a quote in free text.
    static func split(_ line: Bytes, at separator: UInt8, quotes: Quotes, into cells: inout [Bytes]) {
        cells.removeAll(keepingCapacity: true)
        var start = 0
        var i = 0
        var isQuoted = false
        while let place = line.first(separator, or: 34, from: i) {
            if line[place] == 34 {
                if isQuoted || quotes == .anywhere || BillLayout.plain(line.slice(start, place)).count == 0 { isQuoted.toggle() }
            } else if !isQuoted {
                cells.append(line.slice(start, place))
                start = place &+ 1
            }
            i = place &+ 1
        }
        if isQuoted {
            cells.removeAll(keepingCapacity: true)
            start = 0
            for i in 0..<line.count where line[i] == separator {
                cells.append(line.slice(start, i))
                start = i &+ 1
            }
        }
        cells.append(line.slice(start, line.count))
    }
}
