import Domain
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Every open connection with what it is doing: slow ones end, and the oldest waiting ones make way when there are too many.
///
/// libmicrohttpd ends silent connections only; one that sends a byte now and then would stay for ever.
final class ConnectionTable: Sendable {
    /// What a connection is doing.
    enum Phase: Sendable { case first, idle, receiving, sending }

    private struct Entry {
        var socket: Int32
        var address: String
        var phase: Phase
        var since: Int64
        var isClosing = false
    }

    private struct State {
        var entries: [UInt: Entry] = [:]
        var perAddress: [String: Int] = [:]
        var counts = ServerCounts()
    }

    private let state = Mutex(State())
    private let limits: ServerLimits

    init(_ limits: ServerLimits) { self.limits = limits }

    /// Seconds of a clock that nobody sets.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec)
    }

    func opened(_ key: UInt, socket: Int32, address: String, now: Int64 = ConnectionTable.now) {
        state.withLock { state in
            state.counts.accepted += 1
            state.entries[key] = Entry(socket: socket, address: address, phase: .first, since: now)
            state.perAddress[address, default: 0] += 1
            if let most = limits.connectionsPerAddress, state.perAddress[address, default: 0] > most {
                state.counts.shed += 1
                end(key, &state)
            }
            if state.entries.count > limits.connections { makeRoom(&state) }
        }
    }

    func closed(_ key: UInt) {
        state.withLock { state in
            guard let entry = state.entries.removeValue(forKey: key) else { return }
            let left = state.perAddress[entry.address, default: 1] - 1
            state.perAddress[entry.address] = left > 0 ? left : nil
        }
    }

    func enter(_ phase: Phase, _ key: UInt, now: Int64 = ConnectionTable.now) {
        state.withLock { state in
            state.entries[key]?.phase = phase
            state.entries[key]?.since = now
        }
    }

    func answered(_ status: Int) {
        state.withLock { $0.counts.answers[min(max(status / 100, 1), 5) - 1] += 1 }
    }

    var counts: ServerCounts {
        state.withLock { state in
            var counts = state.counts
            counts.connections = state.entries.count
            return counts
        }
    }

    /// How many requests are under way.
    var busy: Int { state.withLock { state in state.entries.values.count { $0.phase == .receiving || $0.phase == .sending } } }

    /// Ends the connections that took too long; called once a second.
    func sweep(now: Int64 = ConnectionTable.now) {
        state.withLock { state in
            for (key, entry) in state.entries where !entry.isClosing {
                let allowed: TimeSpan =
                    switch entry.phase {
                    case .first: limits.headerTime
                    case .idle: limits.idleTime
                    case .receiving: limits.bodyTime
                    case .sending: limits.sendTime
                    }
                guard now - entry.since > allowed.wholeSeconds else { continue }
                state.counts.expired += 1
                end(key, &state)
            }
        }
    }

    /// Ends every connection that waits for a request.
    func endIdle() {
        state.withLock { state in
            for (key, entry) in state.entries where !entry.isClosing && (entry.phase == .first || entry.phase == .idle) { end(key, &state) }
        }
    }

    /// The oldest eighth of those that wait.
    private func makeRoom(_ state: inout State) {
        let open = state.entries.values.count { !$0.isClosing }
        guard open > limits.connections else { return }
        let waiting = state.entries.filter { !$0.value.isClosing && ($0.value.phase == .first || $0.value.phase == .idle) }
        let oldest = waiting.sorted { ($0.value.since, $0.key) < ($1.value.since, $1.key) }.prefix(max(1, limits.connections / 8))
        for (key, _) in oldest {
            state.counts.shed += 1
            end(key, &state)
        }
    }

    /// Tells the library through the socket: it closes the descriptor itself, after ``closed(_:)``, so that this one is still ours.
    private func end(_ key: UInt, _ state: inout State) {
        guard let entry = state.entries[key], !entry.isClosing else { return }
        state.entries[key]?.isClosing = true
        if entry.socket >= 0 { shutdown(entry.socket, Int32(SHUT_RDWR)) }
    }
}
