import Domain

extension MeasureDefinition {
    /// How far sources lag.
    static let sourceLag = MeasureDefinition(
        "source_lag", unit: .seconds,
        Text(
            en: "seconds by which the last stamp of a source (of a rotation chain) lies behind the moment of evaluation",
            zh: "来源（轮转链）最后时间戳落后于评估时刻的秒数"),
        counted: Text(en: "at every step", zh: "每个评估时刻"), optional: [.witness], dimensions: [.source, .witness],
        witnesses: { _ in [] }, entries: nil)

    /// How many findings there are.
    static let findingCount = MeasureDefinition(
        "finding_count", unit: .count, Text(en: "findings about the system as a whole, notes excepted", zh: "系统级发现数（不含提示）"),
        counted: Text(en: "while its time overlaps the window", zh: "其时间段与窗口重叠期间"), optional: [.finding], dimensions: [.finding],
        witnesses: { _ in [] }, entries: nil)
}
