import Domain

/// Which order every attempt number belongs to (vocabulary §8 rule 1): transitive, and the order is the number that stands as `orderNo`.
enum AttemptRoots {
    /// A number whose parents are being followed.
    private struct Frame {
        var name: UInt64
        var next: Int
        var root: UInt64?
        var isAmbiguous = false
    }

    /// Follows attempt → order edges to the end.
    ///
    /// A number that is an attempt of several different orders belongs to none of them and stays its own; edges that close a circle are
    /// left out, in the order of the hashes, so that the result never depends on which line came first.
    ///
    /// - Returns: for each attempt that belongs to another number, that order.
    static func resolve(_ edges: [Edge]) -> NameTable<UInt64> {
        let edges = edges.sortedUnique()
        var roots = NameTable<UInt64>(capacity: edges.count)
        var isDone = NameTable<Bool>()  // false: on the path
        var path: [Frame] = []
        for start in edges where isDone[start.from] == nil {
            path.append(Frame(name: start.from, next: edges.lowerBound(start.from)))
            isDone[start.from] = false
            while var frame = path.popLast() {
                var parent: UInt64?
                while frame.next < edges.count, edges[frame.next].from == frame.name {
                    let to = edges[frame.next].to
                    if isDone[to] == nil, edges.has(from: to) {
                        parent = to
                        break
                    }
                    frame.next += 1
                    if isDone[to] == false { continue }
                    let root = roots[to] ?? to
                    if let known = frame.root, known != root { frame.isAmbiguous = true }
                    frame.root = root
                }
                if let parent {
                    path.append(frame)
                    path.append(Frame(name: parent, next: edges.lowerBound(parent)))
                    isDone[parent] = false
                    continue
                }
                if let root = frame.root, !frame.isAmbiguous, root != frame.name { roots[frame.name] = root }
                isDone[frame.name] = true
            }
        }
        return roots
    }
}

extension Array<Edge> {
    /// Whether an edge begins at `name`, in a sorted array.
    fileprivate func has(from name: UInt64) -> Bool {
        let i = lowerBound(name)
        return i < count && self[i].from == name
    }
}
