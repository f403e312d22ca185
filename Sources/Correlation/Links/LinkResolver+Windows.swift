import Domain

extension LinkResolver {
    /// A client row that no number and no identifier bound.
    private struct Open {
        var row: Evidence
        var name: LooseName
        /// 0: it names none.
        var product: UInt64
    }

    /// Binds lines of devices to the order in progress there (vocabulary §8 rule 3).
    func bindWindows() {
        let open = Spool(bits: LinkSpools.bits, in: pool)
        let runs = Spool(bits: LinkSpools.bits, in: pool)
        let boundRuns = Spool(bits: LinkSpools.bits, in: pool)
        func place(_ device: DeviceKey, _ source: UInt32) -> Int {
            open.part(of: StableHash.mixed(order.device(device, source: source), 0))
        }
        var namesProducts = false
        for part in 0..<LooseSet.count where loose.rows(in: part) > 0 {
            let fates = LooseFates(loose.rows(in: part), bound, part)
            var index = 0
            loose.forEach(in: part) { row, attributes in
                defer { index += 1 }
                guard row.witness == .client else { return }
                let place = place(row.device, row.source)
                guard let binding = fates.binding(index) else {
                    let product = Attributes(attributes)[.productID].map { StableHash.of($0) } ?? 0
                    namesProducts = namesProducts || product != 0
                    return open.append(Open(row: row, name: LooseName(part: part, row: index), product: product), to: place)
                }
                guard binding != .mask else { return }
                boundRuns.append(
                    DevicePresence.Run(
                        device: row.device, order: fates.orders[index], firstOffset: row.offset, lastOffset: row.offset, first: row.at,
                        last: row.at, source: row.source),
                    to: place)
            }
        }
        guard !open.isEmpty else { return }
        for each in spools {
            for part in 0..<each.runs.count {
                let noted = each.runs.records(DevicePresence.Run.self, in: part)
                for run in DevicePresence.runs(noted, rowsInSourceOrder: each.rowsInSourceOrder) {
                    var run = run
                    run.source = number(run.source)
                    run.order = links.canonical(run.order)
                    runs.append(run, to: place(run.device, run.source))
                }
            }
        }
        let products = namesProducts ? self.products() : nil
        for part in 0..<open.count where !open.isEmpty(part) {
            var timeline = DeviceTimeline(order: order)
            runs.forEach(DevicePresence.Run.self, in: part) { timeline.add($0) }
            boundRuns.forEach(DevicePresence.Run.self, in: part) { timeline.add(bound: $0) }
            runs.removeAll(in: part)
            boundRuns.removeAll(in: part)
            timeline.finish()
            for item in open.take(Open.self, of: part) {
                guard let found = self.order(of: item, timeline, products) else { continue }
                bound.append(
                    LooseBinding(order: found, row: Int32(truncatingIfNeeded: item.name.row), binding: .window), to: item.name.part)
            }
        }
    }

    private func order(of item: Open, _ timeline: DeviceTimeline, _ products: OrderProducts?) -> UInt64? {
        guard item.product != 0, let products else { return timeline.orderInProgress(at: item.row) { _ in true } }
        return timeline.orderInProgress(at: item.row) { products.isNamed(item.product, by: $0) }
            ?? timeline.orderInProgress(at: item.row) { products.mayConcern(item.product, $0) }
    }

    private func products() -> OrderProducts {
        func all(_ kind: (LinkSpools) -> Spool) -> [Edge] { spools.flatMap { kind($0).records(Edge.self, in: 0) } }
        return OrderProducts(named: all(\.products), byApp: all(\.appProducts), canonical: links.canonical)
    }
}
