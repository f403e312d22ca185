/// Tests of two by two tables.
enum TwoByTwo {
    /// The probability of at least `a` hits in the first row, given the margins, when rows do not differ (R. A. Fisher's exact test,
    /// one-sided). Exact for any counts; the tail is summed until its terms no longer count.
    static func upperTail(_ a: Int, of n: Int, rest c: Int, of m: Int) -> Double {
        guard n > 0, m > 0, a > 0 else { return 1 }
        let hits = a + c
        let most = min(n, hits)
        // P(X = a) = C(n, a) C(m, hits - a) / C(n + m, hits)
        var logTerm = logChoose(n, a) + logChoose(m, hits - a) - logChoose(n + m, hits)
        var sum = 0.0
        var term = 1.0
        let base = logTerm
        var k = a
        while true {
            sum += term
            guard k < most else { break }
            // P(k + 1) / P(k)
            let ratio = Double(n - k) * Double(hits - k) / (Double(k + 1) * Double(m - hits + k + 1))
            term *= ratio
            k += 1
            if ratio < 1, term < sum * 1e-16 { break }
            if term > 1e250 {
                // Far below the mode: the tail is nearly everything.
                return 1
            }
        }
        logTerm = base + Elementary.log(sum)
        return min(1, Elementary.exp(logTerm))
    }

    /// The logarithm of the odds ratio with half an order added to each cell (Haldane and Anscombe), and its variance (Woolf).
    static func logOdds(_ a: Int, of n: Int, rest c: Int, of m: Int) -> (value: Double, variance: Double) {
        let cells = [a, n - a, c, m - c].map { Double($0) + 0.5 }
        let value = Elementary.log(cells[0] * cells[3] / (cells[1] * cells[2]))
        return (value, cells.reduce(0) { $0 + 1 / $1 })
    }

    /// Twice the logarithm of the likelihood ratio of two shares against one.
    static func likelihoodRatio(_ a: Int, of n: Int, rest c: Int, of m: Int) -> Double {
        2 * (logLikelihood(a, n) + logLikelihood(c, m) - logLikelihood(a + c, n + m))
    }

    private static func logLikelihood(_ hits: Int, _ total: Int) -> Double {
        guard hits > 0, hits < total else { return 0 }
        let p = Double(hits) / Double(total)
        return Double(hits) * Elementary.log(p) + Double(total - hits) * Elementary.log(1 - p)
    }

    private static func logChoose(_ n: Int, _ k: Int) -> Double {
        guard k >= 0, k <= n else { return -.infinity }
        return Elementary.logFactorial(n) - Elementary.logFactorial(k) - Elementary.logFactorial(n - k)
    }
}

/// Control of the share of false discoveries among many tests that depend on each other (Y. Benjamini and D. Yekutieli 2001).
enum FalseDiscovery {
    /// The greatest p-value that still counts as a discovery; nil when none does.
    ///
    /// - Parameters:
    ///   - values: the p-values of all tests that were made.
    ///   - rate: the rate of false discoveries to hold, 0.01 for 1 %.
    static func threshold(_ values: [Double], rate: Double) -> Double? {
        let sorted = values.sorted()
        let count = Double(sorted.count)
        var harmonic = 0.0
        for k in 1...max(1, sorted.count) { harmonic += 1 / Double(k) }
        var found: Double?
        for (index, value) in sorted.enumerated() where value <= Double(index + 1) * rate / (count * harmonic) { found = value }
        return found
    }
}
