import Domain
import Foundation
import TestKit
import Testing

@testable import Commands

@Suite("paychain serve: what it refuses before it listens")
struct ServeOptionTests {
    private func refused(_ line: String, _ said: String) {
        let called = Called("serve " + line + " --lang en")
        #expect(called.code == .usage, "\(line)")
        #expect(called.errors.contains(said), "\(called.errors)")
    }

    @Test("An address that others can reach needs a token or a trusted proxy")
    func open() {
        for address in [":8080", "0.0.0.0:0", "[::]:0", "192.0.2.1:80"] {
            refused("--listen \(address)", "--token-file FILE asks for a token")
        }
    }

    @Test("Options that make no sense are refused with what to do")
    func senseless() throws {
        let folder = try TemporaryFolder()
        let short = try folder.write(Array("short\n".utf8), to: "short")
        let blank = try folder.write(Array("0123456789 abcdef\n".utf8), to: "blank")
        refused("--listen nowhere", "addresses are numeric")
        refused("--listen example.com:80", "addresses are numeric")
        refused("--token-file \(folder.path)/none", "--token-file")
        refused("--token-file \(short)", "at least 16")
        refused("--token-file \(blank)", "at least 16")
        refused("--trust-identity-header X-User", "belong together")
        refused("--trust-proxy 127.0.0.1", "belong together")
        refused("--trust-identity-header X-User --trust-proxy localhost", "numeric address")
        refused("--trust-identity-header X:User --trust-proxy ::1", "the name of a header")
        refused("--tls-cert \(short)", "belong together")
        refused("--tls-cert \(short) --tls-key \(folder.path)/none", "--tls-key")
    }

    @Test("What is no store is refused")
    func noStore() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Array(repeating: 65, count: 5_000), to: "log.txt")
        #expect(Called("serve --db \(path) --listen 127.0.0.1:0").code == .store)
    }
}
