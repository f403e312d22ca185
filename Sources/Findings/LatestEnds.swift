import Domain

/// How long others went on: the latest end of those that began before a moment. A run may have tens of thousands of sources, so that nobody
/// compares each with each.
struct LatestEnds {
    private let spans: [Stretch]
    /// Of the first one, the first two …: the one that ends latest, and the end of the next.
    private var latest: [(place: Int, next: Instant?)] = []

    /// - Parameter spans: in the order in which they begin.
    init(_ spans: [Stretch]) {
        self.spans = spans
        latest.reserveCapacity(spans.count)
        for place in spans.indices {
            guard let known = latest.last else {
                latest.append((place, nil))
                continue
            }
            let (end, best) = (spans[place].to, spans[known.place].to)
            latest.append(end > best ? (place, best) : (known.place, max(known.next ?? end, end)))
        }
    }

    /// The latest end of the others that began before a moment; nil when none did.
    func ofOthers(than place: Int, begunBefore moment: Instant) -> Instant? {
        var (low, high) = (0, spans.count)
        while low < high {
            let middle = (low + high) / 2
            if spans[middle].from < moment { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return nil }
        let found = latest[low - 1]
        return found.place == place ? found.next : spans[found.place].to
    }
}
