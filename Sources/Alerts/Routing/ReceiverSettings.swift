import Domain

/// Somebody who is told: where, how, and what for. Secrets are named, never held here.
public struct ReceiverSettings: Sendable, Hashable {
    /// The kinds of receiver; each has one notifier.
    public enum Kind: String, Sendable, CaseIterable {
        case alertmanager
        case webhook
        case dingtalk
        case feishu
        case wecom
        case slack

        /// Its address is a secret: whoever has it can write to the chat.
        public var addressIsSecret: Bool { self != .alertmanager && self != .webhook }
        /// It signs with a secret of its own.
        public var takesSecret: Bool { self == .dingtalk || self == .feishu }
        /// It takes a bearer token.
        public var takesToken: Bool { self == .alertmanager || self == .webhook }
    }

    /// Where a secret is read from when it is needed.
    public enum SecretPlace: Sendable, Hashable {
        case file(String)
        case environment(String)
        /// Not secret: an address without user, password or query.
        case plain(String)
    }

    /// Its name.
    public var name: String
    /// What it is.
    public var kind: Kind
    /// Where its address stands.
    public var address: SecretPlace
    /// Where its signing secret stands.
    public var secret: SecretPlace?
    /// Where its bearer token stands.
    public var token: SecretPlace?
    /// Whether it hears that an alert is over.
    public var sendsResolved = true
    /// How long one request may take.
    public var timeout = TimeSpan.seconds(10)
    /// The language of what it is told.
    public var language = Language.zh

    /// Makes a receiver.
    public init(name: String, kind: Kind, address: SecretPlace) { (self.name, self.kind, self.address) = (name, kind, address) }
}

/// Who hears of which alerts.
public struct AlertRoute: Sendable, Hashable {
    /// One branch: alerts with these labels.
    public struct Branch: Sendable, Hashable {
        /// Labels and the values they may have; all must fit.
        public var match: [Match]
        /// Who is told.
        public var receivers: [String]
        /// Whether later branches are looked at too.
        public var goesOn: Bool

        /// Makes a branch.
        public init(match: [Match], receivers: [String], goesOn: Bool = false) {
            (self.match, self.receivers, self.goesOn) = (match, receivers, goesOn)
        }
    }

    /// A label and the values it may have.
    public struct Match: Sendable, Hashable {
        /// The label.
        public var name: String
        /// One of these.
        public var values: [String]

        /// Makes a match.
        public init(name: String, values: [String]) { (self.name, self.values) = (name, values) }
    }

    /// Who is told when no branch fits.
    public var receivers: [String] = []
    /// Branches, the first that fits counts.
    public var branches: [Branch] = []

    /// Makes a route that leads nowhere.
    public init() {}

    /// Who hears of an alert.
    public func receivers(of event: AlertEvent) -> [String] {
        var told: [String] = []
        var fits = false
        for branch in branches where branch.match.allSatisfy({ $0.values.contains(event.label($0.name)) }) {
            fits = true
            for name in branch.receivers where !told.contains(name) { told.append(name) }
            if !branch.goesOn { break }
        }
        return fits ? told : receivers
    }
}
