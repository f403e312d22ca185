/// Log content in a command that somebody may paste into a shell.
public enum ShellWord {
    /// The text as one word that no shell takes apart; `--` goes before one that would be read as an option.
    ///
    /// - Parameter isOperand: false for the value of an option, which may begin with a dash.
    public static func quoted(_ text: String, isOperand: Bool = true) -> String {
        let isPlain =
            !text.isEmpty
            && text.utf8.allSatisfy { byte in
                (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || "._-+:/@".utf8.contains(byte)
            }
        let word = isPlain ? text : "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
        return isOperand && text.hasPrefix("-") ? "-- " + word : word
    }
}
