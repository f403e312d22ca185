import Decoding
import Domain

extension SourceTally {
    /// The report of a log: one part for a plain stream, one more for each service of a mixed one that gave evidence.
    func logReport(
        name: String, index: UInt32, statistics: [StreamStatistics], losses: [(utf8Offset: UInt64, reason: String, untilEnd: Bool)],
        mapping: SourceMapping?, sourceHash: UInt64
    ) -> ExtractionReport {
        var report = ExtractionReport()
        guard let whole = statistics.first else {
            report.sources = [SourceInfo(name: name, contentID: contentID, witness: mapping?.witness ?? .serverApp)]
            return report
        }
        report.lines = whole.lines
        let records = statistics.count > 1 ? statistics.dropFirst().reduce(UInt64(0)) { $0 &+ $1.records } : whole.records
        report.noise = records &- min(records, evidenceRecords)
        report.probes = probes
        report.implausible = whole.stamps.summary.implausible
        report.appSchemes = Set(appSchemes.map { String(decoding: $0, as: UTF8.self) })
        report.clientEventsShown = Set(clientEvents)
        report.serverEventsShown = Set(serverEvents)
        for service in services {
            for (device, process) in zip(service.sessions, service.processes) {
                report.sessions.append(ExtractionReport.Session(device: device, process: process))
            }
        }
        let lost = losses.map { gap($0, span: whole.stamps.summary.span) }
        let parts = statistics.count > 1 ? Array(statistics.dropFirst()) : [whole]
        if statistics.count > 1 {
            // The first names the file; what it spans is told by its services.
            report.sources = [SourceInfo(name: name, contentID: contentID, witness: .serverApp, format: whole.format, lines: whole.lines)]
        }
        for part in parts {
            let label = part.service.isEmpty || statistics.count == 1 ? name : "\(String(decoding: part.service, as: UTF8.self)) @ \(name)"
            report.sources += infos(
                part, name: label, extraGaps: lost, mapping: mapping, sourceHash: sourceHash, isMixed: statistics.count > 1)
        }
        if report.sources.isEmpty {
            report.sources = [SourceInfo(name: name, contentID: contentID, witness: .serverApp, format: whole.format, lines: whole.lines)]
        }
        report.deviceSpans = deviceSpans(index: index)
        report.providerDays = exports.compactMap { export in
            guard let from = firstProviderStamp, from <= export.until else { return nil }
            return ProviderDay(provider: export.provider, stretch: Stretch(from: from, to: export.until))
        }
        if whole.usedZoneRule { report.notes.append("\(name): stamps without a zone were read in the configured zone") }
        if timeless > 0 { report.notes.append("\(name): \(timeless) records without any time were left out") }
        if whole.cut > 0 {
            report.damage.append(
                Damage(source: name, at: "", reason: "\(whole.cut) records longer than \(Limits.recordLength) bytes were cut"))
        }
        for part in parts {
            for loss in part.losses { report.damage.append(Damage(source: name, at: "line \(loss.line)", reason: loss.why)) }
        }
        return report
    }

    /// The parts of one stream or service: one for each kind of witness that spoke in it, and for each device session of a client's.
    private func infos(
        _ part: StreamStatistics, name: String, extraGaps: [Gap], mapping: SourceMapping?, sourceHash: UInt64, isMixed: Bool
    ) -> [SourceInfo] {
        let service = services.first { $0.name == part.service } ?? (isMixed ? nil : services.first)
        let counts = service?.byWitness ?? [0, 0, 0, 0]
        let span = part.stamps.summary.span
        var gaps = extraGaps
        for loss in part.losses {
            gaps.append(Gap(stretch: Stretch(from: loss.from ?? span?.from ?? .distantPast, to: loss.to ?? .distantFuture), why: loss.why))
        }
        // A log of faults alone, and a provider's, cannot show what did not happen.
        func isWitness(_ witness: Witness) -> Bool { witness != .provider && part.origin != .faults }
        func info(_ witness: Witness, device: DeviceKey = 0, evidence: UInt64) -> SourceInfo {
            SourceInfo(
                name: name, contentID: contentID, witness: witness, format: part.format, span: isWitness(witness) ? span : nil,
                gaps: isWitness(witness) ? gaps : [], device: device, lines: part.lines, evidence: evidence)
        }
        let total = counts.reduce(0, +)
        guard total > 0 else {
            if isMixed {
                // A service that never gives evidence extends no coverage (vocabulary §5); an application's may have given some in another
                // file of its rotation chain, which is for correlation to see.
                return Self.witness(of: part.origin) == .serverApp && span != nil ? [info(.serverApp, evidence: 0)] : []
            }
            switch mapping?.witness ?? Self.witness(of: part.origin) {
            case .client: return [info(.client, device: StableHash.of(Bytes.none, seed: sourceHash), evidence: 0)]
            case let witness: return [info(witness, evidence: 0)]
            }
        }
        var infos: [SourceInfo] = []
        // The kind that said most comes first.
        let order = [Witness.client, .serverApp, .serverEdge, .provider].sorted { counts[Self.index($0)] > counts[Self.index($1)] }
        for witness in order where counts[Self.index(witness)] > 0 {
            let count = counts[Self.index(witness)]
            guard witness == .client else {
                infos.append(info(witness, evidence: count))
                continue
            }
            let sessions = service?.sessions ?? []
            if sessions.isEmpty { infos.append(info(.client, evidence: count)) }
            for (place, session) in sessions.enumerated() { infos.append(info(.client, device: session, evidence: place == 0 ? count : 0)) }
        }
        return infos
    }

    private static func witness(of origin: RecordOrigin) -> Witness {
        switch origin {
        case .device: .client
        case .access: .serverEdge
        case .application, .faults, .unknown: .serverApp
        }
    }

    /// The time that a loss of bytes may have taken away, never less: from the last stamp known before it to the first behind it.
    private func gap(_ loss: (utf8Offset: UInt64, reason: String, untilEnd: Bool), span: Stretch?) -> Gap {
        if loss.untilEnd { return Gap(stretch: Stretch(from: span?.to ?? .distantPast, to: .distantFuture), why: loss.reason) }
        var from = span?.from ?? .distantPast
        var to = span?.to ?? .distantFuture
        for mark in marks {
            if mark.offset < loss.utf8Offset {
                from = mark.at
            } else {
                to = mark.at
                break
            }
        }
        return Gap(stretch: Stretch(from: min(from, to), to: max(from, to)), why: loss.reason)
    }

    private func deviceSpans(index: UInt32) -> [DeviceSpan] {
        // In a file of devices alone every line of a device shows that its log went on, here or from the file before.
        let isCollector =
            services.contains { $0.byWitness[0] > 0 } && !services.contains { $0.byWitness[1] + $0.byWitness[2] > 0 }
        return devices.compactMap { device in
            var found = device.shown
            if isCollector, let quiet = device.quiet { found = SourceTally.joined(SourceTally.joined(found, quiet.from), quiet.to) }
            guard let span = found else { return nil }
            return DeviceSpan(device: device.key, name: device.name, platform: device.platform, source: index, span: span)
        }
    }

    /// The report of a bill.
    func billReport(name: String, bill: borrowing BillReader, isDamaged: Bool) -> ExtractionReport {
        var report = ExtractionReport()
        let coverage = bill.coverage(isDamaged: isDamaged)
        report.lines = bill.lines
        report.noise = bill.lines &- min(bill.lines, bill.evidence)
        report.damage = bill.damage
        report.sources = [
            SourceInfo(
                name: name, contentID: contentID, witness: .provider, format: bill.formatName, span: coverage, lines: bill.lines,
                evidence: bill.evidence)
        ]
        if let coverage, let provider = bill.provider {
            report.providerDays = [ProviderDay(provider: provider.bytes.text, stretch: coverage)]
        }
        return report
    }

    /// The report of an error body under a bill's name: a note, no damage (contract.md).
    func errorBodyReport(name: String) -> ExtractionReport {
        var report = ExtractionReport()
        report.lines = errorLines
        report.noise = errorLines
        report.damage = [
            Damage(source: name, at: "", reason: "an error body is stored in place of a bill: that day has none", isNote: true)
        ]
        report.sources = [SourceInfo(name: name, contentID: contentID, witness: .provider, format: "error body", lines: errorLines)]
        return report
    }
}
