import Domain
import Reports

/// A table of a page: headers that name their columns, cells that name their header on a phone.
struct PageTable {
    /// One column.
    struct Column {
        var title: String
        var isNumber = false

        init(_ title: String, isNumber: Bool = false) { (self.title, self.isNumber) = (title, isNumber) }
    }

    /// One cell.
    enum Cell {
        case text(String)
        /// A link with its words.
        case link(String, to: String)
        /// A word in a frame, with the tone of its class.
        case tag(String, tone: String)
        case written((inout HTMLWriter) -> Void)
    }

    var caption: String
    var columns: [Column]
    var rows: [[Cell]] = []

    init(_ caption: String, _ columns: [Column]) { (self.caption, self.columns) = (caption, columns) }

    func write(to page: inout HTMLWriter) {
        page.newline()
        page.element("div", ["class": "scroll"]) { page in
            // A table of few columns fits on a phone as it is.
            page.element("table", ["class": columns.count > 3 ? "stack" : nil]) { page in
                page.element("caption", text: caption)
                page.element("thead") { page in
                    page.element("tr") { page in
                        for column in columns {
                            let style = column.isNumber ? "number" : PageTable.isShort(column.title) ? "tight" : nil
                            page.element("th", ["scope": "col", "class": style], text: column.title)
                        }
                    }
                }
                page.element("tbody") { page in
                    for row in rows {
                        page.newline()
                        page.element("tr") { page in
                            for (column, cell) in zip(columns, row) {
                                page.element("td", ["class": PageTable.style(cell, column), "data-label": column.title]) { page in
                                    PageTable.write(cell, to: &page)
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// A phone leaves out cells that say nothing.
    private static func style(_ cell: Cell, _ column: Column) -> String? {
        if case .text("–") = cell { return column.isNumber ? "number none" : "none" }
        if column.isNumber { return "number" }
        if case .text(let text) = cell, isShort(text) { return "tight" }
        return nil
    }

    /// A word or a length of time is not torn for the sake of a long text beside it.
    private static func isShort(_ text: String) -> Bool { text.count <= 11 }

    private static func write(_ cell: Cell, to page: inout HTMLWriter) {
        switch cell {
        case .text(let text): page.element("span", text: text)
        case .link(let text, let address): page.element("a", ["href": address], text: text)
        case .tag(let text, let tone): page.element("span", ["class": "tag \(tone)"], text: text)
        case .written(let write): write(&page)
        }
    }
}

extension HTMLWriter {
    /// Why a list of orders is empty: nothing fits the filter, or there is nothing at all.
    mutating func noOrders(_ call: Call, _ summary: Summary) {
        element("p", ["class": "notice"]) { page in
            page.prose(summary.orders == 0 ? EmptyStore.paragraph(call.language) : call.say("No order fits.", "没有符合条件的订单。"))
        }
    }
}

extension Severity {
    /// The class that carries its colour; its sign and word stand beside it.
    var tone: String {
        switch self {
        case .critical: "bad"
        case .major: "warn"
        case .minor: ""
        }
    }
}
