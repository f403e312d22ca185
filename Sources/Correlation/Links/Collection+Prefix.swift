extension RandomAccessCollection where Index == Int {
    /// The end of the leading elements that fulfil a condition, which none may fulfil after the first that does not.
    ///
    /// - Complexity: O(log n).
    func endOfPrefix(where belongs: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if belongs(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
