import Domain

extension LintRule {
    /// Stamps without a zone.
    static let zoneMissing = LintRule(
        "zone_missing", .should,
        title: Text(en: "stamps without a zone", zh: "时间没有时区"),
        meaning: Text(
            en: "They are read in the configured zone: a payer abroad, or a phone set to another zone, is hours off.",
            zh: "只能按配置的时区理解：身在海外或改过时区的手机会差出数小时。"),
        add: [
            Addition("iOS", "OSLogStore, `log show --style ndjson`, or NSLog: all carry the offset"),
            Addition("Android", "adb logcat -v threadtime -v year -v zone"),
            Addition("paychain.yaml", #"sources: [{path: "app-*.log", timezone: Asia/Shanghai}]"#),
        ],
        settles: .nothing, test: .source { $0.lacksZone })
}
