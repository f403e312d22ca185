import Domain

/// Writes HTML as bytes: every text and attribute value is escaped, so that nothing a log carried can become markup.
///
/// It does not check which element may stand in which. Names of elements and attributes are known at compile time; values are not trusted.
/// Control and bidi characters are made visible as on a terminal (``VisibleText``).
public struct HTMLWriter: Sendable {
    /// What has been written.
    public private(set) var bytes: [UInt8] = []
    /// The language of the page.
    public let language: Language

    /// Makes an empty writer.
    public init(_ language: Language) { self.language = language }

    /// The text written so far.
    public var html: String { String(decoding: bytes, as: UTF8.self) }

    /// A word in the page's language.
    public func say(_ text: Text) -> String { text(language) }

    /// Opens an element; its attributes are pairs of a name and a value, an absent value leaves the attribute out.
    public mutating func open(_ element: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:]) {
        bytes.append(UInt8(ascii: "<"))
        markup(element)
        for (name, value) in attributes {
            guard let value else { continue }
            bytes.append(UInt8(ascii: " "))
            markup(name)
            bytes.append(contentsOf: "=\"".utf8)
            escaped(value)
            bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(UInt8(ascii: ">"))
    }

    /// Closes an element.
    public mutating func close(_ element: StaticString) {
        bytes.append(contentsOf: "</".utf8)
        markup(element)
        bytes.append(UInt8(ascii: ">"))
    }

    /// An element around what a closure writes.
    public mutating func element(
        _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:], _ content: (inout HTMLWriter) -> Void
    ) {
        open(name, attributes)
        content(&self)
        close(name)
    }

    /// An element that holds only text.
    public mutating func element(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:], text value: String) {
        open(name, attributes)
        text(value)
        close(name)
    }

    /// Escaped text.
    public mutating func text(_ value: String) { escaped(value) }

    /// Escaped text in which what stands between backticks is code.
    public mutating func prose(_ value: String) {
        for (index, part) in value.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
            if index % 2 == 1 { element("code", text: String(part)) } else { text(String(part)) }
        }
    }

    /// Escaped text in the page's language.
    public mutating func text(_ value: Text) { escaped(value(language)) }

    /// Markup of our own, known at compile time.
    public mutating func markup(_ value: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: value.utf8Start, count: value.utf8CodeUnitCount))
    }

    /// What another writer has written, as it is.
    public mutating func append(_ other: HTMLWriter) { bytes.append(contentsOf: other.bytes) }

    /// A line feed, so that the source of a page can be read.
    public mutating func newline() { bytes.append(10) }

    private mutating func escaped(_ value: String) {
        for byte in VisibleText.make(value).utf8 {
            switch byte {
            case UInt8(ascii: "&"): bytes.append(contentsOf: "&amp;".utf8)
            case UInt8(ascii: "<"): bytes.append(contentsOf: "&lt;".utf8)
            case UInt8(ascii: ">"): bytes.append(contentsOf: "&gt;".utf8)
            case UInt8(ascii: "\""): bytes.append(contentsOf: "&quot;".utf8)
            case UInt8(ascii: "'"): bytes.append(contentsOf: "&#39;".utf8)
            default: bytes.append(byte)
            }
        }
    }
}
