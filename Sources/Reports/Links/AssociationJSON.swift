import Links

/// What `paychain aasa --json` writes: one object.
public enum AssociationJSON {
    /// Appends the audit, without a line feed.
    public static func append(_ audit: AssociationAudit, to json: inout JSONWriter) {
        json.beginObject()
        json.key("ok")
        json.bool(audit.passes)
        json.key("files")
        json.beginArray()
        for subject in audit.subjects { append(subject, to: &json) }
        json.endArray()
        json.key("urls")
        json.beginArray()
        for url in audit.urls {
            json.beginObject()
            json.key("url")
            json.string(url.text)
            json.key("results")
            json.beginArray()
            for subject in audit.subjects {
                json.beginObject()
                json.key("source")
                json.string(subject.name)
                append(audit.decide(url, by: subject), to: &json)
                json.endObject()
            }
            json.endArray()
            json.endObject()
        }
        json.endArray()
        json.key("expected")
        json.beginArray()
        for outcome in audit.outcomes {
            json.beginObject()
            json.key("source")
            json.string(audit.subjects[outcome.subject].name)
            json.key("url")
            json.string(outcome.expectation.url.text)
            json.key("expect")
            json.string(outcome.expectation.opens ? "app" : "browser")
            json.key("app")
            json.string(audit.app?.text)
            json.key("ok")
            json.bool(outcome.holds)
            append(outcome.decision, to: &json)
            json.endObject()
        }
        json.endArray()
        json.endObject()
    }

    private static func append(_ subject: AssociationSubject, to json: inout JSONWriter) {
        json.beginObject()
        json.key("source")
        json.string(subject.name)
        json.key("bytes")
        json.integer(subject.size)
        json.key("byte_order_mark")
        json.bool(subject.hasByteOrderMark)
        json.key("signed")
        json.bool(subject.isSigned)
        json.key("fetch")
        if let fetch = subject.fetch {
            json.beginObject()
            json.key("hops")
            json.beginArray()
            for hop in fetch.hops {
                json.beginObject()
                json.key("url")
                json.string(hop.url)
                json.key("status")
                json.integer(hop.status)
                json.endObject()
            }
            json.endArray()
            json.key("content_type")
            json.string(fetch.contentType)
            json.key("content_encoding")
            json.string(fetch.contentEncoding)
            json.endObject()
        } else {
            json.null()
        }
        json.key("details")
        json.beginArray()
        for entry in subject.file.entries {
            json.beginObject()
            json.key("place")
            json.string(entry.place)
            json.key("apps")
            json.beginArray()
            for app in entry.apps {
                json.beginObject()
                json.key("app_id")
                json.string(app.text)
                json.key("team")
                json.string(app.prefix)
                json.key("bundle")
                json.string(app.bundle)
                json.endObject()
            }
            json.endArray()
            json.key("rules")
            json.beginArray()
            for rule in entry.rules {
                json.beginObject()
                json.key("place")
                json.string(rule.place)
                json.key("pattern")
                json.string(rule.text)
                json.key("exclude")
                json.bool(rule.isExclusion)
                json.endObject()
            }
            json.endArray()
            json.endObject()
        }
        json.endArray()
        json.key("problems")
        json.beginArray()
        for problem in subject.problems {
            json.beginObject()
            json.key("code")
            json.string(problem.check.code)
            json.key("severity")
            json.string(problem.check.severity.word)
            json.key("place")
            json.string(problem.place)
            json.key("detail")
            json.string(problem.detail)
            json.endObject()
        }
        json.endArray()
        json.endObject()
    }

    private static func append(_ decision: LinkDecision, to json: inout JSONWriter) {
        json.key("opens")
        json.string(decision.opens?.text)
        json.key("rule")
        json.string(decision.rule?.place)
        json.key("pattern")
        json.string(decision.rule?.text)
        json.key("reason")
        json.string(decision.reason?.rawValue)
        json.key("also_claimed_by")
        json.beginArray()
        for other in decision.alsoClaimedBy { json.string(other.app.text) }
        json.endArray()
    }
}
