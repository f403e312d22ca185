/// The places of one cell's values, 16 bits a dimension: hashed and compared as two words, for every order of a report.
struct CubeKey: Hashable, Comparable, Sendable {
    private var high: UInt64 = 0
    private var low: UInt64 = 0
    /// How many dimensions fit.
    static let most = 8

    subscript(dimension: Int) -> UInt16 {
        get { UInt16(truncatingIfNeeded: (dimension < 4 ? high : low) &>> CubeKey.shift(dimension)) }
        set {
            let (mask, bits) = (UInt64(0xFFFF) &<< CubeKey.shift(dimension), UInt64(newValue) &<< CubeKey.shift(dimension))
            if dimension < 4 { high = high & ~mask | bits } else { low = low & ~mask | bits }
        }
    }

    /// The first dimension counts most.
    static func < (a: CubeKey, b: CubeKey) -> Bool { (a.high, a.low) < (b.high, b.low) }

    private static func shift(_ dimension: Int) -> UInt64 { UInt64(3 &- dimension & 3) &* 16 }
}
