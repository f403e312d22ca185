import Domain
import Serving
import Synchronization
import Testing

@Suite("HTTP server on real sockets", .serialized)
struct HTTPServerTests {
    private func server(_ service: any HTTPService = Echo(), _ change: (inout ServerLimits) -> Void = { _ in }) throws -> HTTPServer {
        var limits = ServerLimits()
        limits.threads = 2
        change(&limits)
        return try HTTPServer(listening: .anyLoopback, service: service, limits: limits)
    }

    @Test("Path and query arrive taken apart and decoded once; HEAD has no body; a connection serves several requests")
    func requests() throws {
        let server = try server()
        defer { server.stop() }
        let client = try #require(Client(port: server.address.port))
        client.send("GET /a%2Fb/%E4%B8%AD?x=1%262&y=a+b&x= HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let first = client.read(until: "|0\n")
        #expect(first.hasPrefix("HTTP/1.1 200"))
        #expect(first.hasSuffix("GET|/a%2Fb/%E4%B8%AD|x=1&2|y=a b|x=|0\n"))
        client.send("HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        let second = client.readAll()
        #expect(second.hasPrefix("HTTP/1.1 200") && second.hasSuffix("\r\n\r\n") && second.contains("Content-Length: 9"))
    }

    @Test("A body is taken as a whole up to its bound, by length and by chunks")
    func bodies() throws {
        let server = try server()
        defer { server.stop() }
        func ask(_ text: String) throws -> String {
            let client = try #require(Client(port: server.address.port))
            client.send(text)
            return client.readAll()
        }
        let end = "Host: localhost\r\nConnection: close\r\n"
        #expect(try ask("POST /small HTTP/1.1\r\n\(end)Content-Length: 10\r\n\r\n0123456789").hasSuffix("POST|/small|10\n"))
        #expect(try ask("POST /small HTTP/1.1\r\n\(end)Content-Length: 11\r\n\r\n").hasPrefix("HTTP/1.1 413"))
        #expect(
            try ask("POST /small HTTP/1.1\r\n\(end)Transfer-Encoding: chunked\r\n\r\n4\r\nabcd\r\n3\r\nefg\r\n0\r\n\r\n")
                .hasSuffix("POST|/small|7\n"))
        #expect(
            try ask("POST /small HTTP/1.1\r\n\(end)Transfer-Encoding: chunked\r\n\r\n8\r\nabcdefgh\r\n3\r\nijk\r\n0\r\n\r\n")
                .hasPrefix("HTTP/1.1 413"))
        #expect(try ask("POST /pieces HTTP/1.1\r\n\(end)Content-Length: 5\r\n\r\nhello").hasSuffix("5\n"))
        #expect(try ask("GET /stream HTTP/1.1\r\n\(end)\r\n").split(separator: "piece;", omittingEmptySubsequences: false).count == 4)
        #expect(
            try ask("POST /small HTTP/1.1\r\n\(end)Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n").hasPrefix(
                "HTTP/1.1 400"))
    }

    @Test("A client that waits for 100 Continue is refused before it sends anything")
    func refusesOnHeaders() throws {
        let echo = Echo()
        let server = try server(echo)
        defer { server.stop() }
        let refused = try #require(Client(port: server.address.port))
        refused.send("POST /secret HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000000\r\nExpect: 100-continue\r\n\r\n")
        #expect(refused.readAll().hasPrefix("HTTP/1.1 401"))
        let taken = try #require(Client(port: server.address.port))
        taken.send("POST /pieces HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n")
        #expect(taken.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 100"))
        taken.send("12345")
        #expect(taken.readAll().contains("202"))
        #expect(echo.received.bytes.withLock { $0 } == 5)
    }

    @Test("Headers that are too long, and no HTTP at all, are refused and the server goes on")
    func hostile() throws {
        let server = try server()
        defer { server.stop() }
        let long = try #require(Client(port: server.address.port))
        long.send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Long: \(String(repeating: "a", count: 20_000))\r\n\r\n")
        #expect(long.readAll().hasPrefix("HTTP/1.1 431"))
        let longer = try #require(Client(port: server.address.port))
        longer.send("GET /\(String(repeating: "a", count: 200_000)) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(longer.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 4"))
        for noise in [
            "\u{16}\u{03}\u{01}\u{02}", "\r\n\r\n\r\n", "GET", "GET / HTTP/9.9\r\n\r\n", "GET  HTTP/1.1\r\n\r\n", "\0\0\0\0\r\n\r\n",
        ] {
            let client = try #require(Client(port: server.address.port))
            client.send(noise)
        }
        let client = try #require(Client(port: server.address.port))
        client.send("GET /still HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        #expect(client.readAll().hasSuffix("GET|/still|0\n"))
    }

    @Test("Half-open connections make way for those that ask")
    func halfOpen() throws {
        let server = try server { $0.connections = 64 }
        defer { server.stop() }
        var open: [Client] = []
        for _ in 0..<300 {
            guard let client = Client(port: server.address.port) else { continue }
            client.send("GET / HTTP/1.1\r\nX-")
            open.append(client)
        }
        let client = try #require(Client(port: server.address.port))
        client.send("GET /me HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        #expect(client.readAll().hasSuffix("GET|/me|0\n"))
        #expect(server.counts.shed >= 200)
        #expect(open.count == 300)
    }

    @Test("A client that sends a byte now and then is ended")
    func slow() throws {
        let server = try server { $0.headerTime = .seconds(1) }
        defer { server.stop() }
        let slow = try #require(Client(port: server.address.port))
        slow.send("GET / HT")
        #expect(!slow.readAll().hasPrefix("HTTP/1.1 200"))
        #expect(server.counts.expired == 1)
    }

    @Test("One address may have so many connections and no more")
    func perAddress() throws {
        let server = try server { $0.connectionsPerAddress = 2 }
        defer { server.stop() }
        let first = try #require(Client(port: server.address.port))
        let second = try #require(Client(port: server.address.port))
        first.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        second.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(first.read(until: "|0\n").contains("200") && second.read(until: "|0\n").contains("200"))
        let third = try #require(Client(port: server.address.port))
        #expect(third.readAll() == "")
        #expect(server.counts.shed == 1)
    }

    @Test("Stopping lets the request under way finish, and takes no new ones")
    func stops() throws {
        let echo = Echo()
        let server = try server(echo)
        let port = server.address.port
        let client = try #require(Client(port: port))
        client.send("POST /pieces HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n")
        #expect(client.read(until: "\r\n\r\n").contains("100"))
        client.send("01234")
        let stopping = Task.detached { server.stop(patience: .seconds(30)) }
        while let other = Client(port: port) { _ = other }
        client.send("56789")
        #expect(client.readAll().contains("202"))
        _ = stopping
        server.stop()
        #expect(echo.received.bytes.withLock { $0 } == 10)
    }

    @Test("A taken port is an error that says so; a socket file serves and goes away")
    func listening() throws {
        let server = try server()
        defer { server.stop() }
        #expect(throws: ServingError.self) { _ = try HTTPServer(listening: server.address, service: Echo()) }
        #expect(throws: ServingError.self) {
            _ = try HTTPServer(listening: .anyLoopback, service: Echo(), tls: .init(certificate: "no", key: "no"))
        }
    }
}
