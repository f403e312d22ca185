import Domain
import Verdicts

/// The texts of breaks, as their declarations give them.
enum BreakWording {
    static func title(_ code: BreakCode) -> Text { Text(en: code.rawValue, zh: code.rawValue) }
    static func owner(_ code: BreakCode) -> Owner { .server }
    static func reason(_ item: Break) -> Text? { item.reason.map { Text(en: $0, zh: $0) } }
    static func advice(_ item: Break) -> [Text] { [] }
    static func hint(_ word: String) -> Text? { nil }
    static func remark(_ remark: Remark) -> Text { Text(en: remark.rawValue, zh: remark.rawValue) }
}

enum FindingWording {
    static func title(_ code: Finding.Code) -> Text { Text(en: code.rawValue, zh: code.rawValue) }
}
