import Domain
import Reports

/// Help, made from the declarations of the commands.
enum HelpPage {
    /// All commands in a line each.
    static func overview(_ invocation: Invocation) -> String {
        var page = Page(invocation.style(zone: .shanghai))
        page.paragraph(
            StyledText(
                page.say(
                    Text(
                        en:
                            "paychain reads client, server and provider logs of payments, joins them by order number and says, with proof, what became of each order.",
                        zh: "paychain 读取支付的客户端、服务端与渠道日志，按订单号串成证据链，并有据可查地说明每笔订单的去向。"))))
        page.heading(Text(en: "Commands", zh: "命令"))
        for command in CommandDefinition.all {
            var name = StyledText("  paychain \(command.name)  ", .bold)
            name.pad(to: 22)
            page.paragraph(StyledText(page.say(command.summary)), first: name)
        }
        page.heading(Text(en: "Options of every command", zh: "通用选项"))
        options(OptionDefinition.everywhere, &page)
        page.heading(Text(en: "Begin with", zh: "从这里开始"))
        page.table([
            [StyledText("paychain analyze logs/"), StyledText(page.say(Text(en: "read a folder of logs", zh: "读取一个日志目录")), .dim)],
            [
                StyledText("paychain order 202611020001"),
                StyledText(page.say(Text(en: "one order's chain and what to do", zh: "查看一笔订单的证据链与处理办法")), .dim),
            ],
        ])
        exitCodes(&page)
        return page.text
    }

    /// One command.
    static func make(_ command: CommandDefinition, _ invocation: Invocation) -> String {
        var page = Page(invocation.style(zone: .shanghai))
        var usage = StyledText("paychain \(command.name)", .bold)
        if !command.operands.isEmpty { usage.append(" " + command.operands) }
        if !command.options.isEmpty { usage.append(page.say(Text(en: " [options]", zh: " [选项]")), .dim) }
        page.line(usage)
        page.paragraph(StyledText(page.say(command.summary)), first: StyledText("  "))
        if let details = command.details {
            page.line()
            for part in page.say(details).split(separator: "\n") { page.paragraph(StyledText(String(part))) }
        }
        if !command.options.isEmpty {
            page.heading(Text(en: "Options", zh: "选项"))
            options(command.options, &page)
        }
        page.heading(Text(en: "Options of every command", zh: "通用选项"))
        options(OptionDefinition.everywhere, &page)
        page.heading(Text(en: "Examples", zh: "示例"))
        for example in command.examples {
            page.line(StyledText("  " + example.line, .bold))
            page.paragraph(StyledText(page.say(example.does), .dim), first: StyledText("      "))
        }
        return page.text
    }

    private static func options(_ options: [OptionDefinition], _ page: inout Page) {
        for option in options {
            var name = StyledText("  ")
            if let letter = option.letter { name.append("-\(letter), ", .bold) }
            name.append("--\(option.name)", .bold)
            if let value = option.value { name.append(" \(value)") }
            name.append("  ")
            let column = 30
            if name.width > column {
                page.line(name)
                name = StyledText()
            }
            name.pad(to: column)
            page.paragraph(StyledText(page.say(option.help)), first: name)
        }
    }

    private static func exitCodes(_ page: inout Page) {
        page.heading(Text(en: "Exit codes", zh: "退出码"))
        let codes: [(String, Text)] = [
            ("0", Text(en: "done", zh: "完成")),
            ("1", Text(en: "done, and what was asked for was not found, or a check fired", zh: "完成，但未找到所查内容，或检查条件触发")),
            ("2", Text(en: "usage or configuration error", zh: "用法或配置错误")),
            ("3", Text(en: "no path could be read", zh: "没有可读取的路径")),
            ("4", Text(en: "the store could not be opened or written", zh: "存储无法打开或写入")),
        ]
        page.table(codes.map { [StyledText($0.0), StyledText(page.say($0.1), .dim)] })
    }
}
