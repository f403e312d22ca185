import Domain

extension LintRule {
    /// Lines cut by the logger.
    static let lineTruncated = LintRule(
        "line_truncated", .must,
        title: Text(en: "lines cut at 1 KB or 4 KB by the logger", zh: "日志行被日志系统在 1 KB 或 4 KB 处截断"),
        meaning: Text(
            en: "os_log and NSLog keep about 1 KB of a message, logcat about 4 KB of a line: the end of a launch or return URL is lost.",
            zh: "os_log 与 NSLog 单条约保留 1 KB，logcat 单行约 4 KB：唤起或返回链接的尾部会丢失。"),
        add: [
            Addition("iOS", "// put what binds first: the event, orderNo=, sid=, and url= last"),
            Addition(
                "iOS", #"pay.notice("wallet.intercepted orderNo=\(orderNo, privacy: .public) url=\(url.absoluteString, privacy: .public)")"#
            ),
            Addition("Android", #"Log.i("PayCallback", "wallet.intercepted orderNo=$orderNo url=$url")"#),
        ],
        settles: Settles(steps: [.walletOpened, .returned], experience: true),
        test: .record { line in
            guard line.isTagged else { return false }
            if line.ends("<…>") || line.ends("<...>") { return true }
            let isAppleLog = line.format.hasPrefix("log show") || line.format.hasPrefix("NSLog") || line.format.hasPrefix("os_log")
            // A message that fills the logger's room to the last bytes and is about a URL was longer.
            if isAppleLog { return (1_000...1_024).contains(line.text.count) && line.holds("url=") }
            return line.format.hasPrefix("logcat") && (3_990...4_100).contains(line.text.count)
        })
}
