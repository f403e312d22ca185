import Domain
import Verdicts

/// The texts of breaks, as their declarations give them.
enum BreakWording {
    static func title(_ code: BreakCode) -> Text { Text(en: code.rawValue, zh: code.rawValue) }
    static func reason(_ item: Break) -> Text? { item.reason.map { Text(en: $0, zh: $0) } }
}
