import Decoding
import Domain

/// What one source showed, counted while its records go by; reports are made of it at the end.
struct SourceTally {
    /// Evidence of one service of a mixed stream.
    struct Service {
        var name: [UInt8]
        var byWitness: [UInt64] = [0, 0, 0, 0]
        /// Device sessions of lines that name no device, in the order of their first line.
        var sessions: [DeviceKey] = []
        /// The process that each of them was named by.
        var processes: [[UInt8]] = []

        mutating func count(_ witness: Witness) { byWitness[SourceTally.index(witness)] &+= 1 }
    }

    /// What the lines of one named device span.
    struct Device {
        var key: DeviceKey
        var name: String
        var platform: String
        var shown: Stretch?
        var quiet: Stretch?
    }

    var contentID: UInt64 = 0
    var errorLines: UInt64 = 0
    var services: [Service] = []
    var devices: [Device] = []
    var appSchemes: Set<[UInt8]> = []
    var clientEvents: [RunContext.ShownEvent] = []
    var serverEvents: [EventKind] = []
    private var hasServerEvent = [Bool](repeating: false, count: 256)
    var probes: UInt64 = 0
    var timeless: UInt64 = 0
    /// The last stamp a record carried.
    private(set) var lastStamp: Instant?
    /// Records with evidence.
    private(set) var evidenceRecords: UInt64 = 0
    private(set) var exports: [(provider: String, until: Instant)] = []
    private(set) var firstProviderStamp: Instant?
    /// Offsets and stamps of evidence, thinned: they bound a loss in time.
    private(set) var marks: [(offset: UInt64, at: Instant)] = []
    private var stride = 1
    private var skipped = 0
    private var lastOffset: UInt64 = .max
    private var lastProbe: UInt64 = 0
    private var recentService = 0
    /// Devices of one source at most; later ones are not told apart.
    private static let deviceBound = 65_536
    private static let markBound = 8_192

    /// Notes one row of a record: what it needs of that, since a record is too large to be handed over for every row.
    mutating func note(_ row: Evidence, _ attributes: Attributes, stamp: Instant?, service: Bytes, process: Bytes) {
        if let at = stamp {
            lastStamp = at
            mark(row.offset, at)
        }
        if row.offset != lastOffset {
            evidenceRecords &+= 1
            lastOffset = row.offset
        }
        let service = find(service)
        services[service].count(row.witness)
        switch row.witness {
        case .client:
            noteClient(row, attributes, service: service, process: process)
        case .serverApp, .serverEdge:
            if !hasServerEvent[Int(row.event.rawValue)] {
                hasServerEvent[Int(row.event.rawValue)] = true
                serverEvents.append(row.event)
            }
        case .provider:
            firstProviderStamp = firstProviderStamp ?? stamp
            if row.event == .exportFinished, let until = attributes[.closedAt]?.integer {
                exports.append((attributes[.provider]?.text ?? "", Instant(microseconds: until)))
            }
        }
    }

    private mutating func noteClient(_ row: Evidence, _ attributes: Attributes, service: Int, process: Bytes) {
        var platform = Bytes.none
        var device: Bytes?
        attributes.walk { code, value in
            if code == AttributeKey.platform.rawValue {
                if platform.isEmpty { platform = value }
            } else if code == AttributeKey.device.rawValue {
                device = device ?? value
            }
        }
        noteShown(row.event, platform)
        if let name = device {
            noteDevice(row.device, name, platform, at: row.at, isShown: true)
        } else if !services[service].sessions.contains(row.device), services[service].sessions.count < 64 {
            services[service].sessions.append(row.device)
            services[service].processes.append(Array(process))
        }
    }

    /// Notes which events a platform's lines show; the same few again and again.
    private mutating func noteShown(_ event: EventKind, _ platform: Bytes) {
        let name = StableHash.of(platform, seed: UInt64(event.rawValue))
        guard shownNames[name] == nil else { return }
        shownNames[name] = clientEvents.count
        clientEvents.append(RunContext.ShownEvent(platform: platform.text, event: event))
    }
    private var shownNames = HashIndex()

    /// A record without evidence still shows that its device went on logging.
    ///
    /// - Parameters:
    ///   - at: its stamp.
    ///   - device: the device that it names.
    mutating func noteNoise(at: Instant?, device: Bytes?) {
        guard let at else { return }
        lastStamp = at
        if let device { noteDevice(StableHash.of(device), device, .none, at: at, isShown: false) }
    }

    private mutating func noteDevice(_ key: DeviceKey, _ name: Bytes, _ platform: Bytes, at: Instant, isShown: Bool) {
        let index: Int
        if let last = devices.last, last.key == key {
            index = devices.count - 1
        } else if let found = deviceIndex[key] {
            index = found
        } else {
            guard devices.count < Self.deviceBound else { return }
            index = devices.count
            deviceIndex[key] = index
            devices.append(Device(key: key, name: name.text, platform: platform.text))
        }
        if platform.count > 0, devices[index].platform.isEmpty { devices[index].platform = platform.text }
        if isShown {
            devices[index].shown = Self.joined(devices[index].shown, at)
        } else {
            devices[index].quiet = Self.joined(devices[index].quiet, at)
        }
    }
    private var deviceIndex = HashIndex()

    /// A span widened to a moment.
    static func joined(_ span: Stretch?, _ at: Instant) -> Stretch {
        guard let span else { return Stretch(from: at, to: at) }
        return Stretch(from: min(span.from, at), to: max(span.to, at))
    }

    /// Notes one of the provider's deliberate false signatures.
    mutating func noteProbe(_ message: Bytes) {
        guard let start = message.find("WECHATPAY/SIGNTEST/") else { return }
        var end = start + 19
        while end < message.count, message[end].isIdentifier || message[end] == 43 || message[end] == 47 || message[end] == 61 { end &+= 1 }
        let signature = StableHash.of(message.slice(start, end))
        if signature != lastProbe { probes &+= 1 }
        lastProbe = signature
    }

    /// A record that gave evidence but no time at all.
    mutating func noteTimeless() { timeless &+= 1 }

    private mutating func mark(_ offset: UInt64, _ at: Instant) {
        skipped += 1
        guard skipped >= stride else { return }
        skipped = 0
        if marks.count >= Self.markBound {
            marks = marks.enumerated().compactMap { $0.offset % 2 == 0 ? $0.element : nil }
            stride *= 2
        }
        marks.append((offset, at))
    }

    private mutating func find(_ service: Bytes) -> Int {
        if service.isEmpty, services.count == 1, services[0].name.isEmpty { return 0 }
        if recentService < services.count, services[recentService].name.withUnsafeBytes({ $0.same(as: service) }) { return recentService }
        recentService =
            services.firstIndex { $0.name.withUnsafeBytes { $0.same(as: service) } }
            ?? {
                services.append(Service(name: Array(service)))
                return services.count - 1
            }()
        return recentService
    }

    static func index(_ witness: Witness) -> Int {
        switch witness {
        case .client: 0
        case .serverApp: 1
        case .serverEdge: 2
        case .provider: 3
        }
    }

    /// ios or android: by what the line says of its system, by its envelope, else unknown.
    ///
    /// It changes nothing: a borrow of a reading would be copied byte by byte.
    static func platform(of reading: inout Reading) -> StaticString? {
        if let system = reading.fields[.osVersion] {
            if system.hasAnyCase("ios") || system.hasAnyCase("iphone") { return "ios" }
            if system.hasAnyCase("android") { return "android" }
        }
        guard reading.record.origin == .device else { return nil }
        let format = reading.record.format.bytes
        if format.has("logcat") { return "android" }
        return format.has("xlog") ? nil : "ios"
    }
}
