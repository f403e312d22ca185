import Domain

extension FindingDefinition {
    /// A source that falls silent while its kin go on.
    static let sourceSilent = FindingDefinition(
        .sourceSilent,
        title: Text(en: "Source fell silent", zh: "日志来源中断"),
        meaning: Text(
            en: "This log ends although others of its kind go on: what it would have shown after that is not known.",
            zh: "同类日志仍在继续，而这份日志中断了：此后它本应显示的内容无从得知。"),
        confirm: Text(
            en: "Compare the last line of this source with those of its kin in the coverage list of the summary.",
            zh: "在汇总的日志覆盖范围中，将该来源的最后一行与同类来源比较。"),
        causes: Text(
            en: "A rotation that was not copied, a full disk, a collector that stopped, a crashed instance.",
            zh: "轮转文件未复制、磁盘写满、采集器停止、实例崩溃。"),
        fix: Text(
            en: "Look for the missing rotation, a full disk, a stopped shipper or a crashed instance.", zh: "查找缺失的轮转文件、磁盘写满、停止的采集器或崩溃的实例。"),
        find: { _, run in
            /// The end of one rotation chain.
            struct End {
                var name: String
                var span: Stretch
                var lines: UInt64
            }
            var findings: [Finding] = []
            for witness in [Witness.serverApp, .serverEdge] {
                var ends: [UInt64: End] = [:]
                var evidence: [UInt64: UInt64] = [:]
                for (index, source) in run.sources.enumerated() where source.witness == witness {
                    guard let span = source.span else { continue }
                    // A source without a chain stands for itself.
                    let key = source.chain == 0 ? UInt64(index) &+ 1 : source.chain
                    evidence[key, default: 0] += source.evidence
                    if let known = ends[key] {
                        let isLater = span.to > known.span.to
                        ends[key] = End(
                            name: isLater ? source.name : known.name,
                            span: Stretch(from: min(span.from, known.span.from), to: max(span.to, known.span.to)),
                            lines: known.lines + source.lines)
                    } else {
                        ends[key] = End(name: source.name, span: span, lines: source.lines)
                    }
                }
                // A log that never gave evidence (a cache's, a database's) would have shown nothing: its end is nobody's loss.
                let heard = ends.filter { evidence[$0.key] != 0 }.sorted { ($0.value.span.from, $0.key) < ($1.value.span.from, $1.key) }
                let latest = LatestEnds(heard.map(\.value.span))
                for (place, one) in heard.map(\.value).enumerated() {
                    guard let kin = latest.ofOthers(than: place, begunBefore: one.span.to), one.lines >= 20 else { continue }
                    // It must have been talkative: a log of one line an hour is not silent after ten minutes.
                    let pace = (one.span.to - one.span.from).microseconds / Int64(one.lines)
                    let silence = kin - one.span.to
                    guard silence > .minutes(10), silence.microseconds / 20 > pace else { continue }
                    findings.append(
                        Finding(code: .sourceSilent, place: one.name, count: 1, span: Stretch(from: one.span.to, to: kin)))
                }
            }
            return findings
        })
}
