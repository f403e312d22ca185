import Domain

extension SymptomDefinition {
    /// Universal Links: the second table of symptoms (facts.md §12 corrects it).
    static let links: [SymptomDefinition] = {
        let source = Text(en: "The table of Universal Link problems, corrected.", zh: "Universal Links 问题排查表（已更正）。")
        return [
            SymptomDefinition(
                "link_opens_web_page", symptom: Text(en: "Tapping the link opens the web page, not the app", zh: "点击链接打开网页，没有唤起应用"),
                meaning: Text(
                    en: "The system did not connect the link with the app, or the tap was of a kind that it never connects.",
                    zh: "系统没有把链接与应用关联，或该点击方式本就不会唤起。"),
                confirm: Text(
                    en: "A GET by a browser's agent (`return.served`) stands where the app was expected.",
                    zh: "在本应进入应用处出现浏览器 agent 的 GET（`return.served`）。"),
                causes: Text(
                    en:
                        "The file was not loaded; the same host; the address bar; a script without a tap; the app's own web view; the payer once chose “open in Safari”.",
                    zh: "文件未下载成功；同域点击；地址栏输入；无点击的脚本；应用自身 WebView；曾选“在 Safari 中打开”。"),
                fix: Text(
                    en: "Check the file, then the way of the tap; keep the URL scheme as fallback.", zh: "先查文件，再查点击方式；保留 URL scheme 兜底。"),
                source: source, phrases: Text(en: "link opens web page browser instead of app universal", zh: "打开网页 没唤起应用 进了网页 唤不起"),
                breaks: [.returnNeverLanded], see: ["aasa_same_domain", "aasa_opened_in_safari"]),
            SymptomDefinition(
                "association_file_404", symptom: Text(en: "The association file answers 404", zh: "AASA 返回 404"),
                meaning: Text(en: "The file is not where the system looks for it.", zh: "系统查找的位置没有文件。"),
                confirm: Text(
                    en: "Fetch /.well-known/apple-app-site-association on every host.",
                    zh: "在每个域名上访问 /.well-known/apple-app-site-association。"),
                causes: Text(en: "A wrong folder, an extension, a CDN that was not updated.", zh: "目录不对、带扩展名、CDN 未同步。"),
                fix: Text(en: "Serve it with 200 and application/json on every host.", zh: "在每个域名以 200 与 application/json 返回。"),
                source: source, phrases: Text(en: "aasa 404 association file missing", zh: "aasa 404 关联文件"), breaks: [.returnNeverLanded],
                see: ["association_check/http_status", "association_check/redirected"]),
            SymptomDefinition(
                "association_file_ignored",
                symptom: Text(en: "The association file answers 200 and is not understood", zh: "AASA 返回 200 但解析失败"),
                meaning: Text(en: "The content is not valid JSON or names another app.", zh: "内容不是有效 JSON，或写的是别的应用。"),
                confirm: Text(
                    en: "Parse it strictly, compare TEAMID.bundle.id with the signed build.", zh: "严格解析，并与已签名构建的 TEAMID.bundle.id 比对。"),
                causes: Text(en: "A byte-order mark, a comma too many, an appID without team id.", zh: "BOM、多余逗号、appID 缺少 Team ID。"),
                fix: Text(en: "Save as UTF-8 without a byte-order mark; correct the appID.", zh: "存为无 BOM 的 UTF-8；更正 appID。"),
                source: source, phrases: Text(en: "aasa 200 parse invalid json bom", zh: "aasa 200 解析失败 格式"), breaks: [.returnNeverLanded],
                see: ["not_json", "byte_order_mark", "app_malformed"]),
            SymptomDefinition(
                "asks_before_opening", symptom: Text(en: "The system asks “open in app?” instead of opening it", zh: "提示“在 XXX 中打开”"),
                meaning: Text(en: "A URL scheme or a banner was used, not a Universal Link.", zh: "走的是 URL scheme 或横幅，而不是 Universal Link。"),
                confirm: Text(
                    en: "`return.received via=url_scheme` and the remark `fallback_used`.",
                    zh: "`return.received via=url_scheme`，并有备注 `fallback_used`。"),
                causes: Text(
                    en: "The entitlement lacks `applinks:`, so the page fell back to the scheme.",
                    zh: "entitlement 缺少 `applinks:`，页面退回到 scheme。"),
                fix: Text(en: "Add the Associated Domain to the build.", zh: "为构建添加 Associated Domains。"), source: source,
                phrases: Text(en: "asks open in app prompt confirm banner", zh: "在中打开 弹窗确认 询问打开"), breaks: [.returnNeverLanded],
                see: ["aasa_entitlement", "fallback_used"]),
            SymptomDefinition(
                "some_paths_open", symptom: Text(en: "Some paths open the app, others do not", zh: "部分路径能唤起，部分不能"),
                meaning: Text(
                    en:
                        "The patterns do not cover the path or exclude it. Exclusion exists: `NOT` in paths, `exclude` in components; the first match wins.",
                    zh: "规则没有覆盖或排除了该路径。支持排除：paths 的 `NOT`、components 的 `exclude`，首个匹配生效。"),
                confirm: Text(
                    en: "Compare the path of `return.served` lines with the patterns, case and slashes included.",
                    zh: "将 `return.served` 的路径与规则逐一比对，注意大小写与斜杠。"),
                causes: Text(
                    en: "A general pattern before the special one, another case, a query that is demanded.", zh: "通用规则排在前、大小写不同、要求特定查询参数。"),
                fix: Text(en: "Write the return path as a component of its own at the top.", zh: "将返回路径单独写成 component 放在最前。"),
                source: source, phrases: Text(en: "some paths open others not pattern", zh: "部分路径 有的能 有的不能 路径"),
                breaks: [.returnNeverLanded], see: ["aasa_path_not_covered"]),
            SymptomDefinition(
                "new_file_not_used", symptom: Text(en: "A new association file has no effect yet", zh: "刚部署 AASA，测试失败"),
                meaning: Text(
                    en: "Devices get it through Apple's CDN, which keeps the old one up to about a day.", zh: "设备经 Apple CDN 获取，旧文件最长保留约一天。"
                ), confirm: Text(en: "Fetch the CDN's copy and compare it with your own file.", zh: "对比 CDN 上的副本与自己的文件。"),
                causes: Text(en: "The CDN's cache; clearing the app's data does nothing for it.", zh: "CDN 缓存；清除应用数据没有用。"),
                fix: Text(
                    en: "Use `?mode=developer` in the entitlement for tests, else wait.", zh: "测试时在 entitlement 使用 `?mode=developer`，否则等待。"),
                source: source, phrases: Text(en: "aasa cache new file old deployed no effect", zh: "缓存 刚部署 旧文件 不更新"),
                breaks: [.returnNeverLanded], see: ["aasa_cached"]),
            SymptomDefinition(
                "only_test_build_opens", symptom: Text(en: "The released version never works, the test build does", zh: "线上版本始终不生效，测试版正常"),
                meaning: Text(
                    en: "The file names the test build's app, or the released build claims another domain.", zh: "文件写的是测试包，或线上包声明了别的域名。"),
                confirm: Text(
                    en: "The finding `segment_never_lands` names the app version; compare its bundle id with the file.",
                    zh: "发现 `segment_never_lands` 会指出应用版本；将其 bundle id 与文件比对。"),
                causes: Text(
                    en: "Another bundle id, an old domain that was shut down while old versions still use it.",
                    zh: "bundle id 不同；旧域名已关停而旧版本仍在使用。"),
                fix: Text(en: "List every build's id; keep old domains for a release.", zh: "列出每个构建的 ID；旧域名保留一个发布周期。"), source: source,
                phrases: Text(en: "release version never test build works production", zh: "线上版本 测试版正常 正式版 旧版本"),
                breaks: [.returnNeverLanded], see: ["segment_never_lands", "app_not_listed"]),
        ]
    }()
}
