import Domain

/// Binds loose rows through identifiers that other lines carry together with an order (vocabulary §8 rule 2), transitively.
///
/// It works in rounds, like rings in water: in each round every row whose identifiers name exactly one order by now takes it, and only
/// then do these rows lend the order to their other identifiers. The nearest evidence wins, and the order of the rows does not matter.
/// A stronger identifier goes before a weaker one; two of equal strength that name different orders bind nothing; an identifier of
/// several orders names none.
///
/// Rows ask by identifier and are answered by row, part by part: nothing lies in memory but one part.
struct AliasRounds {
    /// The orders that one identifier stands for.
    struct Names: Sendable {
        var order: UInt64
        var isAmbiguous: Bool
    }

    /// One identifier of one row.
    private struct Link {
        var alias: UInt64
        var row: LooseName
        var strength: UInt8
    }

    /// An identifier stands for an order.
    private struct Tie {
        var alias: UInt64
        var order: UInt64
    }

    /// What one identifier of a row says.
    private struct Answer {
        var order: UInt64
        var row: Int32
        var strength: UInt8
        var isAmbiguous: Bool
    }

    private let loose: LooseSet
    /// Identifiers of all rows, by identifier.
    private let links: Spool
    /// What identifiers stand for, by identifier: one tie for each thing that was said.
    private let ties: Spool
    private let fresh: Spool
    private let asks: Spool
    private let answers: Spool
    /// Rows whose identifiers may say something new, by row.
    private let front: Spool
    /// Rows that found their order, by row: ``LooseBinding``.
    private let bound: Spool
    /// Rows whose identifiers stand for several orders, by row.
    let ambiguous: Spool

    init(_ loose: LooseSet, bound: Spool, in pool: SpillPool) {
        (self.loose, self.bound) = (loose, bound)
        func byAlias() -> Spool { Spool(bits: LinkSpools.bits, in: pool) }
        func byRow() -> Spool { Spool(bits: 8, in: pool) }
        (links, ties, fresh, asks) = (byAlias(), byAlias(), byAlias(), byAlias())
        (answers, front, ambiguous) = (byRow(), byRow(), byRow())
    }

    /// Notes the identifiers of a part's rows.
    func add(_ rows: LooseRows, part: Int) {
        for link in rows.links {
            links.append(
                Link(alias: link.alias, row: LooseName(part: part, row: Int(link.row)), strength: link.strength),
                to: links.part(of: link.alias))
        }
    }

    /// The identifiers in a part that some loose row carries.
    func mentioned(_ part: Int) -> NameTable<Bool> {
        var names = NameTable<Bool>()
        links.forEach(Link.self, in: part) { names[$0.alias] = true }
        return names
    }

    /// A line carries both.
    func tie(_ alias: UInt64, to order: UInt64) { ties.append(Tie(alias: alias, order: order), to: ties.part(of: alias)) }

    /// A bound row lends its order to its identifiers.
    private func lend(_ row: Int32, _ order: UInt64, _ rows: LooseRows, to spool: Spool) {
        var i = rows.links.endOfPrefix { $0.row < row }
        while i < rows.links.count, rows.links[i].row == row {
            let alias = rows.links[i].alias
            spool.append(Tie(alias: alias, order: order), to: spool.part(of: alias))
            i += 1
        }
    }

    /// A row that names the order by itself lends it before the first round.
    func lend(_ row: Int32, _ order: UInt64, _ rows: LooseRows) { lend(row, order, rows, to: ties) }

    /// Adds what is said of an identifier; returns whether that changed what it stands for.
    private static func fold(_ tie: Tie, into names: inout NameTable<Names>) -> Bool {
        guard let known = names[tie.alias] else {
            names[tie.alias] = Names(order: tie.order, isAmbiguous: false)
            return true
        }
        guard !known.isAmbiguous, known.order != tie.order else { return false }
        names[tie.alias] = Names(order: known.order, isAmbiguous: true)
        return true
    }

    private func names(_ part: Int) -> NameTable<Names> {
        var names = NameTable<Names>(capacity: ties.length(of: part) / MemoryLayout<Tie>.stride)
        ties.forEach(Tie.self, in: part) { _ = AliasRounds.fold($0, into: &names) }
        return names
    }

    /// Runs the rounds.
    func settle() {
        var isFirst = true
        for _ in 0..<Limits.aliasRounds {
            for part in 0..<links.count { answer(part, isFirst ? links : asks) }
            guard take() else { return }
            for part in 0..<links.count { spread(part) }
            for part in 0..<LooseSet.count { ask(part) }
            isFirst = false
        }
    }

    /// Tells rows what their identifiers stand for by now.
    private func answer(_ part: Int, _ asks: Spool) {
        guard !asks.isEmpty(part), !ties.isEmpty(part) else { return asks === links ? () : asks.removeAll(in: part) }
        let names = names(part)
        asks.forEach(Link.self, in: part) { link in
            guard let name = names[link.alias] else { return }
            answers.append(
                Answer(
                    order: name.order, row: Int32(truncatingIfNeeded: link.row.row), strength: link.strength,
                    isAmbiguous: name.isAmbiguous),
                to: link.row.part)
        }
        if asks !== links { asks.removeAll(in: part) }
    }

    /// Every row whose identifiers name one order takes it; whether any did.
    private func take() -> Bool {
        var tookAny = false
        for part in 0..<LooseSet.count where !answers.isEmpty(part) {
            let answers = answers.take(Answer.self, of: part).sorted { ($0.row, $1.strength) < ($1.row, $0.strength) }
            let fates = LooseFates(loose.rows(in: part), bound, part)
            var rows: LooseRows?
            var i = 0
            while i < answers.count {
                let row = answers[i].row
                var end = i
                while end < answers.count, answers[end].row == row { end += 1 }
                defer { i = end }
                guard !fates.isBound(Int(row)) else { continue }
                switch AliasRounds.reading(answers[i..<end]) {
                case .one(let order):
                    tookAny = true
                    bound.append(LooseBinding(order: order, row: row, binding: .alias), to: part)
                    let read = rows ?? LooseRows(loose.batch(part))
                    rows = read
                    lend(row, order, read, to: fresh)
                case .several: ambiguous.append(row, to: part)
                case .none: break
                }
            }
        }
        return tookAny
    }

    /// Rows whose identifiers stand for something new are the next front.
    private func spread(_ part: Int) {
        guard !fresh.isEmpty(part) else { return }
        var names = names(part)
        var changed = NameTable<Bool>()
        for tie in fresh.take(Tie.self, of: part) where AliasRounds.fold(tie, into: &names) {
            changed[tie.alias] = true
            ties.append(tie, to: part)
        }
        guard changed.count > 0 else { return }
        links.forEach(Link.self, in: part) { link in
            if changed[link.alias] != nil { front.append(Int32(truncatingIfNeeded: link.row.row), to: link.row.part) }
        }
    }

    /// The rows of the front that have no order yet ask for all their identifiers.
    private func ask(_ part: Int) {
        guard !front.isEmpty(part) else { return }
        let named = Set(front.take(Int32.self, of: part))
        let batch = loose.batch(part)
        let fates = LooseFates(batch.rows.count, bound, part)
        for link in LooseRows(batch).links where named.contains(link.row) && !fates.isBound(Int(link.row)) {
            asks.append(
                Link(alias: link.alias, row: LooseName(part: part, row: Int(link.row)), strength: link.strength),
                to: asks.part(of: link.alias))
        }
    }

    private enum Reading {
        case none
        case one(UInt64)
        case several
    }

    /// What a row's identifiers say, the strongest first.
    private static func reading(_ answers: ArraySlice<Answer>) -> Reading {
        var sawAmbiguous = false
        var found: UInt64?
        var strength: UInt8 = .max
        for answer in answers {
            if answer.strength != strength, found != nil { break }
            strength = answer.strength
            if answer.isAmbiguous {
                sawAmbiguous = true
            } else if let found, found != answer.order {
                return .several
            } else {
                found = answer.order
            }
        }
        if let found { return .one(found) }
        return sawAmbiguous ? .several : .none
    }
}
