import Domain

/// The frame of every page and file: head, styles, a skip link, the main part.
///
/// A file carries its styles inside and asks the network for nothing; a page of the server links them, so that its content policy can
/// forbid everything inline.
public struct HTMLDocument: Sendable {
    /// Where the styles come from.
    public enum Styles: Sendable {
        /// In the file itself.
        case inline
        /// From an address of the server.
        case linked(String)
    }

    /// The title of the page.
    public var title: String
    /// Its language.
    public var language: Language
    /// Where the styles come from.
    public var styles: Styles
    /// Addresses of the server's own scripts; a file has none.
    public var scripts: [String]

    /// Makes a document.
    public init(title: String, language: Language, styles: Styles = .inline, scripts: [String] = []) {
        (self.title, self.language, self.styles, self.scripts) = (title, language, styles, scripts)
    }

    /// The whole document.
    ///
    /// - Parameters:
    ///   - header: what stands above the main part on every page: name, navigation.
    ///   - main: the main part; it begins with the page's `h1`.
    public func render(header: (inout HTMLWriter) -> Void = { _ in }, main: (inout HTMLWriter) -> Void) -> HTMLWriter {
        var page = HTMLWriter(language)
        page.markup("<!DOCTYPE html>\n")
        page.open("html", ["lang": language == .zh ? "zh-Hans" : "en"])
        page.markup("\n<head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
        page.markup("<meta name=\"color-scheme\" content=\"light dark\"><meta name=\"referrer\" content=\"no-referrer\">")
        page.element("title", text: title)
        switch styles {
        case .inline:
            page.markup("<style>")
            for part in Theme.parts { page.markup(part) }
            page.markup("</style>")
        case .linked(let address): page.open("link", ["rel": "stylesheet", "href": address])
        }
        for script in scripts { page.element("script", ["src": script, "defer": ""], text: "") }
        page.markup("</head>\n<body>")
        page.element("a", ["class": "skip", "href": "#main"], text: language == .zh ? "跳到正文" : "Skip to content")
        header(&page)
        page.element("main", ["id": "main"], main)
        page.markup("</body>\n</html>\n")
        return page
    }
}
