import Domain

/// How the sources of a run follow each other: for each source its chain, its place there, and its device.
public struct SourceOrder: Sendable {
    /// One source's place.
    public struct Place: Hashable, Sendable {
        /// The chain: a number that sources which follow each other share.
        public var chain: UInt64
        /// Its place in the chain, oldest first.
        public var rank: UInt32
        /// The device session of lines that name none; 0 for servers and providers.
        public var device: DeviceKey
        /// The key that recognition gave such lines.
        public var ownDevice: DeviceKey
        /// Which kind of witness.
        public var witness: Witness

        /// Makes a place.
        public init(chain: UInt64, rank: UInt32, device: DeviceKey, ownDevice: DeviceKey, witness: Witness) {
            (self.chain, self.rank, self.device, self.ownDevice, self.witness) = (chain, rank, device, ownDevice, witness)
        }
    }

    /// Places by source index.
    public var places: [Place]

    private var devices: [DeviceKey: DeviceKey] = [:]

    /// Makes an order.
    public init(places: [Place] = []) {
        self.places = places
        for place in places where place.ownDevice != 0 && place.ownDevice != place.device { devices[place.ownDevice] = place.device }
    }

    /// The chain's device session for a key that stands for one of its sources.
    func canonicalDevice(_ key: DeviceKey) -> DeviceKey { devices[key] ?? key }

    /// The device session of a row of a source: the chain's where its own key is the source's or none.
    @inlinable public func device(_ key: DeviceKey, source: UInt32) -> DeviceKey {
        guard Int(source) < places.count else { return key }
        let place = places[Int(source)]
        guard place.witness == .client else { return key }
        return key == 0 || key == place.ownDevice ? place.device : key
    }
}
