import Foundation
import TestKit
import Testing

/// `paychain serve` as a process, asked by curl.
@Suite("paychain serve as a process")
struct ServeTests {
    /// Starts it on a free port, runs `asking` in the shell with `$URL`, stops it by SIGTERM and prints its exit code.
    private func serve(_ options: String, _ asking: String, _ folder: TemporaryFolder) throws -> Ran {
        try Ran(
            script: """
                cd "$1"
                "$PAYCHAIN" serve --db a.db --listen 127.0.0.1:0 \(options) 2>err &
                pid=$!
                until grep -q 'serving' err || ! kill -0 $pid 2>/dev/null; do sleep 0.05; done
                cat err >&2
                URL=$(sed -n 's/.*on \\(https*:[^;]*\\);.*/\\1/p' err)
                \(asking)
                kill -TERM $pid
                wait $pid
                echo "ended $?"
                """, [folder.path])
    }

    private func store() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let log = """
            {"ts":"2026-11-02T10:00:00+08:00","event":"order.created","orderNo":"A1","amount":"1.00","currency":"CNY","flow":"alipay_h5"}

            """
        let path = try folder.write(Array(log.utf8), to: "app.log")
        try Ran(["analyze", path, "--db", folder.path + "/a.db", "--quiet"]).expect(0)
        return folder
    }

    @Test("It answers, and ends well on SIGTERM")
    func answers() throws {
        let folder = try store()
        let ran = try serve(
            "",
            "curl -s $URL/healthz; for page in / /api/v1/orders; do curl -s -o /dev/null -w '%{http_code} %{content_type}\\n' $URL$page; done",
            folder)
        ran.expect(0)
        #expect(ran.text == "ok\n200 text/html; charset=utf-8\n200 application/json\nended 0\n", "\(ran.errorText)")
    }

    @Test("With a token it lets nobody in without, and a token sent in a body is not read")
    func token() throws {
        let folder = try store()
        try folder.write(Array("0123456789abcdef0123\n".utf8), to: "token")
        let ran = try serve(
            "--token-file token",
            """
            ask() { curl -s -o /dev/null -w '%{http_code} ' "$@"; }
            ask $URL/; ask -u any:0123456789abcdef0123 $URL/; ask -H 'Authorization: Bearer 0123456789abcdef0123' $URL/orders
            ask -H 'Authorization: Bearer no' $URL/; ask -H 'Host: evil.example' $URL/healthz; ask $URL/healthz
            ask -X POST -d token=0123456789abcdef0123 $URL/; ask -u any:0123456789abcdef0123 -X POST -d x=1 $URL/
            ask -u any:0123456789abcdef0123 --path-as-is $URL/../../etc/passwd
            """, folder)
        ran.expect(0)
        #expect(ran.text == "401 200 200 401 421 200 401 405 404 ended 0\n", "\(ran.errorText)")
    }
}
