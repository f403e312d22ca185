/// What happens to one URL by one association file.
public struct LinkDecision: Sendable {
    /// The URL.
    public var url: LinkURL
    /// The app that opens it; nil: it stays in the browser.
    public var opens: AppIdentifier?
    /// The rule that decided: `details[0].components[2]`, and its text.
    public var rule: LinkRule?
    /// Other apps that claim it too; one of them opens it where the first is not installed.
    public var alsoClaimedBy: [(app: AppIdentifier, rule: LinkRule)] = []
    /// Why it stays in the browser.
    public var reason: Reason?

    /// Why a URL opens no app.
    public enum Reason: String, Sendable {
        /// The URL's scheme is neither https nor http.
        case notAWebLink = "not_a_web_link"
        /// The file speaks for another domain.
        case otherDomain = "other_domain"
        /// A rule excludes it.
        case excluded
        /// No rule matches it.
        case unmatched
        /// The file could not be read.
        case unreadable
    }
}

extension AssociationFile {
    /// Which app a URL opens.
    ///
    /// The entries are asked in the order of the file, the rules of an entry in theirs, and the first rule that matches decides for an
    /// app: it opens, or it is kept from opening (Apple, applinks.Details.Components; not the longest pattern, as source document 4 has
    /// it). Of several apps that claim a URL the first one listed that is installed gets it.
    ///
    /// - Parameter domain: the domain that the file was fetched from; nil when it is not known.
    public func decide(_ url: LinkURL, domain: String? = nil) -> LinkDecision {
        var decision = LinkDecision(url: url)
        if !url.scheme.isEmpty, url.scheme != "https", url.scheme != "http" {
            decision.reason = .notAWebLink
            return decision
        }
        if let domain, !url.host.isEmpty, url.host != domain {
            decision.reason = .otherDomain
            return decision
        }
        var decided: [AppIdentifier: Bool] = [:]
        var exclusion: LinkRule?
        for entry in entries {
            guard let rule = entry.rules.first(where: { $0.matches(url) }) else { continue }
            for app in entry.apps where decided[app] == nil && app.fault == nil {
                decided[app] = !rule.isExclusion
                if rule.isExclusion {
                    if exclusion == nil { exclusion = rule }
                } else if decision.opens == nil {
                    (decision.opens, decision.rule) = (app, rule)
                } else {
                    decision.alsoClaimedBy.append((app, rule))
                }
            }
        }
        guard decision.opens == nil else { return decision }
        decision.rule = exclusion
        decision.reason = exclusion == nil ? .unmatched : .excluded
        return decision
    }

    /// Whether one app opens a URL, whichever else does, and by which rule.
    public func opens(_ url: LinkURL, app: AppIdentifier) -> (opens: Bool, rule: LinkRule?) {
        for entry in entries where entry.apps.contains(app) {
            if let rule = entry.rules.first(where: { $0.matches(url) }) { return (!rule.isExclusion, rule) }
        }
        return (false, nil)
    }
}
