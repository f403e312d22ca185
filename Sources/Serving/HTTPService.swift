/// What answers requests. Called on several threads at once.
public protocol HTTPService: Sendable {
    /// Looks at the headers, before any of the body was read: a client that waits for `100 Continue` is refused without sending it.
    func admit(_ request: HTTPRequest) -> HTTPAdmission
    /// Answers a request whose body, if any, has arrived as a whole.
    func answer(_ request: HTTPRequest) -> HTTPResponse
}

/// What becomes of a request after its headers.
public enum HTTPAdmission: Sendable {
    /// Answered at once; the body is not read.
    case refuse(HTTPResponse)
    /// The body is read as a whole, up to so many bytes (then 413), and given to ``HTTPService/answer(_:)``.
    case whole(maximum: Int)
    /// The body is given to a receiver as it comes.
    case pieces(any BodyReceiver)
}

/// Takes a body piece by piece; used by one thread at a time, of which there may be several in turn.
public protocol BodyReceiver: AnyObject, Sendable {
    /// Takes a piece, valid during the call only. An answer refuses the rest: it is sent as soon as the client has ended.
    func receive(_ piece: UnsafeRawBufferPointer) -> HTTPResponse?
    /// The body has ended.
    func finish() -> HTTPResponse
    /// The client has gone, or took too long.
    func abandon()
}
