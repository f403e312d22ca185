/// Some association files held against some URLs: what `paychain aasa` answers.
public struct AssociationAudit: Sendable {
    /// A URL that must open the app, or must stay in the browser.
    public struct Expectation: Sendable {
        /// The URL or path.
        public var url: LinkURL
        /// Whether it must open the app.
        public var opens: Bool

        /// Makes an expectation.
        public init(url: LinkURL, opens: Bool) { (self.url, self.opens) = (url, opens) }
    }

    /// How an expectation came out on one file.
    public struct Outcome: Sendable {
        /// Index of the file.
        public var subject: Int
        /// What was expected.
        public var expectation: Expectation
        /// Whether it holds.
        public var holds: Bool
        /// What happens to the URL instead, or as expected.
        public var decision: LinkDecision
    }

    /// The files, in the order in which they were named.
    public var subjects: [AssociationSubject]
    /// URLs to look up.
    public var urls: [LinkURL]
    /// What must hold on every file.
    public var expectations: [Expectation]
    /// The app that expectations are about; nil: any.
    public var app: AppIdentifier?
    /// From which severity on a problem fails.
    public var failsOn: AssociationCheck.Severity = .error

    /// Makes an audit.
    public init(subjects: [AssociationSubject], urls: [LinkURL] = [], expectations: [Expectation] = [], app: AppIdentifier? = nil) {
        (self.subjects, self.urls, self.expectations, self.app) = (subjects, urls, expectations, app)
    }

    /// What a file does with a URL.
    public func decide(_ url: LinkURL, by subject: AssociationSubject) -> LinkDecision {
        guard subject.isReadable else {
            var decision = LinkDecision(url: url)
            decision.reason = .unreadable
            return decision
        }
        // The copy on Apple's CDN speaks for the domain at the end of its path.
        let domain = subject.domain == "app-site-association.cdn-apple.com" ? nil : subject.domain
        return subject.file.decide(url, domain: domain)
    }

    /// How each expectation comes out on each file.
    public var outcomes: [Outcome] {
        subjects.enumerated().flatMap { index, subject in
            expectations.map { expectation in
                var decision = decide(expectation.url, by: subject)
                if let app, decision.reason == nil || decision.reason == .unmatched || decision.reason == .excluded {
                    let own = subject.file.opens(expectation.url, app: app)
                    if own.opens, decision.opens != app {
                        if let first = decision.opens, let rule = decision.rule { decision.alsoClaimedBy.append((first, rule)) }
                        decision.alsoClaimedBy.removeAll { $0.app == app }
                        (decision.opens, decision.rule) = (app, own.rule)
                    } else if !own.opens, decision.opens != nil {
                        // Another app gets it: for the one asked about it stays closed.
                        return Outcome(subject: index, expectation: expectation, holds: !expectation.opens, decision: decision)
                    }
                }
                return Outcome(
                    subject: index, expectation: expectation, holds: (decision.opens != nil) == expectation.opens, decision: decision)
            }
        }
    }

    /// No problem of the severity that fails, and every expectation holds.
    public var passes: Bool {
        subjects.allSatisfy { $0.problems.allSatisfy { $0.check.severity > failsOn } } && outcomes.allSatisfy(\.holds)
    }
}
