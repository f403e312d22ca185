import Domain
import Fetching
import Links
import Reports

extension CommandDefinition {
    /// `paychain aasa FILE|URL`: association files and what they open.
    static let aasa = CommandDefinition(
        name: "aasa", operands: "FILE|URL…", operandCount: 1...16,
        summary: Text(
            en: "check apple-app-site-association files, and which URLs open which app",
            zh: "检查 apple-app-site-association 文件，以及哪些 URL 打开哪个应用"),
        details: Text(
            en:
                "A file is read as it is (- is standard input); a URL is asked for, and nothing else is: https://shop.example.com means its /.well-known/apple-app-site-association. Several files or domains stand side by side. The exit code is 1 when an error was found or an expectation does not hold.",
            zh:
                "文件按原样读取（- 为标准输入）；只有给出 URL 时才会联网：https://shop.example.com 表示其 /.well-known/apple-app-site-association。可并列比较多个文件或域名。发现错误或预期不成立时退出码为 1。"
        ),
        options: [
            OptionDefinition(
                "url", value: "URL", repeats: true, help: Text(en: "which app does this URL or path open?", zh: "该 URL 或路径打开哪个应用？")),
            OptionDefinition(
                "expect", value: "PATH", repeats: true, help: Text(en: "this URL or path must open the app", zh: "该 URL 或路径必须打开应用")),
            OptionDefinition(
                "expect-browser", value: "PATH", repeats: true,
                help: Text(en: "this URL or path must not open the app", zh: "该 URL 或路径必须留在浏览器")),
            OptionDefinition(
                "team", value: "ID", help: Text(en: "the team id that must be listed, with --bundle", zh: "必须列出的 Team ID，与 --bundle 同用")),
            OptionDefinition(
                "bundle", value: "ID", help: Text(en: "the bundle id that must be listed, with --team", zh: "必须列出的 Bundle ID，与 --team 同用")),
            OptionDefinition(
                "fail-on", value: "error|warning", choices: ["error", "warning"],
                help: Text(en: "from which severity on a problem fails (error)", zh: "从哪个级别起算未通过（error）")),
            OptionDefinition("timeout", value: "SECONDS", help: Text(en: "time for one request (20)", zh: "单个请求的时限，秒（20）")),
            .json,
        ],
        examples: [
            ("paychain aasa apple-app-site-association", Text(en: "a file before it is deployed", zh: "部署前检查文件")),
            (
                "paychain aasa https://shop.example.com --url /pay/result?orderNo=1",
                Text(en: "what is deployed, and what it does with the return URL", zh: "检查线上文件，以及返回链接会打开什么")
            ),
            (
                "paychain aasa https://shop.example.com --team ABCDE12345 --bundle com.example.shop --expect /pay/result --json",
                Text(en: "for CI: exit code 1 when the app would not open", zh: "用于 CI：应用打不开时退出码为 1")
            ),
            (
                "paychain aasa https://shop.example.com https://test.example.com --url /pay/result",
                Text(en: "production and test side by side", zh: "正式与测试域名并列比较")
            ),
            (
                "paychain aasa https://app-site-association.cdn-apple.com/a/v1/shop.example.com",
                Text(en: "the copy that devices get from Apple's CDN", zh: "设备从 Apple CDN 取到的副本")
            ),
        ]
    ) { invocation throws(CommandError) in
        let arguments = invocation.arguments
        let app = try wantedApp(arguments)
        var audit = AssociationAudit(subjects: [], urls: try urls(arguments.each("url"), "url"), app: app)
        audit.expectations =
            try urls(arguments.each("expect"), "expect").map { .init(url: $0, opens: true) }
            + urls(arguments.each("expect-browser"), "expect-browser").map { .init(url: $0, opens: false) }
        audit.failsOn = arguments["fail-on"] == "warning" ? .warning : .error
        let time = try invocation.number("timeout", in: 1...600).map { TimeSpan.seconds(Int64($0)) } ?? Limits.requestTime
        var failures: [CommandError] = []
        for operand in arguments.operands {
            do throws(CommandError) { audit.subjects.append(try subject(operand, app: app, time: time)) } catch { failures.append(error) }
        }
        if audit.subjects.isEmpty, let failure = failures.first {
            for other in failures.dropFirst() { invocation.console.complain("paychain: " + other.what(invocation.language)) }
            throw failure
        }
        if arguments.has("json") {
            var json = JSONWriter(capacity: 1 << 14)
            AssociationJSON.append(audit, to: &json)
            json.newline()
            invocation.console.write(json.bytes)
        } else {
            invocation.console.write(AssociationReport(audit: audit, style: invocation.style(zone: .shanghai)).render())
        }
        for failure in failures { invocation.console.complain("paychain: " + failure.what(invocation.language)) }
        return audit.passes && failures.isEmpty ? .done : .notFound
    }

    private static func wantedApp(_ arguments: ParsedArguments) throws(CommandError) -> AppIdentifier? {
        switch (arguments["team"], arguments["bundle"]) {
        case (let team?, let bundle?):
            guard AppIdentifier.isPrefix(team) else {
                throw CommandError.badValue(
                    "team", team, Text(en: "a team id is ten capital letters and digits", zh: "Team ID 为十位大写字母与数字"))
            }
            return AppIdentifier(team: team, bundle: bundle)
        case (nil, nil): return nil
        default:
            throw CommandError(.usage, Text(en: "--team and --bundle belong together", zh: "--team 与 --bundle 必须同时给出"))
        }
    }

    private static func urls(_ texts: [String], _ option: String) throws(CommandError) -> [LinkURL] {
        var urls: [LinkURL] = []
        for text in texts {
            guard let url = LinkURL(text) else {
                throw CommandError.badValue(
                    option, text, Text(en: "a path begins with /, a URL with https://", zh: "路径以 / 开头，URL 以 https:// 开头"))
            }
            urls.append(url)
        }
        return urls
    }

    private static func subject(_ operand: String, app: AppIdentifier?, time: TimeSpan) throws(CommandError) -> AssociationSubject {
        if operand.contains("://") { return try AssociationFetch.subject(operand, app: app, time: time) }
        do throws(LocalFile.Failure) {
            let content = try LocalFile.read(operand, maximum: Limits.associationFileLength)
            return AssociationSubject(name: operand, bytes: content.bytes, size: content.size, wanted: app)
        } catch {
            let isDomain = operand.contains(".") && !operand.contains("/")
            throw CommandError(
                .unreadable,
                Text(
                    en: "\(operand): cannot be read: \(error.reason)",
                    zh: "\(operand)：无法读取：\(SystemWords.chinese(error.reason))"),
                remedy: isDomain
                    ? Text(en: "for a domain write https://\(operand)", zh: "检查域名请写 https://\(operand)")
                    : Text(en: "check the path and its permissions", zh: "请检查路径与权限"))
        }
    }
}
