import Domain

/// Which answer to a notify a provider takes for "accepted"; everything else is sent again.
public struct AnswerRule: Sendable {
    /// The form of the answer.
    public enum Form: Sendable {
        /// Exactly these bytes with status 200.
        case exactBody(StaticString)
        /// One of these statuses; the body is free.
        case statuses(ClosedRange<Int>)
        /// WeChat: v3 takes 200 and 204, v2 an XML body with `return_code` SUCCESS.
        case wechat
    }

    /// The form.
    public let form: Form
    /// How long the answer may take; nil where the provider does not say.
    public let deadline: TimeSpan?
    /// The rule in words.
    public let text: Text

    /// Makes a rule.
    public init(form: Form, deadline: TimeSpan?, text: Text) {
        (self.form, self.deadline, self.text) = (form, deadline, text)
    }

    /// What one answer was to the provider.
    public enum Judgement: Sendable, Hashable {
        /// Surely accepted.
        case accepted
        /// Nothing speaks against it, but not everything that counts is known.
        case unknown
        /// Refused because of its status.
        case httpStatus
        /// Given too late.
        case slow
        /// Refused because of its body.
        case responseBody

        /// Whether the provider took it for a refusal.
        public var isRefusal: Bool { self != .accepted && self != .unknown }
        /// The reason word of `notify_rejected`.
        public var reason: String? {
            switch self {
            case .accepted, .unknown: nil
            case .httpStatus: "http_status"
            case .slow: "slow"
            case .responseBody: "response_body"
            }
        }
    }

    /// Judges an answer; a part that is not known is nil and never counts against it.
    ///
    /// - Parameters:
    ///   - httpStatus: the status given.
    ///   - body: the body as the application logged it (its beginning).
    ///   - bytes: body bytes sent.
    ///   - duration: from the request's begin to the answer's end.
    ///   - isVersion2: WeChat only: whether the notify is surely a v2 XML one.
    public func judge(httpStatus: Int?, body: String?, bytes: Int?, duration: TimeSpan?, isVersion2: Bool = false) -> Judgement {
        if let httpStatus, !accepts(status: httpStatus, isVersion2: isVersion2) { return .httpStatus }
        if let deadline, let duration, duration > deadline { return .slow }
        switch form {
        case .exactBody(let wanted):
            // The count was taken behind everything the application knows of: it wins over the body as the application saw it.
            if let bytes, bytes != wanted.utf8CodeUnitCount { return .responseBody }
            guard let body else { return bytes == nil ? .unknown : .accepted }
            return equals(body, wanted) ? .accepted : .responseBody
        case .statuses:
            return httpStatus == nil ? .unknown : .accepted
        case .wechat:
            if let body, let success = WeChatAnswer.returnCodeIsSuccess(body) { return success ? .accepted : .responseBody }
            guard isVersion2 else { return httpStatus == nil ? .unknown : .accepted }
            if let body, !body.isEmpty { return .responseBody }
            return bytes == 0 ? .responseBody : .unknown
        }
    }

    private func accepts(status: Int, isVersion2: Bool) -> Bool {
        switch form {
        case .exactBody: (200...299).contains(status)
        case .statuses(let range): range.contains(status)
        case .wechat: isVersion2 ? status == 200 : status == 200 || status == 204
        }
    }

    private func equals(_ text: String, _ wanted: StaticString) -> Bool {
        var text = text
        return text.withUTF8 { UnsafeRawBufferPointer($0).equals(wanted) }
    }
}

/// Reads the XML answer of WeChat Pay v2 (facts.md §2.1).
enum WeChatAnswer {
    /// Whether the XML says SUCCESS; nil when the body is no such XML.
    static func returnCodeIsSuccess(_ body: String) -> Bool? {
        guard body.utf8.contains(UInt8(ascii: "<")) else { return nil }
        let bytes = Array(body.utf8)
        let tag = Array("<return_code>".utf8)
        guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: tag) }) else { return nil }
        var rest = bytes[(start + tag.count)...]
        let cdata = Array("<![CDATA[".utf8)
        if rest.starts(with: cdata) { rest = rest.dropFirst(cdata.count) }
        return rest.starts(with: Array("SUCCESS".utf8))
    }
}
