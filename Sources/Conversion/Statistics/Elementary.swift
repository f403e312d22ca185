/// Logarithms, exponentials and factorials: the standard library has only the square root, and this room imports nothing else.
///
/// Accurate to about 1e-14 relative; tests hold them against the C library.
enum Elementary {
    static let ln2 = 0.693147180559945309417232121458
    private static let halfLogTwoPi = 0.918938533204672741780329736406

    /// The natural logarithm; -infinity at zero, not a number below it.
    static func log(_ x: Double) -> Double {
        guard x > 0 else { return x == 0 ? -.infinity : .nan }
        guard x.isFinite else { return x }
        var (m, e) = (x.significand, Double(x.exponent))
        if m > 1.4142135623730951 {
            m /= 2
            e += 1
        }
        // ln m = 2 atanh((m - 1) / (m + 1)), |argument| <= 0.1716
        let z = (m - 1) / (m + 1)
        let square = z * z
        var (term, sum, k) = (z, z, 1.0)
        while term.magnitude > 1e-18 {
            term *= square
            k += 2
            sum += term / k
        }
        return 2 * sum + e * ln2
    }

    /// e to the power of `x`.
    static func exp(_ x: Double) -> Double {
        guard x.isFinite else { return x < 0 ? 0 : x }
        guard x > -745 else { return 0 }
        guard x < 709 else { return .infinity }
        let n = (x / ln2).rounded()
        let r = x - n * ln2
        var (term, sum, k) = (1.0, 1.0, 1.0)
        while term.magnitude > 1e-18, k < 40 {
            term *= r / k
            sum += term
            k += 1
        }
        return Double(sign: .plus, exponent: Int(n), significand: sum)
    }

    /// ln n!
    static func logFactorial(_ n: Int) -> Double {
        guard n > 1 else { return 0 }
        if n < smallFactorials.count { return smallFactorials[n] }
        // Stirling's series: the error is below 1e-16 from n = 64 on.
        let x = Double(n)
        let inverse = 1 / x
        let square = inverse * inverse
        return (x + 0.5) * log(x) - x + halfLogTwoPi + inverse * (1.0 / 12 - square * (1.0 / 360 - square * (1.0 / 1_260)))
    }

    private static let smallFactorials: [Double] = {
        var sums = [0.0, 0.0]
        for n in 2..<64 { sums.append(sums[n - 1] + log(Double(n))) }
        return sums
    }()

    /// The probability that a standard normal variable lies beyond `z` on either side (Abramowitz and Stegun 26.2.17 is too coarse here:
    /// this is the continued fraction of erfc beyond 3, and its series below).
    static func twoSidedNormal(_ z: Double) -> Double {
        let x = z.magnitude / 2.0.squareRoot()
        guard x.isFinite else { return 0 }
        if x < 2.2 {
            // erf x = 2/sqrt(pi) * sum (-1)^n x^(2n+1) / (n! (2n+1))
            var (term, sum, n) = (x, x, 0.0)
            while term.magnitude > 1e-18 {
                n += 1
                term *= -x * x / n
                sum += term / (2 * n + 1)
                if n > 200 { break }
            }
            return max(0, 1 - sum * 1.1283791670955126)
        }
        // erfc x = exp(-x^2)/sqrt(pi) / (x + 1/2/(x + 1/(x + 3/2/(x + 2/(x + …)))))
        var fraction = x
        for k in stride(from: 60, through: 1, by: -1) { fraction = x + Double(k) / 2 / fraction }
        return exp(-x * x) * 0.5641895835477563 / fraction
    }
}
