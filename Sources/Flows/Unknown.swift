import Domain

extension FlowDefinition {
    /// An order whose channel no line told: only what the server must do in any flow is judged (vocabulary §4).
    public static let unknown = FlowDefinition(
        flow: .unknown,
        names: Text(en: "Unknown flow", zh: "未知流程"),
        provider: "",
        steps: [.orderCreated, .paid, .notified, .markedPaid, .resultShown],
        words: ["unknown"])
}
