/// Log content in a command that somebody may paste into a shell.
enum ShellWord {
    /// The text as one word that no shell takes apart; `--` goes before one that would be read as an option.
    static func quoted(_ text: String) -> String {
        let isPlain =
            !text.isEmpty
            && text.utf8.allSatisfy { byte in
                (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || "._-+:/@".utf8.contains(byte)
            }
        let word = isPlain ? text : "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
        return text.hasPrefix("-") ? "-- " + word : word
    }
}
