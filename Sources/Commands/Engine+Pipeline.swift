import Domain

extension Engine {
    /// The engine of this program.
    static let pipeline = Engine(
        analyze: { (request, bar, orders) throws(CommandError) in
            throw CommandError(.usage, Text(en: "the pipeline is not wired yet", zh: "数据通路尚未接通"))
        },
        stage: { (stage, operands, settings) throws(CommandError) in
            throw CommandError(.usage, Text(en: "the pipeline is not wired yet", zh: "数据通路尚未接通"))
        })
}
