import Domain
import Findings
import Verdicts

extension Finding.Code {
    /// The finding in a few words, as its declaration has them; a fault that is a break of single orders too has that one's.
    public var title: Text { FindingDefinition.of(self)?.title ?? sameBreak?.texts.title ?? Text(en: rawValue, zh: rawValue) }

    /// The break of the same name, for faults that one order may show as well as the whole run.
    var sameBreak: BreakDefinition? { BreakDefinition.all.first { $0.code.rawValue == rawValue } }
}
