import Domain

/// Makes the coverage of device sessions, those of one part at a time: a run may know as many devices as orders, and tables of what all of
/// them consist of would take several times the memory of the result.
struct DeviceCoverage {
    private let sources: [SourceInfo]
    private let chains: CollectorChains
    /// Sources that are one device's own, by the part of the device.
    private var own: [[Int32]]

    init(_ sources: [SourceInfo]) {
        self.sources = sources
        chains = CollectorChains(sources)
        own = [[Int32]](repeating: [], count: DeviceSpans.count)
        for (place, source) in sources.enumerated() where source.witness == .client && source.device != 0 && source.span != nil {
            own[DeviceSpans.part(of: source.device)].append(Int32(truncatingIfNeeded: place))
        }
    }

    /// A source, or a span of a collector's source, that tells of a device.
    private struct Mention {
        var device: DeviceKey
        var isSpan: Bool
        var place: Int32
    }

    /// The devices of one part.
    ///
    /// - Parameter spans: all of the part, by device and source.
    func devices(of spans: [DeviceSpan], part: Int) -> [DeviceKey: RunCoverage.Device] {
        var mentions: [Mention] = []
        mentions.reserveCapacity(spans.count)
        for place in own[part] { mentions.append(Mention(device: sources[Int(place)].device, isSpan: false, place: place)) }
        let chains = chains.chains(of: spans)
        for place in spans.indices {
            mentions.append(Mention(device: spans[place].device, isSpan: true, place: Int32(truncatingIfNeeded: place)))
        }
        mentions.sort { ($0.device, $0.isSpan ? 1 : 0, $0.place) < ($1.device, $1.isSpan ? 1 : 0, $1.place) }
        var devices: [DeviceKey: RunCoverage.Device] = [:]
        var first = 0
        while first < mentions.count {
            var end = first + 1
            while end < mentions.count, mentions[end].device == mentions[first].device { end += 1 }
            devices[mentions[first].device] = device(mentions[first..<end], spans, chains)
            first = end
        }
        return devices
    }

    /// One device session. Where lines name the device, a source's name is none for it.
    private func device(_ mentions: ArraySlice<Mention>, _ spans: [DeviceSpan], _ chains: [UInt64]) -> RunCoverage.Device {
        let isNamed = mentions.last?.isSpan == true
        var device = RunCoverage.Device(coverage: WitnessCoverage(), name: "", platform: "")
        var parts: [CoverageBuilder.Part] = []
        var isFirst = true
        for mention in mentions {
            let place = Int(mention.place)
            if mention.isSpan {
                let source = Int(spans[place].source)
                parts.append(
                    CoverageBuilder.Part(
                        chain: chains[place], span: spans[place].span, gaps: source < sources.count ? sources[source].gaps : []))
            } else if let part = CoverageBuilder.part(sources[place]) {
                parts.append(part)
            }
            guard mention.isSpan == isNamed else { continue }
            let (name, platform) = mention.isSpan ? (spans[place].name, spans[place].platform) : (sources[place].name, "")
            device.name = isFirst ? name : min(device.name, name)
            device.platform = max(device.platform, platform)
            isFirst = false
        }
        device.coverage =
            parts.count == 1 && parts[0].gaps.isEmpty ? WitnessCoverage(stretches: [parts[0].span]) : CoverageBuilder.joined(parts)
        return device
    }
}
