/// The secret that tokens depend on. It never stands in a store, a page or a log.
public struct MaskKey: Sendable, Equatable {
    let low: UInt64
    let high: UInt64

    /// Makes a key of its two halves.
    public init(low: UInt64, high: UInt64) { (self.low, self.high) = (low, high) }

    /// A key that nobody has: of the system's random numbers.
    public static func random() -> MaskKey {
        var generator = SystemRandomNumberGenerator()
        return MaskKey(low: generator.next(), high: generator.next())
    }

    /// A key for this process only: tokens agree within one run and with nothing else.
    public static let ofThisProcess = MaskKey.random()

    /// The key as a key file has it: 32 hexadecimal digits.
    public var hex: String { MaskKey.hex(high) + MaskKey.hex(low) }

    /// Reads a key file's content; nil when it is no key.
    public init?(hex bytes: some Collection<UInt8>) {
        let digits = bytes.filter { $0 > 32 }
        guard digits.count == 32 else { return nil }
        var halves: [UInt64] = [0, 0]
        for (index, digit) in digits.enumerated() {
            let value: UInt8
            switch digit {
            case 48...57: value = digit - 48
            case 97...102: value = digit - 87
            case 65...70: value = digit - 55
            default: return nil
            }
            halves[index / 16] = halves[index / 16] << 4 | UInt64(value)
        }
        (high, low) = (halves[0], halves[1])
    }

    private static func hex(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
