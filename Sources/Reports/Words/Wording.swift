import Domain
import Verdicts

/// Texts of remarks, hints and findings.
enum Wording {
    static func hint(_ word: String) -> Text { Text(en: word, zh: word) }
    static func remark(_ remark: Remark) -> Text { Text(en: remark.rawValue, zh: remark.rawValue) }
    static func finding(_ code: Finding.Code) -> Text { Text(en: code.rawValue, zh: code.rawValue) }
}
