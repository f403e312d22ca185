import Foundation
import TestKit
import Testing

/// What somebody reads who names what is not there, in both languages.
@Suite struct WrongWordsTests {
    @Test(
        arguments: [
            (["analyze", "--no-db", "orders"], "“orders” is a command of its own", "“orders” 本身是一个命令"),
            (["analyze", "--no-db", "/nonexistent"], "check the paths and their permissions", "没有该文件或目录"),
            (["analyze", "--no-db", "--config", "/nonexistent.yaml", "/"], "No such file or directory", "没有该文件或目录"),
            (["alerts", "check", "/nonexistent.yaml"], "No such file or directory", "没有该文件或目录"),
            (["aasa", "/nonexistent"], "/nonexistent: cannot be read: No such file or directory", "/nonexistent：无法读取：没有该文件或目录"),
            (["watch", "--once", "--db", "/nonexistent/a.db", "/nonexistent"], "put the store elsewhere", "存储放到别处"),
        ] as [([String], String, String)])
    func namesWhatIsMissing(words: [String], english: String, chinese: String) throws {
        let ran = [try Ran(words + ["--lang", "en"]), try Ran(words + ["--lang", "zh"])]
        #expect((ran[0].errorText + ran[0].text).contains(english), "\(ran[0].errorText)")
        #expect((ran[1].errorText + ran[1].text).contains(chinese), "\(ran[1].errorText)")
        #expect(ran.allSatisfy { $0.code != 0 && $0.signal == 0 })
    }

    @Test func anEmptyFolderHasNoLog() throws {
        let folder = try TemporaryFolder()
        #expect(try Ran(["analyze", "--no-db", folder.path]).text.hasPrefix("No log file was found in what was named."))
        #expect(try Ran(["analyze", "--no-db", folder.path, "--lang", "zh"]).text.hasPrefix("指定的路径里没有找到日志文件。"))
        let empty = try folder.write("", to: "file.json")
        #expect(try Ran(["aasa", empty, "--lang", "zh"]).text.contains("第 1 行第 1 列"))
    }

    /// A log that was changed since it was read gives no line in place of another one.
    @Test func aChangedLogGivesNoOtherLine() throws {
        let folder = try TemporaryFolder()
        let lines = ["A1", "B2"].map { "2026-09-03 10:00:00.000 INFO pay order.created orderNo=\($0) amount=68.00 flow=wechat_sdk\n" }
        let log = try folder.write(lines.joined(), to: "pay.log")
        let database = folder.path + "/a.db"
        #expect(try Ran(["analyze", log, "--db", database]).code == 0)
        let raw = { try Ran(["order", "B2", "--raw", "--db", database]).text }
        #expect(try raw().contains("orderNo=B2"))
        try folder.write(lines.joined() + lines[0], to: "pay.log")
        #expect(try raw().contains("orderNo=B2"))
        try folder.write(lines[1] + lines[0] + lines[0], to: "pay.log")
        let text = try raw()
        #expect(text.contains("cannot be read any more") && !text.contains("orderNo=A1"))
    }
}
