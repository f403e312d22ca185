import Serving
import Testing

@Suite("Addresses, targets and who may ask")
struct PolicyTests {
    @Test(
        "Addresses are read as they are typed",
        arguments: [
            ("127.0.0.1:8080", "127.0.0.1:8080", true), ("[::1]:0", "[::1]:0", true), ("localhost:80", "127.0.0.1:80", true),
            ("127.9.9.9:80", "127.9.9.9:80", true), (":8080", "[::]:8080", false), ("*:8080", "[::]:8080", false),
            ("0.0.0.0:65535", "0.0.0.0:65535", false), ("192.168.1.5:80", "192.168.1.5:80", false),
            ("unix:/run/p.sock", "unix:/run/p.sock", true),
        ])
    func addresses(typed: String, text: String, isLoopback: Bool) {
        let address = ListenAddress(typed)
        #expect(address?.text == text && address?.isLoopback == isLoopback)
    }

    @Test(
        "What is no address is refused",
        arguments: [
            "", "8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "::1:80", "host.example:80", "[::1:80", "unix:",
        ])
    func noAddresses(typed: String) { #expect(ListenAddress(typed) == nil) }

    @Test("A target is split before it is decoded, and only once")
    func targets() {
        #expect(HTTPTarget("/")?.segments == [])
        #expect(HTTPTarget("/a/")?.segments == ["a", ""])
        #expect(HTTPTarget("/a%2fb/..%2F/%252e?q=%zz&r=%&s")?.segments == ["a/b", "../", "%2e"])
        #expect(HTTPTarget("/?q=%zz&r=%&s")?.query.map(\.value) == ["%zz", "%", ""])
        #expect(HTTPTarget("http://host:1/x?y=1")?.segments == ["x"])
        #expect(HTTPTarget("http://host")?.segments == [])
        #expect(HTTPTarget("*") == nil && HTTPTarget("") == nil && HTTPTarget("x") == nil)
        #expect(HTTPTarget("/%ff")?.segments == ["\u{FFFD}"])
        #expect(HTTPTarget("/a b/ü")?.path == "/a%20b/%C3%BC")
    }

    /// What a policy says to headers; nil when the target is none.
    private func ask(
        _ policy: AccessPolicy, _ headers: [(String, String)], target: String = "/x", peer: String = "127.0.0.1"
    ) -> AccessPolicy.Decision? {
        HTTPTarget(target).map { target in
            policy.decide(HTTPRequest(target: target, headers: headers.map { HTTPRequest.Header($0.0, $0.1) }, peer: peer))
        }
    }

    @Test(
        "Only names of our own are answered",
        arguments: [
            ("localhost", true), ("LOCALHOST:8080", true), ("127.0.0.1:1", true), ("[::1]:8080", true), ("[::1]", true), ("10.0.0.3", true),
            ("pay.example", true), ("PAY.example.:443", true), ("evil.example", false), ("localhost.evil.example", false),
            ("127.0.0.1.evil.example", false), ("localhost:80@evil.example", false), ("[evil]:80", false), ("[::1]evil", false),
            ("pay.example:80:80", false), ("127.0.0.1/", false),
        ])
    func hosts(host: String, isOurs: Bool) {
        let policy = AccessPolicy(hosts: ["pay.example"])
        #expect(ask(policy, [("Host", host)]) == (isOurs ? .granted(identity: nil) : .wrongHost(status: 421)))
    }

    @Test("A request has one Host")
    func oneHost() {
        #expect(ask(AccessPolicy(), []) == .wrongHost(status: 400))
        #expect(ask(AccessPolicy(), [("Host", "localhost"), ("host", "localhost")]) == .wrongHost(status: 400))
    }

    @Test("A token opens as Bearer and as the password of Basic, whole and exact")
    func tokens() {
        let policy = AccessPolicy(token: Array("0123456789abcdef".utf8), open: ["/healthz"])
        func decide(_ header: String?) -> AccessPolicy.Decision? {
            ask(policy, [("Host", "localhost")] + (header.map { [("Authorization", $0)] } ?? []))
        }
        #expect(decide("Bearer 0123456789abcdef") == .granted(identity: nil))
        #expect(decide("bearer 0123456789abcdef") == .granted(identity: nil))
        // any:0123456789abcdef
        #expect(decide("Basic YW55OjAxMjM0NTY3ODlhYmNkZWY=") == .granted(identity: nil))
        for wrong in [
            nil, "", "Bearer", "Bearer ", "Bearer 0123456789abcde", "Bearer 0123456789abcdef0", "Bearer 0123456789abcdeg", "Basic !!!!",
            "Basic YW55", "Digest 0123456789abcdef", "0123456789abcdef", "Bearer 0123456789abcdef0123456789abcdef",
        ] { #expect(decide(wrong) == .unauthorized, "\(wrong ?? "none")") }
        #expect(ask(policy, [("Host", "localhost")], target: "/healthz") == .granted(identity: nil))
        #expect(ask(policy, [("Host", "localhost")], target: "/healthz/x") == .unauthorized)
    }

    @Test("A proxy's word counts only from its own address, and only when it is one")
    func identities() {
        let policy = AccessPolicy(identityHeader: "X-Remote-User", proxies: ["10.0.0.1"])
        func decide(_ users: [String], _ peer: String) -> AccessPolicy.Decision? {
            ask(policy, [("Host", "localhost")] + users.map { ("x-remote-user", $0) }, peer: peer)
        }
        #expect(decide(["ada"], "10.0.0.1") == .granted(identity: "ada"))
        #expect(decide(["ada"], "10.0.0.2") == .unauthorized)
        #expect(decide([], "10.0.0.1") == .unauthorized)
        #expect(decide([""], "10.0.0.1") == .unauthorized)
        #expect(decide(["ada", "root"], "10.0.0.1") == .unauthorized)
    }
}
