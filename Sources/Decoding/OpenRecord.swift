import Domain

/// A record whose end has not been seen yet.
struct OpenRecord {
    /// Where it begins in its buffer.
    var start = 0
    /// Byte offset of its first byte in the stream.
    var offset: UInt64 = 0
    /// Its first line.
    var line: UInt32 = 0
    /// Its stamp in microseconds.
    var at: Int64 = 0
    var isStamped = false
    /// The stamp is the wrapper's, not its own.
    var isStampedByWrapper = false
    var resolution = Resolution.second
    /// Which form its header has, see ``HeaderForms``.
    var form = HeaderForms.plainForm
    /// Lines since its header that fit no form, and where the first of them begins.
    var unmatched = 0
    var firstUnmatched = 0
    var firstUnmatchedLine: UInt32 = 0
    /// It was handed out before its end, because it is longer than ``Limits/recordLength``: the rest is skipped.
    var isCut = false

    init() {}

    /// A record that begins with the line that `forms` matched last, or with a line that fits none.
    @inline(__always)
    init(start: Int, offset: UInt64, line: UInt32, forms: borrowing HeaderForms, hasHeader: Bool) {
        (self.start, self.offset, self.line) = (start, offset, line)
        guard hasHeader else { return }
        (at, isStamped, resolution, form) = (forms.at, forms.isStamped, forms.resolution, forms.form)
    }

    /// Whether a line goes on with the record before it where no header form is known: an indented line, the parts of a stack trace.
    static func continues(_ line: Bytes) -> Bool {
        let first = line.at(0)
        if first == 32 || first == 9 || line.isEmpty { return true }
        return line.has("Caused by:") || line.has("Suppressed:") || line.has("...") || line.has("#") && line.at(1).isDigit
            || first == UInt8(ascii: "}") || first == UInt8(ascii: ")")
    }
}
