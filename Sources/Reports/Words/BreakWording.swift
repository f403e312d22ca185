import Domain
import Verdicts

/// The texts of a fired break, as its declaration gives them; a code that is not declared is shown as it is.
public enum BreakWording {
    /// Its title.
    public static func title(_ code: BreakCode) -> Text {
        BreakDefinition.of(code)?.texts.title ?? Text(en: code.rawValue, zh: code.rawValue)
    }

    /// Who usually has to act.
    public static func owner(_ code: BreakCode) -> Owner { BreakDefinition.of(code)?.owner ?? .server }

    /// What the reason word means; a word that is not declared is the provider's own code.
    public static func reason(_ item: Break) -> Text? {
        // What explains it is named beside it: then "nothing tells why" is not so.
        if item.reason == "unknown", item.explainedBy != nil { return nil }
        return item.reason.map { word in
            BreakDefinition.of(item.code)?.reasons.first { $0.word == word }?.text ?? Text(en: word, zh: word)
        }
    }

    /// How to confirm it, what it usually comes from, how to mend it.
    static func advice(_ item: Break) -> [(label: Text, text: Text)] {
        guard let texts = BreakDefinition.of(item.code)?.texts else { return [] }
        return [(Label.confirm, texts.confirm), (Label.causes, texts.causes), (Label.fix, texts.fix)]
    }
}

/// Headings that several reports share.
enum Label {
    static let confirm = Text(en: "Confirm", zh: "确认")
    static let causes = Text(en: "Usual causes", zh: "常见原因")
    static let fix = Text(en: "Mend", zh: "修复")
    static let hint = Text(en: "Hint", zh: "线索")
}
