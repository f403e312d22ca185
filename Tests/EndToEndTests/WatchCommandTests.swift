import Foundation
import TestKit
import Testing

/// `paychain watch` as a process, sent to by curl and told by signals.
@Suite("paychain watch as a process")
struct WatchCommandTests {
    /// Starts it over `live/`, runs `asking` in the shell with `$URL` and `$PID`, stops it by SIGTERM and prints its exit code.
    private func watch(_ options: String, _ asking: String, _ folder: TemporaryFolder) throws -> Ran {
        try Ran(
            script: """
                cd "$1"; mkdir -p live
                "$PAYCHAIN" watch live --db a.db --listen 127.0.0.1:0 --batch-interval 1s \(options) 2>err &
                PID=$!
                says() { n=0; until grep -qs "$1" err || [ $n -gt 600 ] || ! kill -0 $PID 2>/dev/null; do n=$((n+1)); sleep 0.05; done; }
                says 'listening'
                URL=http://$(sed -n 's/.*listening on \\(http:..\\)*\\([0-9.:]*\\).*/\\2/p' err | head -n 1)
                \(asking)
                kill -TERM $PID
                wait $PID
                echo "ended $?"
                cat err >&2
                """, [folder.path])
    }

    private static func line(_ order: String) -> String {
        #"{"time":"2026-11-02T10:00:00+08:00","level":"info","event":"order.created","orderNo":"\#(order)","amount":"1.00","flow":"alipay_h5"}"#
    }

    @Test("takes plain lines, packed ones, Loki and OTLP pushes; what was answered with 2xx is in the store")
    func pushes() throws {
        let folder = try TemporaryFolder()
        try folder.write(Array((Self.line("P1") + "\n").utf8), to: "plain")
        try folder.write(Array((Self.line("P2") + "\n").utf8), to: "packed")
        func quoted(_ text: String) -> String { text.replacingOccurrences(of: "\"", with: "\\\"") }
        let loki =
            #"{"streams":[{"stream":{"app":"pay","pod":"pay-1"},"values":[["1793584800000000000","\#(quoted(Self.line("P3")))",{"trace":"t1"}]]}]}"#
        try folder.write(Array(loki.utf8), to: "loki")
        let otlp =
            #"{"resourceLogs":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"pay"}}]},"scopeLogs":[{"logRecords":[{"timeUnixNano":"1793584800000000000","body":{"stringValue":"\#(quoted(Self.line("P4")))"}}]}]}]}"#
        try folder.write(Array(otlp.utf8), to: "otlp")
        let ran = try watch(
            "",
            """
            send() { path=$1; shift; curl -s -o body -w '%{http_code} ' "$@" $URL$path; }
            send /ingest/pay-1 --data-binary @plain
            gzip -c packed | send /ingest/pay-1 -H 'Content-Encoding: gzip' --data-binary @-
            send /loki/api/v1/push -H 'Content-Type: application/json' --data-binary @loki
            send /v1/logs -H 'Content-Type: application/json' --data-binary @otlp
            send /ingest/pay-1 --data-binary @plain
            kill -KILL $PID; wait $PID 2>/dev/null
            "$PAYCHAIN" watch live --db a.db --once --quiet
            for order in P1 P2 P3 P4; do "$PAYCHAIN" order $order --db a.db --json | grep -c '"order":"'$order'"'; done
            rm err; "$PAYCHAIN" watch live --db a.db --listen 127.0.0.1:0 2>err &
            PID=$!; says listening
            URL=http://$(sed -n 's/.*listening on \\(http:..\\)*\\([0-9.:]*\\).*/\\2/p' err | head -n 1)
            send /loki/api/v1/push -H 'Content-Type: application/json' -d '{"streams":[{'; cat body; echo
            send /ingest/pay-1 -H 'Origin: http://evil.example' -d x=1
            send /v1/logs -H 'Content-Type: text/css' -d x
            send /healthz; n=0; until [ "$(curl -s $URL/readyz)" = ready ] || [ $n -gt 200 ]; do n=$((n+1)); sleep 0.05; done
            send /readyz; echo
            """, folder)
        ran.expect(0)
        let lines = ran.text.split(separator: "\n").map(String.init)
        #expect(lines.first == "204 204 204 200 204 1", "\(ran.text)\(ran.errorText)")
        #expect(lines.dropFirst().prefix(3) == ["1", "1", "1"], "\(ran.text)")
        #expect(lines.contains { $0.hasPrefix("400 ") && $0.contains("byte") }, "\(ran.text)")
        #expect(lines.contains("403 415 200 200 "), "\(ran.text)")
        #expect(lines.last == "ended 0", "\(ran.text)\(ran.errorText)")
    }

    private static func rules(_ threshold: String, receiver: String) -> String {
        """
        groups:
          - name: g
            rules:
              - {alert: Many, measure: order_count, window: 10m, threshold: "\(threshold)"}
        route: {receiver: \(receiver)}

        """
    }

    @Test("SIGHUP takes new rules and receivers; wrong ones are refused with their place, and the old ones stay")
    func reload() throws {
        let folder = try TemporaryFolder()
        // Nobody listens on this port: whom a message is for shows in the metrics.
        try folder.write(
            Array("receivers: [{name: am, type: alertmanager, url: \"http://127.0.0.1:9\"}]\n".utf8), to: "live/paychain.yaml")
        let minutes = (0..<34).map { minute in
            Self.line("R\(minute)").replacingOccurrences(of: "10:00:00", with: "10:\(minute < 10 ? "0" : "")\(minute):00")
        }
        try folder.write(Array((minutes.prefix(30).joined(separator: "\n") + "\n").utf8), to: "live/app.log")
        try folder.write(Array((minutes.dropFirst(30).joined(separator: "\n") + "\n").utf8), to: "more")
        try folder.write(Array(Self.rules("> 1000", receiver: "am").utf8), to: "rules.yaml")
        try folder.write(Array(Self.rules("> 5", receiver: "nobody").utf8), to: "bad.yaml")
        try folder.write(Array(Self.rules("> 5", receiver: "am").utf8), to: "good.yaml")
        let ran = try watch(
            "--rules rules.yaml",
            """
            firing() { curl -s $URL/metrics | grep -c '^paychain_alerts{alertname="Many".*state="firing"} 1' ; }
            n=0; until [ "$(curl -s $URL/readyz)" = ready ] || [ $n -gt 200 ]; do n=$((n+1)); sleep 0.05; done
            firing
            cp bad.yaml rules.yaml; kill -HUP $PID; says 'stay as they were'
            firing
            cp good.yaml rules.yaml; kill -HUP $PID; says 'were read again'; cat more >> live/app.log
            n=0; until [ "$(firing)" = 1 ] || [ $n -gt 200 ]; do n=$((n+1)); sleep 0.05; done
            firing
            """, folder)
        ran.expect(0)
        #expect(ran.text == "0\n0\n1\nended 0\n", "\(ran.text)\(ran.errorText)")
        #expect(ran.errorText.contains("rules.yaml:5:19"), "\(ran.errorText)")
        #expect(ran.errorText.contains("the alert rules (1) were read again"), "\(ran.errorText)")
    }

    @Test("a configuration that is wrong changes nothing, and each of its mistakes is told")
    func brokenConfiguration() throws {
        let folder = try TemporaryFolder()
        try folder.write(Array("timezone: Asia/Shanghai\n".utf8), to: "live/paychain.yaml")
        try folder.write(Array((Self.line("C1") + "\n").utf8), to: "live/app.log")
        let ran = try watch(
            "",
            """
            n=0; until [ "$(curl -s $URL/readyz)" = ready ] || [ $n -gt 200 ]; do n=$((n+1)); sleep 0.05; done
            printf 'tmezone: x\\nmax_memry: 1\\n' > live/paychain.yaml; kill -HUP $PID; says 'stay as they were'
            curl -s $URL/healthz; echo
            """, folder)
        ran.expect(0)
        #expect(ran.text.hasSuffix("ended 0\n"), "\(ran.text)\(ran.errorText)")
        #expect(ran.errorText.contains("paychain.yaml:1:1") && ran.errorText.contains("paychain.yaml:2:1"), "\(ran.errorText)")
        #expect(!ran.errorText.contains("␊"), "\(ran.errorText)")
    }

    @Test("a file that may not be read is named, and nothing else is lost")
    func unreadable() throws {
        let folder = try TemporaryFolder()
        try folder.write(Array((Self.line("U1") + "\n").utf8), to: "live/app.log")
        let locked = try folder.write(Array((Self.line("U2") + "\n").utf8), to: "live/locked.log")
        chmod(locked, 0)
        // The administrator may read everything: be somebody else then.
        let isRoot = geteuid() == 0
        guard !isRoot || access("/usr/bin/setpriv", X_OK) == 0 else { return }
        chmod(folder.path, 0o777)
        let drop = isRoot ? "/usr/bin/setpriv --reuid 65534 --clear-groups " : ""
        let ran = try Ran(
            script: """
                cd "$1"; export HOME="$1"
                \(drop)"$PAYCHAIN" watch live --db w.db --once --quiet; echo "ended $?"
                \(drop)"$PAYCHAIN" orders --ndjson --db w.db | grep -c '"order":"U1"'
                cat w.db* | grep -aq 'live/locked.logcannot be read' && echo named
                """, [folder.path])
        #expect(ran.text == "ended 0\n1\nnamed\n", "\(ran.text)\(ran.errorText)")
    }

    @Test("SIGTERM takes in what lies there; a second run over the same folder changes nothing")
    func ends() throws {
        let folder = try TemporaryFolder()
        try folder.write(Array((Self.line("T1") + "\n").utf8), to: "live/app.log")
        let ran = try watch(
            "--ndjson >changes", "sleep 2; printf '%s' '\(Self.line("T2"))' >> live/app.log", folder)
        #expect(ran.text == "ended 0\n", "\(ran.text)\(ran.errorText)")
        let changes = try String(contentsOfFile: folder.path + "/changes", encoding: .utf8)
        #expect(changes.contains("\"order\":\"T1\"") && changes.contains("\"order\":\"T2\""), "\(changes)")
        let again = try Ran(
            script: """
                cd "$1"; "$PAYCHAIN" orders --ndjson --db a.db > before
                "$PAYCHAIN" watch live --db a.db --once --quiet --ndjson | wc -c
                "$PAYCHAIN" orders --ndjson --db a.db | cmp - before && echo same
                """, [folder.path])
        #expect(again.text.split(whereSeparator: \.isWhitespace).map(String.init) == ["0", "same"], "\(again.text)\(again.errorText)")
    }
}
