import Domain

/// One kind of story with a known right answer: one value in one of the files of this folder.
struct Scenario: Sendable {
    /// Whether the story needs a device log.
    enum Client: Sendable { case required, none, any }

    /// Its name in `truth.ndjson`.
    let name: StaticString
    /// How often it happens in the realistic profile, relative to the others.
    let weight: Int
    /// Which flows it is told in.
    let flows: [Flow]
    var client = Client.any
    /// It is over within a few minutes: may stand before another order of the device, or near the end of the logs.
    var isQuick = false
    /// It has a question of the app and its answer early enough to bound the device's clock by itself.
    var boundsClock = false
    /// It is told of a device of Apple's, where one is logged.
    var isApple = false
    /// Something goes wrong in it.
    var isFault = true
    /// Tells it and sets the truth.
    let tell: @Sendable (inout Teller) -> Void

    static let h5: [Flow] = [.alipayH5, .wechatH5]
    static let alipay: [Flow] = [.alipayH5, .alipaySDK]
    static let wechat: [Flow] = [.wechatH5, .wechatSDK]
    static let all: [Flow] = [.alipayH5, .alipayH5, .wechatH5, .alipaySDK, .wechatSDK]

    /// Payments through Alipay and WeChat Pay.
    static let wallets: [Scenario] =
        healthy + unpaid + traps + moneyFaults + notifyFaults + markFaults + checkoutFaults + returnFaults + queryFaults + resultFaults

    /// Every scenario.
    static let every: [Scenario] = wallets + purchases + subscriptions + purchaseFaults + pages
}

/// Which scenarios may be told when.
final class ScenarioCatalog: Sendable {
    /// What time is left for a story.
    enum Room: Int { case any, quick, pending }

    private let scenarios: [Scenario]
    private let choices: [[(scenario: Int, upTo: Int)]]
    private let pending: Scenario

    init(_ profile: SimulationProfile, scenarios all: [Scenario] = Scenario.every) {
        let told = profile == .healthy ? all.filter { !$0.isFault } : all
        scenarios = told
        pending = Scenario.stillPending
        var tables: [[(scenario: Int, upTo: Int)]] = []
        for (hasClient, isApple) in [(false, true), (true, false), (true, true)] {
            for room in [Room.any, .quick] {
                var sum = 0
                var table: [(scenario: Int, upTo: Int)] = []
                for (index, scenario) in told.enumerated() where isApple || !scenario.isApple {
                    guard scenario.client != (hasClient ? .none : .required), room == .any || scenario.isQuick else { continue }
                    sum += profile == .even ? 1 : scenario.weight
                    table.append((index, sum))
                }
                tables.append(table)
            }
        }
        choices = tables
    }

    func pick(hasClient: Bool, isApple: Bool, room: Room, _ random: inout Random) -> Scenario {
        guard room != .pending else { return pending }
        let table = choices[(hasClient ? isApple ? 4 : 2 : 0) + room.rawValue]
        guard let last = table.last else { return pending }
        let at = random.below(last.upTo)
        for choice in table where at < choice.upTo { return scenarios[choice.scenario] }
        return pending
    }
}
