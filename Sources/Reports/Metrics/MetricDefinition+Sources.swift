import Alerts
import Domain

extension MetricDefinition {
    /// What was read, and how far each source reaches.
    static let sourceMetrics: [MetricDefinition] = [
        counter("paychain_input_files_total", Text(en: "Sources read.", zh: "读取的来源数。")) { UInt64($0.files) },
        counter("paychain_input_bytes_total", unit: "bytes", Text(en: "Bytes read as they lie on disk.", zh: "读取的字节数（磁盘上）。")) {
            $0.bytesRead
        },
        counter("paychain_input_lines_total", Text(en: "Lines read.", zh: "读取的行数。")) { $0.lines },
        counter("paychain_input_evidence_total", Text(en: "Pieces of evidence, duplicates included.", zh: "证据条数（含重复）。")) {
            $0.evidence
        },
        counter("paychain_input_noise_total", Text(en: "Lines that gave no evidence.", zh: "未产生证据的行数。")) { $0.noise },
        counter("paychain_input_duplicates_total", Text(en: "Pieces of evidence met again.", zh: "重复的证据条数。")) { $0.duplicates },
        counter("paychain_input_unbound_total", Text(en: "Pieces of evidence without an order.", zh: "未归属订单的证据条数。")) {
            $0.unbound
        },
        counter("paychain_input_probes_total", Text(en: "Deliberate probes of the provider.", zh: "渠道的探测请求数。")) { $0.probes },
        counter(
            "paychain_input_implausible_stamps_total",
            Text(en: "Stamps more than 400 days from the median of their source.", zh: "与来源中位时间相差 400 天以上的时间戳数。")
        ) { $0.implausibleStamps },
        MetricDefinition(
            "paychain_input_damaged", .gauge, Text(en: "Damaged places of the input.", zh: "输入中的损坏处数。")
        ) { input in [Sample([], input.inputs.damaged.filter { !$0.isNote }.count)] },
        MetricDefinition(
            "paychain_source_lag_seconds", .gauge, unit: "seconds",
            Text(
                en: "How far the last stamp of a source lies behind as-of; server sources only, the longest-lagging ones first.",
                zh: "来源最后时间戳落后于判定时点的时长；仅服务端来源，滞后最久者在前。"), labels: ["source", "witness"]
        ) { input in
            guard let asOf = input.asOf else { return [] }
            let sources = WatchedSource.all(of: input.sources).sorted { ($0.to, $0.name) < ($1.to, $1.name) }
            return sources.map { Sample([$0.name, $0.witness.label], seconds: $0.lag(at: asOf)) }
        },
        MetricDefinition(
            "paychain_source_gaps", .gauge, Text(en: "Known holes in the sources of a kind.", zh: "各类来源已知的缺口数。"), labels: ["witness"]
        ) { input in
            Witness.allCases.map { kind in
                Sample([kind.label], input.sources.reduce(0) { $0 + ($1.witness == kind ? $1.gaps.count : 0) })
            }
        },
        MetricDefinition(
            "paychain_sources", .gauge, Text(en: "Sources by kind of witness.", zh: "来源数，按类别。"), labels: ["witness"]
        ) { input in Witness.allCases.map { kind in Sample([kind.label], input.sources.filter { $0.witness == kind }.count) } },
    ]

    private static func counter(
        _ name: String, unit: String = "", _ help: Text, _ value: @escaping @Sendable (Summary.Inputs) -> UInt64
    ) -> MetricDefinition {
        MetricDefinition(name, .counter, unit: unit, help) { [Sample([], value($0.inputs))] }
    }
}

extension Witness {
    /// The word of labels: the same as contract.md's `coverage`.
    var label: String {
        switch self {
        case .client: "client"
        case .serverApp: "server_app"
        case .serverEdge: "server_edge"
        case .provider: "provider"
        }
    }
}
