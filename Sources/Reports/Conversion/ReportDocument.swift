import Domain

/// A report in one language, before it is drawn: HTML, Markdown and the terminal draw the same sections.
struct ReportDocument {
    var title: String
    var sections: [Section] = []

    /// One section.
    struct Section {
        /// Its anchor.
        var id: StaticString
        var title: String
        var blocks: [Block]
        /// Whether the terminal's summary has it.
        var isBrief = false
    }

    /// One piece of a section.
    enum Block {
        case paragraph(String)
        case faint(String)
        case notice(Tone, String)
        case cards([Card])
        case list([String])
        /// A list whose items begin with what is to be found in it: who acts, what it is about.
        case labelled([(label: String, text: String)])
        case table(Table)
    }

    /// How something is meant.
    enum Tone {
        case info, good, warn, bad
    }

    /// A number to be seen first.
    struct Card {
        var label: String
        var value: String
        var note: String = ""
        var tone: Tone = .info
    }

    /// A table; a column may hold bars.
    struct Table {
        var caption: String
        var columns: [Column]
        var rows: [[Cell]]
        /// Whether it may be folded away on a screen.
        var isFolded = false
        /// Rows that a terminal shows; nil for all.
        var briefRows: Int?
    }

    /// A column of a table.
    struct Column {
        var title: String
        var kind: Kind = .text
        /// On a terminal that is too narrow columns go, those of the highest rank first; 0 never goes.
        var rank = 0

        /// What it holds.
        enum Kind {
            case text, number, rate, bar
        }

        init(_ title: String, _ kind: Kind = .text, rank: Int = 0) { (self.title, self.kind, self.rank) = (title, kind, rank) }
    }

    /// A cell of a table.
    struct Cell {
        var text: String
        var tone: Tone?
        var bar: Bar?

        init(_ text: String, _ tone: Tone? = nil) { (self.text, self.tone) = (text, tone) }
        init(_ bar: Bar) { (text, self.bar) = ("", bar) }
    }

    /// A share from 0 to 1 with its range, or a part of a whole.
    struct Bar {
        /// What it shows, for those who cannot see it.
        var label: String
        var value: Double?
        var range: (low: Double, high: Double)?
    }
}
