import Domain

/// The Chinese of the few sentences that other rooms hand over as text: damage, gaps, notes, why a row stayed without an order.
///
/// Their English is the machine form of contract.md and stands in the JSON as it is. A `*` is whatever stands there; a sentence that is
/// not listed is shown as it is.
public enum Phrase {
    /// The sentence in a language.
    public static func make(_ sentence: String, _ language: Language) -> String {
        guard language == .zh else { return sentence }
        for (english, chinese) in catalogue {
            if let values = match(sentence, english) { return fill(chinese, values.map { make(String($0), language)[...] }) }
        }
        return SystemWords.chinese(sentence)
    }

    static let catalogue: [(en: String, zh: String)] = [
        // Sources
        ("gzip: unexpected end", "gzip：意外结束"), ("gzip: invalid header", "gzip：文件头无效"), ("gzip: checksum mismatch", "gzip：校验和不符"),
        ("gzip: foreign bytes", "gzip：夹杂非 gzip 字节"), ("gzip: more damage from here on, not listed", "gzip：此后还有更多损坏，不再列出"),
        ("gzip: packed more than twice; unpack it first", "gzip：压缩超过两层，请先解压"), ("cannot be read: *", "无法读取：*"), ("cannot be read", "无法读取"),
        ("not opened", "未打开"), ("is a FIFO, not a file: pipe it into paychain and name - instead", "是命名管道而非文件：请用管道传给 paychain，并以 - 作为路径"),
        ("is a socket, not a file: pipe it into paychain and name - instead", "是套接字而非文件：请用管道传给 paychain，并以 - 作为路径"),
        ("is a device, not a file: pipe it into paychain and name - instead", "是设备而非文件：请用管道传给 paychain，并以 - 作为路径"),
        ("is no regular file, not a file: pipe it into paychain and name - instead", "不是普通文件：请用管道传给 paychain，并以 - 作为路径"),
        ("is a FIFO: skipped", "是命名管道：已跳过"), ("is a socket: skipped", "是套接字：已跳过"), ("is a device: skipped", "是设备：已跳过"),
        ("is no regular file: skipped", "不是普通文件：已跳过"),
        ("zstd: this program is built without libzstd; unpack it with zstd -d first", "zstd：本程序未带 libzstd，请先用 zstd -d 解压"),
        ("xz: not supported; unpack it with xz -d first", "xz：不支持，请先用 xz -d 解压"),
        ("zip: too long to be read from a pipe; name the file", "zip：过长，无法从管道读取，请直接指定文件"),
        ("zip: not opened inside a gzip", "zip：不打开 gzip 中的 zip"), ("no file matches this pattern", "没有匹配的文件"),
        ("named like a gzip and plain inside", "名为 gzip，内容其实是纯文本"),
        ("is a database, not a log: skipped", "是数据库而非日志：已跳过"), ("is the folder * again: read once", "与目录 * 相同：只读一次"),
        ("is the file * again: read once", "与文件 * 相同：只读一次"), ("* hidden entry skipped", "跳过 * 个隐藏项"),
        ("* hidden entries skipped", "跳过 * 个隐藏项"),
        ("a run of * zero bytes skipped", "跳过一段 * 个零字节"), ("* runs of together * zero bytes skipped", "跳过 * 段共 * 个零字节"),
        ("inflates to more than * times its size: stopped", "解压后超过原大小的 * 倍：已停止"),
        ("zip: encrypted; unpack it with its password first", "zip：已加密，请先用密码解压"),
        ("zip: no directory at its end; the archive is cut or damaged", "zip：末尾没有目录，文件被截断或损坏"),
        ("zip: not opened inside another archive; unpack it first", "zip：不打开嵌套的压缩包，请先解压"),
        ("is GB18030, and this system's iconv has no table for it: read as it is", "编码为 GB18030，但系统 iconv 不支持：按原样读取"),
        ("tar: archives are not opened; unpack it with tar -x first", "tar：不打开归档文件，请先用 tar -x 解包"),
        ("zero bytes in place of text", "文本处是零字节"), ("ended early", "提前结束"),
        ("one of several deliveries of the same second", "同一秒内有多次投递，无法区分"),
        ("unable to open database file", "无法打开数据库文件"), ("disk I/O error", "磁盘读写错误"), ("database is locked", "数据库被占用"),
        // Links
        ("line *, column *", "第 * 行第 * 列"), ("a web page, not a file: *", "是网页而非该文件：*"),
        ("a value is expected here", "此处应为一个值"), ("a key in double quotes is expected here", "此处应为双引号括起的键"),
        ("a colon is expected here", "此处应为冒号"),
        ("a comma or the closing bracket is expected here", "此处应为逗号或右括号"), ("a comma before the closing bracket", "右括号前多了逗号"),
        ("a comment; JSON has none", "有注释，JSON 不允许"), ("an unfinished string", "字符串没有结束"),
        ("an escape that JSON does not have", "JSON 没有的转义"), ("a bare control character inside a string", "字符串中有裸控制字符"),
        ("a number that JSON does not have", "JSON 没有的数字写法"), ("something follows the document's end", "文档结束后还有内容"),
        ("nested too deeply", "嵌套过深"), ("the file is empty", "文件为空"), ("bytes that are no UTF-8", "不是 UTF-8 的字节"),
        // Simulation
        ("is already there; remove it or name another folder", "已存在；请先删除，或换一个目录"), ("must be at least *", "不能小于 *"),
        ("must be at most *", "不能大于 *"), ("must be *…* hours", "须在 *…* 小时之间"), ("must be *…*", "须在 *…* 之间"),
        ("libzip could not open it (*)", "libzip 无法打开（*）"), ("libzip refused an entry", "libzip 拒绝了一个条目"),
        ("libzip could not write it", "libzip 无法写入"), ("zlib could not start", "zlib 无法启动"), ("deflate failed with *", "deflate 失败：*"),
        // Recognition
        ("*: stamps without a zone were read in the configured zone", "*：无时区的时间按配置的时区读取"),
        ("*: * records without any time were left out", "*：* 条没有时间的记录未采用"), ("* records longer than * bytes were cut", "* 条超过 * 字节的记录被截断"),
        ("an error body is stored in place of a bill: that day has none", "存为账单的其实是错误信息：当天没有账单"),
        ("a bill row has too few columns", "账单行的列数不足"),
        // Pipeline
        ("*: neither a time nor evidence: not counted as a log", "*：既没有时间也没有证据，不计为日志"),
        ("… and * more files that are no logs", "……另有 * 个文件不是日志"),
        ("evidence beyond --memory stayed in memory: *", "超出 --memory 的证据只能留在内存中：*"),
        ("no memory for * pieces of evidence: verdicts may lack them", "内存不足，有 * 条证据未能保留：判定可能缺少它们"),
        ("temporary file: * parts could not be read back: verdicts may lack their evidence", "临时文件有 * 段无法读回：判定可能缺少其中的证据"),
        // Correlation
        ("rotation missing", "缺少一个轮转文件"), ("log seq:* is missing", "日志序号 * 缺失"),
        ("its identifiers stand for several orders", "其标识对应多笔订单"),
        ("a payer's own record of an order that no other line names", "付款人自己的记录，其他日志中没有该订单"),
        ("its masked number fits no order, or several", "脱敏单号不匹配或匹配多笔订单"), ("no line ties its identifiers to an order", "没有日志把其标识与订单关联"),
        ("no number, and no order in progress on the device", "没有单号，设备上也没有进行中的订单"), ("no number and no identifier", "没有单号，也没有标识"),
        ("the request of an application line without an order", "对应的应用日志没有订单"),
        ("a refused notify on no order's retry schedule", "被拒绝的通知，不在任何订单的重试时刻表上"),
        ("an answered notify without a number", "已应答但没有单号的通知"), ("sent by a tool, not by a provider", "由工具发出，而非支付渠道"),
        ("no line ties it to an order", "没有日志把它与订单关联"),
    ]

    /// What the stars of a pattern stand for, or nil when the sentence does not fit. A star takes as little as it can, the last one the rest.
    private static func match(_ sentence: String, _ pattern: String) -> [Substring]? {
        let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return sentence == pattern ? [] : nil }
        guard sentence.hasPrefix(parts[0]) else { return nil }
        var rest = sentence.dropFirst(parts[0].count)
        var values: [Substring] = []
        for (index, part) in parts.enumerated().dropFirst() {
            if index == parts.count - 1 {
                guard rest.hasSuffix(part) else { return nil }
                values.append(rest.dropLast(part.count))
            } else {
                guard let place = place(of: part, in: rest) else { return nil }
                values.append(rest[..<place])
                rest = rest[place...].dropFirst(part.count)
            }
        }
        return values.allSatisfy { !$0.isEmpty } ? values : nil
    }

    private static func place(of part: Substring, in text: Substring) -> Substring.Index? {
        text.indices.first { text[$0...].hasPrefix(part) }
    }

    private static func fill(_ pattern: String, _ values: [Substring]) -> String {
        var values = values[...]
        var out = ""
        for character in pattern {
            if character == "*", let value = values.popFirst() { out += value } else { out.append(character) }
        }
        return out
    }
}
