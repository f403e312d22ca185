import Domain
import Reports
import Testing

@Suite("HTML of pages and files")
struct HTMLWriterTests {
    @Test(
        "Text and attribute values are inert",
        arguments: [
            ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
            ("a\"b'c & d", "a&quot;b&#39;c &amp; d"),
            ("\u{1B}[31mred\u{202E}", "␛[31mred\\u{202E}"),
        ])
    func escapes(value: String, escaped: String) {
        var page = HTMLWriter(.en)
        page.element("a", ["href": value, "class": nil], text: value)
        #expect(page.html == "<a href=\"\(escaped)\">\(escaped)</a>")
    }

    @Test("A file carries its styles and asks for nothing; a page of the server links them")
    func documents() {
        let file = HTMLDocument(title: "a<b", language: .zh).render { $0.element("h1", text: "x") }.html
        #expect(file.contains("<html lang=\"zh-Hans\">") && file.contains("<title>a&lt;b</title>") && file.contains("<style>:root"))
        #expect(!file.contains("http://") && !file.contains("https://") && !file.contains("<script") && !file.contains("<link"))
        let page = HTMLDocument(title: "t", language: .en, styles: .linked("/style.css"), scripts: ["/page.js"]).render { _ in }.html
        #expect(page.contains("<link rel=\"stylesheet\" href=\"/style.css\">") && !page.contains("<style>"))
        #expect(page.contains("<script src=\"/page.js\" defer=\"\"></script>"))
    }
}
