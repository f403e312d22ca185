import Domain

extension ExportFormat {
    /// One row an order.
    static let csv = ExportFormat(
        name: "csv",
        summary: Text(en: "one row an order, for spreadsheets", zh: "每笔订单一行，供电子表格使用"),
        details: Text(
            en:
                "RFC 4180 with a header, UTF-8. Lists are separated by blanks. A cell that a spreadsheet would take for a formula begins with an apostrophe.",
            zh: "RFC 4180，首行为表头，UTF-8 编码。列表以空格分隔。可能被当作公式的单元格以单引号开头。"),
        passes: 1
    ) { _ in CSVExporter() }
}

private struct CSVExporter: OrderExporter {
    /// A column: its name and what it says of an order.
    private static let columns: [(name: String, value: @Sendable (Verdict) -> String)] = [
        ("order", { $0.order.description }), ("flow", { $0.flow.rawValue }), ("outcome", { $0.outcome.rawValue }),
        ("experience", { $0.experience?.rawValue ?? "" }), ("primary_break", { $0.primaryBreak?.rawValue ?? "" }),
        ("severity", { primary($0)?.severity.rawValue ?? "" }), ("owner", { primary($0)?.owner.rawValue ?? "" }),
        ("reason", { primary($0)?.reason ?? "" }),
        ("breaks", { $0.breaks.map(\.code.rawValue).joined(separator: " ") }),
        ("missing_steps", { $0.missingSteps.map(\.step.rawValue).joined(separator: " ") }),
        ("amount", { $0.amount?.decimal ?? "" }), ("currency", { $0.amount?.currency ?? "" }),
        ("created_at", { $0.createdAt?.rfc3339 ?? "" }), ("paid_at", { $0.paidAt?.rfc3339 ?? "" }),
        ("last_evidence_at", { $0.lastEvidenceAt?.rfc3339 ?? "" }),
        ("marked_paid", { $0.isMarkedPaid.map { $0 ? "true" : "false" } ?? "" }), ("trade_no", { alias(.tradeNumber, $0) }),
        ("transaction_id", { alias(.transactionID, $0) }), ("platform", { $0.segments.platform ?? "" }),
        ("app_version", { $0.segments.appVersion ?? "" }), ("os_version", { $0.segments.osVersion ?? "" }),
        ("channel", { $0.segments.channel ?? "" }), ("return_via", { $0.segments.returnVia ?? "" }),
        ("provider", { $0.segments.provider ?? "" }),
        ("remarks", { $0.remarks.map(\.rawValue).joined(separator: " ") }), ("as_of", { $0.asOf.rfc3339 }),
    ]

    func begin(pass: Int, into out: inout [UInt8]) { CSVCells.append(CSVExporter.columns.map(\.name), to: &out) }
    func end(pass: Int, into out: inout [UInt8]) {}

    func add(_ verdict: Verdict, _ chain: Chain, pass: Int, into out: inout [UInt8]) {
        CSVCells.append(CSVExporter.columns.map { $0.value(verdict) }, to: &out)
    }

    private static func primary(_ verdict: Verdict) -> Break? {
        verdict.primaryBreak.flatMap { code in verdict.breaks.first { $0.code == code } }
    }

    private static func alias(_ kind: AttributeKey, _ verdict: Verdict) -> String {
        verdict.aliases.filter { $0.kind == kind }.flatMap(\.values).joined(separator: " ")
    }
}

/// Rows of comma-separated values (RFC 4180) that no spreadsheet takes for formulas (contract.md).
enum CSVCells {
    static func append(_ cells: [String], to out: inout [UInt8]) {
        for (index, cell) in cells.enumerated() {
            if index > 0 { out.append(UInt8(ascii: ",")) }
            append(cell, to: &out)
        }
        out += [13, 10]
    }

    private static func append(_ cell: String, to out: inout [UInt8]) {
        // Behind quotes, blanks and what nobody sees a spreadsheet still finds its formula.
        let first = cell.unicodeScalars.first {
            !($0.properties.isWhitespace && $0 != "\t" && $0 != "\r") && $0 != "\"" && $0 != "\u{FEFF}"
        }
        let isFormula = first.map { "=+-@\t\r\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars.contains($0) } ?? false
        let text = (isFormula ? "'" : "") + VisibleText.make(cell)
        guard text.utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") || $0 == 32 })
        else {
            out += text.utf8
            return
        }
        out.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\"") { out.append(byte) }
            out.append(byte)
        }
        out.append(UInt8(ascii: "\""))
    }
}
