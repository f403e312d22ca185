import Alerts
import Domain
import Testing

@testable import Configuration

struct RuleFileTests {
    private func message(_ text: String, _ language: Language = .en) -> String? {
        do throws(ConfigurationError) {
            _ = try RuleFile.parse(Array(text.utf8), path: "rules.yaml")
            return nil
        } catch { return error.message(language) }
    }

    private static let good = """
        evaluation_delay: 30s
        sources: {down_after: 15m, retired_after: 48h}
        groups:
          - name: money
            interval: 30s
            rules:
              - alert: NotifyRejected
                measure: break_count
                break: [notify_rejected, notify_not_received]
                break_severity: critical
                where: {flow: [alipay_h5, wechat_h5], app_version: 5.2.1}
                by: [provider, break]
                window: 10m
                threshold: "> 5"
                min_orders: 2
                for: 5m
                keep_firing_for: 10m
                severity: critical
                labels: {team: payments}
                annotations:
                  summary: "{{ value }} on {{ labels.provider }}"
              - alert: MoneyStuck
                measure: break_money
                break: paid_not_marked
                currency: CNY
                threshold: ">= 5,000.00 CNY"
              - alert: Conversion
                measure: step_conversion
                step: returned
                from: paid
                threshold: "< 90%"
              - alert: Slow
                measure: step_latency
                step: marked_paid
                from: paid
                quantile: 0.9
                threshold: "> 1m30s"
              - alert: Spike
                measure: order_count
                outcome: failed
                spike: {times: 3, at_least: 20, weeks: 6, needed_weeks: 3}
              - alert: New
                measure: break_count
                by: break
                new_value: {after: 7d}
        receivers:
          - {name: ops, type: dingtalk, url_env: DING_URL, secret_file: ding.secret, language: zh}
          - {name: am, type: alertmanager, url: "http://localhost:9093"}
        route:
          receiver: ops
          routes:
            - {match: {severity: [critical]}, receiver: [ops, am], continue: true}
        """

    @Test func readsEverything() throws {
        let file = try RuleFile.parse(Array(RuleFileTests.good.utf8), path: "conf/rules.yaml")
        #expect(file.rules.delay == .seconds(30))
        #expect(file.rules.sources.downAfter == .minutes(15))
        #expect(file.rules.rules.map(\.name) == ["NotifyRejected", "MoneyStuck", "Conversion", "Slow", "Spike", "New"])
        let rule = try #require(file.rules.rules.first)
        #expect(rule.query.breaks == [.notifyRejected, .notifyNotReceived])
        #expect(rule.query.severities == [.critical])
        #expect(rule.query.by == [.provider, .break])
        #expect(rule.query.filter.map(\.values) == [["alipay_h5", "wechat_h5"], ["5.2.1"]])
        #expect(rule.interval == .seconds(30) && rule.hold == .minutes(5) && rule.keepFiringFor == .minutes(10))
        #expect(rule.labels.map(\.name) == ["severity", "team"])
        #expect(rule.group == "money")
        guard case .threshold(.atLeast, let limit) = file.rules.rules[1].condition else { return #expect(Bool(false)) }
        #expect(limit.money == Money(units: 500_000, scale: 2, currency: "CNY"))
        guard case .threshold(.below, let share) = file.rules.rules[2].condition else { return #expect(Bool(false)) }
        #expect(share.number == 0.9)
        guard case .threshold(.above, let seconds) = file.rules.rules[3].condition else { return #expect(Bool(false)) }
        #expect(seconds.number == 90)
        #expect(file.receivers[0].secret == .file("conf/ding.secret"))
        #expect(file.receivers[0].address == .environment("DING_URL"))
        #expect(file.route.branches[0].goesOn)
    }

    @Test func routesByLabels() throws {
        let file = try RuleFile.parse(Array(RuleFileTests.good.utf8), path: "rules.yaml")
        func event(_ severity: String) -> AlertEvent {
            AlertEvent(
                rule: "", labels: [AlertEvent.Pair("severity", severity)], annotations: [], startsAt: .distantPast, value: "",
                isLate: false,
                raisedAt: .distantPast)
        }
        #expect(file.route.receivers(of: event("critical")) == ["ops", "am"])
        #expect(file.route.receivers(of: event("warning")) == ["ops"])
    }

    /// One rule with the keys in question.
    private func rule(_ keys: String) -> String {
        "groups:\n  - name: g\n    rules:\n      - alert: A\n" + keys.split(separator: "\n").map { "        \($0)\n" }.joined()
    }

    @Test func saysAllMistakesAtOnceWithTheirLines() {
        let text = """
            groups:
              - name: g
                rules:
                  - alert: A
                    measure: break_cuont
                    threshold: "> 1"
                  - alert: B
                    measure: break_count
                    windwo: 5m
                    threshold: "> 1"
                  - alert: C
                    measure: break_money
                    threshold: "> a lot"
            """
        let said = message(text)
        #expect(
            said == """
                rules.yaml:5:18: "break_cuont" is no measure; did you mean "break_count"?
                rules.yaml:9:9: unknown key "windwo"; did you mean "window"?
                rules.yaml:13:20: "a lot" is no exact amount such as 5000.00 CNY
                """)
    }

    @Test(arguments: [
        ("measure: break_count\nthreshold: 5", "a threshold begins with"),
        ("measure: break_count", "no condition; one of threshold"),
        ("measure: break_count\nthreshold: \"> 1\"\nflatline: 1h", "one condition a rule"),
        ("measure: outcome_share\nthreshold: \"> 5%\"", "the key \"outcome\" is missing"),
        ("measure: outcome_share\noutcome: failed\nthreshold: \"> 5 %%\"", "is no share such as 5%"),
        ("measure: order_count\nbreak: notify_rejected\nthreshold: \"> 5\"", "order_count takes no \"break\"; it takes outcome"),
        ("measure: break_count\nby: order\nthreshold: \"> 5\"", "is no dimension"),
        ("measure: break_count\nlabels: {who: \"{{ value }}\"}\nthreshold: \"> 5\"", "labels are fixed"),
        ("measure: break_count\nannotations: {summary: \"{{ labels.flwo }}\"}\nby: flow\nthreshold: \"> 5\"", "did you mean \"flow\"?"),
        ("measure: break_count\nannotations: {summary: \"{{ vlaue }}\"}\nthreshold: \"> 5\"", "did you mean “{{ value }}”?"),
        ("measure: step_latency\nstep: returned\nthreshold: \"> 5s\"", "the stamps of returned are a device's own clock"),
        ("measure: break_count\nwindow: 10 minutes\nthreshold: \"> 5\"", "is no time span"),
        ("measure: break_share\nbreak: [paid_not_marked, notify_rejected]\nthreshold: \"> 5%\"", "a share is of one break"),
        ("measure: order_count\nspike: {times: 0.5}", "a spike is more than 1 times the usual"),
        ("measure: order_count\ndrop: {weeks: 2, needed_weeks: 3}", "needed_weeks (3) is more than weeks (2)"),
        ("measure: source_lag\nflatline: 1h", "source_lag takes a threshold"),
        ("measure: order_count\nnew_value: 1d", "a new value needs a count of orders and \"by\""),
    ]) func refuses(keys: String, words: String) {
        let said = message(rule(keys)) ?? "accepted"
        #expect(said.contains(words), "\(said)")
        #expect(message(rule(keys), .zh) != said)
    }

    @Test func secretsAreNeverWrittenInline() {
        let said = message("receivers:\n  - {name: a, type: dingtalk, url: \"https://oapi.example.com/robot/send?access_token=abc\"}") ?? ""
        #expect(said.contains("this address is a secret"))
        #expect(!said.contains("abc"))
        let password = message("receivers:\n  - {name: a, type: webhook, url: \"https://u:abc@example.com/\"}") ?? ""
        #expect(password.contains("this address is a secret") && !password.contains("abc"))
        #expect(message("receivers:\n  - {name: a, type: slack}")?.contains("the key \"url_file\" is missing") == true)
        #expect(message("receivers:\n  - {name: a, type: slack, url_env: X, secret_env: Y}")?.contains("slack takes no secret") == true)
    }

    @Test func routesLeadToReceiversThatAreThere() {
        let said = message("receivers:\n  - {name: ops, type: slack, url_env: X}\nroute: {receiver: opps}")
        #expect(said?.contains("\"opps\" is no receiver; did you mean \"ops\"?") == true)
    }

    @Test func readsTests() throws {
        let text = """
            rule_files: [rules.yaml]
            evaluation_interval: 1m
            tests:
              - name: a burst
                orders:
                  - {at: 2m, count: 3, every: 10s, flow: wechat_h5, breaks: [notify_rejected/critical/http_status], amount: 12.00 CNY}
                  - {at: -7d, outcome: failed}
                sources:
                  - {name: app.log, kind: app, silent: {from: 10m, to: 2h}}
                alert_rule_test:
                  - eval_time: 5m
                    alertname: NotifyRejected
                    exp_alerts:
                      - exp_labels: {severity: critical}
                        exp_annotations: {summary: "3"}
            """
        let file = try RuleTestFile.parse(Array(text.utf8), path: "t/rules.test.yaml")
        #expect(file.ruleFiles == ["t/rules.yaml"])
        let test = try #require(file.tests.first)
        guard case .facts(let facts, let sources) = test.input else { return #expect(Bool(false)) }
        #expect(facts.count == 4 && sources.count == 1)
        #expect(facts[0].breaks.map(\.severity) == [.critical])
        #expect(facts[1].createdAt == test.start.map { $0 + .seconds(130) })
        #expect(facts[3].createdAt == test.start.map { $0 - .days(7) })
        #expect(test.checks.map(\.line) == [11])
    }
}
