import Domain

extension CodeGroup {
    /// Why a Universal Link does not open its app though its file is good; faults of the file itself are checks of the room `Links` (facts.md §12).
    static let linkProblems = CodeGroup(
        "universal_link", title: Text(en: "Universal Link that does not open its app", zh: "Universal Link 未能拉起应用"),
        flows: [.alipayH5, .wechatH5, .webCheckout],
        words: ["aasa", "apple-app-site-association", "universal", "link", "associated", "domains", "关联文件"],
        confirm: Text(
            en:
                "Look for a GET of the return page (`return.served`) where the app was expected: a working Universal Link leaves none. Fetch the file itself and look at status, redirects, type and JSON.",
            zh: "在本应进入应用处查看是否有返回页的 GET（`return.served`）：生效的 Universal Link 不会留下。直接下载该文件，检查状态、跳转、类型与 JSON。"),
        source: Text(
            en: "Apple developer documentation: supporting associated domains; the source documents, corrected.",
            zh: "Apple 开发者文档：支持关联域名；源文档（已更正）。"),
        causes: Text(en: "The file, the domain or the build do not fit together.", zh: "文件、域名与构建三者没有对齐。"),
        fix: Text(
            en: "Correct the file at /.well-known/, reinstall on a test device, keep the URL scheme as fallback.",
            zh: "修正 /.well-known/ 下的文件，在测试机重装，并保留 URL scheme 兜底。"),
        codes: [
            .init(
                "aasa_path_not_covered", title: Text(en: "path not matched, or excluded", zh: "路径未匹配或被排除"),
                meaning: Text(
                    en:
                        "No pattern fits the return path, or an excluding one (`NOT` in paths, `exclude` in components) comes first. The first match wins; exclusion does exist.",
                    zh: "返回路径没有匹配的规则，或排除规则（paths 的 `NOT`、components 的 `exclude`）在前。首个匹配生效；确实支持排除。"),
                causes: Text(
                    en: "Another case, a missing slash, `*` that was thought to stop at a slash, a query that a component demands.",
                    zh: "大小写、斜杠、以为 `*` 不跨目录、component 要求特定查询参数。"),
                fix: Text(
                    en: "Write the return path as a component of its own, before the general ones.", zh: "把返回路径单独写成 component，放在通用规则之前。"),
                breaks: [.returnNeverLanded]),
            .init(
                "aasa_cached", title: Text(en: "the old file is still in use", zh: "仍在使用旧文件"),
                meaning: Text(
                    en:
                        "Since iOS 14 devices fetch the file through Apple's CDN, which keeps it up to about a day. Waiting or reinstalling on the device does not hasten the CDN.",
                    zh: "iOS 14 起设备经 Apple CDN 获取该文件，最长缓存约一天。在设备上等待或重装不会让 CDN 更快更新。"),
                causes: Text(en: "A file changed shortly before the test.", zh: "测试前刚改过文件。"),
                fix: Text(
                    en: "Test with `?mode=developer` on the entitlement; deploy the file a day before the build.",
                    zh: "测试时在 entitlement 加 `?mode=developer`；文件比构建早一天上线。"), breaks: [.returnNeverLanded]),
            .init(
                "aasa_entitlement", title: Text(en: "entitlement missing or malformed", zh: "entitlement 缺失或格式错误"),
                meaning: Text(
                    en: "The build does not claim the domain: the entry is `applinks:host`, without https:// and without a path.",
                    zh: "构建没有声明该域名：条目应为 `applinks:host`，不带 https://，不带路径。"),
                causes: Text(
                    en: "The capability was switched off, an old provisioning profile, an old app version that knows only the old domain.",
                    zh: "能力被关闭、旧描述文件、旧版本只认旧域名。"),
                fix: Text(
                    en: "Check the signed build's entitlements; keep the old domain alive for a release.",
                    zh: "检查已签名构建的 entitlements；旧域名至少保留一个发布周期。"), breaks: [.returnNeverLanded]),
            .init(
                "aasa_same_domain", title: Text(en: "link tapped on the same domain", zh: "同域内点击链接"),
                meaning: Text(
                    en:
                        "Safari does not open the app for a link inside the domain it already shows; nor from the address bar, nor by most scripts without a tap, nor inside the app's own web view.",
                    zh: "Safari 在同一域名内点击链接不会打开应用；地址栏输入、多数无点击的脚本跳转、应用自身的 WebView 内也不会。"),
                causes: Text(en: "The return page and the Universal Link share one host.", zh: "返回页与 Universal Link 同域。"),
                fix: Text(en: "Use another host for the link, and a button that the payer taps.", zh: "链接使用另一域名，并提供付款人可点的按钮。"),
                breaks: [.returnNeverLanded]),
            .init(
                "aasa_opened_in_safari", title: Text(en: "the payer chose the browser", zh: "付款人选择了浏览器"),
                meaning: Text(
                    en: "After “open in Safari” the system keeps to the browser for that domain.", zh: "付款人选过“在 Safari 中打开”后，该域名会一直走浏览器。"),
                causes: Text(en: "A long press, or the breadcrumb at the top.", zh: "长按，或点了右上角的域名。"),
                fix: Text(en: "Long press the link and choose the app; show the smart banner.", zh: "长按链接选择应用打开；页面展示智能横幅。"),
                breaks: [.returnNeverLanded]),
        ])
}
