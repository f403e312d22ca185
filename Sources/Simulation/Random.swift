/// A small seeded generator (SplitMix64, public domain): the same numbers on every machine.
struct Random {
    var state: UInt64

    @inline(__always) init(_ seed: UInt64) { state = seed }

    /// A generator for one purpose, independent of the others.
    @inline(__always) init(_ seed: UInt64, _ purpose: UInt64, _ index: UInt64) {
        state = Random.mix(seed ^ Random.mix(purpose &* 0x9E37_79B9_7F4A_7C15 &+ Random.mix(index &+ 0x632B_E59B_D9B4_E019)))
    }

    @inline(__always) static func mix(_ value: UInt64) -> UInt64 {
        var z = value
        z = (z ^ (z &>> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z &>> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z &>> 31)
    }

    @inline(__always) mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Random.mix(state)
    }

    /// A number in `0..<bound`; the bias is far below anything a world can show.
    @inline(__always) mutating func below(_ bound: Int) -> Int {
        Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(truncatingIfNeeded: bound)).high)
    }

    /// A number in `low...high`.
    @inline(__always) mutating func between(_ low: Int64, _ high: Int64) -> Int64 {
        low &+ Int64(truncatingIfNeeded: below(Int(high &- low &+ 1)))
    }

    /// True once in `n` times.
    @inline(__always) mutating func oneIn(_ n: Int) -> Bool { below(n) == 0 }

    /// True with a chance of `percent` in 100.
    @inline(__always) mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
}
