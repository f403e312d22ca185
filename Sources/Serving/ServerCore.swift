import CMicrohttpd
import Domain
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What the library's threads call.
final class ServerCore: Sendable {
    let library: MicrohttpdLibrary
    let service: any HTTPService
    let limits: ServerLimits
    let table: ConnectionTable
    let isSecure: Bool
    let isStopping = Atomic(false)

    init(library: MicrohttpdLibrary, service: any HTTPService, limits: ServerLimits, isSecure: Bool) {
        (self.library, self.service, self.limits, self.isSecure) = (library, service, limits, isSecure)
        table = ConnectionTable(limits)
    }

    static let connection: paychain_mhd_connection = { context, connection, _, code in
        guard let context, let connection else { return }
        let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
        let key = UInt(bitPattern: connection)
        guard code == 0 else { return core.table.closed(key) }
        core.table.opened(
            key, socket: paychain_mhd_connection_socket(core.library.info, connection), address: core.peer(of: connection))
    }

    static let target: paychain_mhd_target = { _, text, _ in
        Unmanaged.passRetained(Exchange(target: text.map { String(cString: $0) } ?? "")).toOpaque()
    }

    static let completed: paychain_mhd_completed = { context, connection, exchange, _ in
        guard let context, let connection, let held = exchange?.pointee else { return }
        exchange?.pointee = nil
        Unmanaged<Exchange>.fromOpaque(held).takeRetainedValue().end()
        Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue().table.enter(.idle, UInt(bitPattern: connection))
    }

    static let access: paychain_mhd_access = { context, connection, _, method, _, upload, size, held in
        guard let context, let connection, let size, let pointer = held?.pointee else { return 0 }
        let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
        let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue()
        if case .headers = exchange.phase {
            return core.begin(exchange, method: method.map { String(cString: $0) } ?? "", connection)
        }
        if size.pointee > 0 {
            let goesOn = exchange.take(UnsafeRawBufferPointer(start: upload, count: size.pointee))
            size.pointee = 0
            return goesOn ? 1 : 0
        }
        guard let answer = exchange.answer(by: core.service) else { return 0 }
        return core.send(answer, connection)
    }

    /// Looks at the headers. An answer given here closes the connection, so only bodies are refused at once.
    private func begin(_ exchange: Exchange, method: String, _ connection: OpaquePointer) -> Int32 {
        table.enter(.receiving, UInt(bitPattern: connection))
        let headers = Headers()
        paychain_mhd_headers(library.values, connection, Headers.add, Unmanaged.passUnretained(headers).toOpaque())
        guard let target = HTTPTarget(exchange.target) else {
            exchange.phase = .refused(.text(400, "the request has no path"), thrownAway: 0)
            return 1
        }
        let request = HTTPRequest(
            method: method, target: target, headers: headers.all, headerSize: paychain_mhd_header_size(library.info, connection),
            peer: peer(of: connection), isSecure: isSecure)
        exchange.request = request
        switch admit(request) {
        case .refuse(let answer):
            guard request.hasBody else {
                exchange.phase = .refused(answer, thrownAway: 0)
                return 1
            }
            exchange.phase = .over
            return send(answer, connection)
        case .whole(let maximum): exchange.phase = .whole(maximum: maximum)
        case .pieces(let receiver): exchange.phase = .pieces(receiver)
        }
        return 1
    }

    private func admit(_ request: HTTPRequest) -> HTTPAdmission {
        if request.headerSize > limits.headerLength {
            return .refuse(.text(431, "the headers are longer than \(limits.headerLength) bytes"))
        }
        // Two readings of where a request ends are how requests are smuggled past a proxy (RFC 9112 §6.3).
        let hasLength = request.header("content-length") != nil
        if request.count(of: "content-length") > 1 || hasLength && request.declaredLength == nil
            || hasLength && request.header("transfer-encoding") != nil
        {
            return .refuse(.text(400, "the length of the body is not clear"))
        }
        let admission = service.admit(request)
        if case .whole(let maximum) = admission, let length = request.declaredLength, length > maximum {
            return .refuse(.tooLarge(maximum))
        }
        return admission
    }

    private func send(_ answer: HTTPResponse, _ connection: OpaquePointer) -> Int32 {
        table.enter(.sending, UInt(bitPattern: connection))
        let made: OpaquePointer?
        switch answer.body {
        case .bytes(let bytes): made = bytes.withUnsafeBytes { paychain_mhd_response(library.respond, $0.baseAddress, $0.count) }
        case .pieces(let next):
            let stream = Unmanaged.passRetained(BodyStream(next)).toOpaque()
            made = paychain_mhd_stream(library.stream, 32_768, BodyStream.read, stream, BodyStream.release)
            if made == nil { Unmanaged<BodyStream>.fromOpaque(stream).release() }
        }
        guard let made else { return 0 }
        defer { library.release(made) }
        for header in answer.headers { _ = paychain_mhd_header(library.header, made, header.name, header.value) }
        if isStopping.load(ordering: .relaxed) { _ = paychain_mhd_header(library.header, made, "Connection", "close") }
        table.answered(answer.status)
        return paychain_mhd_queue(library.queue, connection, UInt32(clamping: answer.status), made)
    }

    private func peer(of connection: OpaquePointer) -> String {
        guard let address = paychain_mhd_connection_address(library.info, connection) else { return "" }
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { place in
                var bytes = place.pointee.sin_addr
                return ListenAddress.text(withUnsafeBytes(of: &bytes) { Array($0) })
            }
        case AF_INET6:
            return address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { place in
                var bytes = place.pointee.sin6_addr
                return ListenAddress.text(withUnsafeBytes(of: &bytes) { Array($0) })
            }
        default: return ""
        }
    }
}

/// Gathers headers.
private final class Headers {
    var all: [HTTPRequest.Header] = []

    static let add: paychain_mhd_pair = { context, _, name, value in
        guard let context, let name else { return 0 }
        let headers = Unmanaged<Headers>.fromOpaque(context).takeUnretainedValue()
        headers.all.append(HTTPRequest.Header(String(cString: name), value.map { String(cString: $0) } ?? ""))
        return 1
    }
}

/// Gives the pieces of a body as the library asks for them.
private final class BodyStream {
    private let next: @Sendable () -> [UInt8]?
    private var rest: ArraySlice<UInt8> = []

    init(_ next: @escaping @Sendable () -> [UInt8]?) { self.next = next }

    static let read: paychain_mhd_reader = { context, _, buffer, room in
        guard let context, let buffer else { return -2 }
        let stream = Unmanaged<BodyStream>.fromOpaque(context).takeUnretainedValue()
        while stream.rest.isEmpty {
            guard let piece = stream.next() else { return -1 }
            stream.rest = piece[...]
        }
        let count = min(room, stream.rest.count)
        stream.rest.prefix(count).withUnsafeBytes { UnsafeMutableRawBufferPointer(start: buffer, count: room).copyMemory(from: $0) }
        stream.rest = stream.rest.dropFirst(count)
        return count
    }

    static let release: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
        if let context { Unmanaged<BodyStream>.fromOpaque(context).release() }
    }
}
