import Domain

/// What one server allows its clients.
public struct ServerLimits: Sendable {
    /// Connections at a time. When there are more, the oldest ones that wait for a request make way.
    public var connections = Limits.serverConnections
    /// Connections of one address at a time; nil: as many as there are. A proxy's address is one address.
    public var connectionsPerAddress: Int?
    /// Bytes of request line and headers (431 beyond).
    public var headerLength = Limits.serverHeaderLength
    /// How long the headers of a connection's first request may take.
    public var headerTime = TimeSpan.seconds(15)
    /// How long a connection may wait for its next request, and that for its headers.
    public var idleTime = TimeSpan.seconds(60)
    /// How long a body may take.
    public var bodyTime = TimeSpan.minutes(5)
    /// How long sending an answer may take.
    public var sendTime = TimeSpan.minutes(5)
    /// Silence after which a connection is closed, in any state.
    public var silence = TimeSpan.seconds(30)
    /// Threads that answer requests.
    public var threads = 4

    /// The usual limits.
    public init() {}
}

/// What a server has done so far.
public struct ServerCounts: Sendable, Equatable {
    /// Connections that are open.
    public var connections = 0
    /// Connections accepted.
    public var accepted: UInt64 = 0
    /// Connections closed because others needed the room, or because an address had too many.
    public var shed: UInt64 = 0
    /// Connections closed because they took too long.
    public var expired: UInt64 = 0
    /// Answers by class of status: 1xx…5xx.
    public var answers: [UInt64] = [0, 0, 0, 0, 0]

    /// Nothing yet.
    public init() {}
}
