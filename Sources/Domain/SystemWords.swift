/// What the system says of files, in Chinese: its own words are English wherever this program runs (`C` locale).
public enum SystemWords {
    private static let all: [(en: String, zh: String)] = [
        ("No such file or directory", "没有该文件或目录"), ("Permission denied", "权限不足"), ("Is a directory", "是目录"),
        ("Not a directory", "不是目录"), ("No space left on device", "磁盘空间不足"), ("File exists", "文件已存在"),
        ("Read-only file system", "文件系统只读"), ("Too many open files", "打开的文件过多"),
    ]

    /// The Chinese of what the system said; what is not known stays as it is.
    public static func chinese(_ words: String) -> String { all.first { $0.en == words }?.zh ?? words }
}
