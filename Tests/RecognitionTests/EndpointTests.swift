import Domain
import Testing

@testable import Recognition

@Suite struct EndpointTests {
    private func bytes<R>(_ text: String, _ body: (UnsafeRawBufferPointer) -> R) -> R {
        var text = text
        return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    }

    @Test(arguments: [
        ("/alipay/notify/SO-11031", "", "/alipay/notify/*"), ("/pay/notify", "o=SO-11031", "/pay/notify?o=*"),
        ("/n/SO-11031/done", "", "/n/*/done"), ("/n/SO-110312", "", "/n/SO-110312"), ("", "", "/"), ("/pay/notify", "a=1", "/pay/notify"),
    ]) func makesTemplates(path: String, query: String, expected: String) {
        let made = bytes(path) { path in
            bytes(query) { query in bytes("SO-11031") { Endpoint.template(path: path, query: query, first: $0, second: nil) } }
        }
        #expect(String(decoding: made, as: UTF8.self) == expected)
    }

    @Test(
        arguments: [
            ("/alipay/notify/*", "/alipay/notify/SO-1", "SO-1"), ("/alipay/notify/*", "/alipay/notify/", nil),
            ("/alipay/notify/*", "/alipay/notify/a/b", nil),
            ("/n/*/done", "/n/SO-1/done", "SO-1"), ("/pay/notify", "/pay/notify/", ""), ("/pay/notify", "/pay/notify2", nil),
        ] as [(String, String, String?)]) func matches(template: String, path: String, expected: String?)
    {
        let endpoint = Endpoint(template)
        #expect(bytes(path) { endpoint.match(path: $0)?.text } == expected)
    }

    @Test func findsTheNumberInAQuery() {
        let endpoint = Endpoint("/pay/notify?o=*")
        #expect(bytes("a=1&o=SO-1") { endpoint.number(inQuery: $0)?.text } == "SO-1")
        #expect(bytes("a=1") { endpoint.number(inQuery: $0)?.text } == nil)
    }
}
