import Domain
import Recognition
import Testing

@Suite struct BillTests {
    static let header =
        "支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,"
        + "支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注\n"
    static let preamble = "#支付宝业务明细查询\n#账号：[2088]\n#起始日期：[2026年09月01日 00:00:00]   终止日期：[2026年09月02日 00:00:00]\n"
    static let row =
        "2026090122001\t,TK-1\t,交易,月卡,2026-09-01 10:00:01,2026-09-01 10:00:05,,,,,x,20.00,20.00,0.00,0.00,0.00,0.00,0.00,,0.00,0.00,,-0.12,0.00,\n"
    static let footer = "#---列表结束---\n#交易合计：1笔，商家实收共20.00元\n#退款合计：0笔，商家实收退款共-0.00元\n#导出时间：[2026年09月02日 10:03:11]\n"

    @Test func completeBillCoversItsDay() throws {
        let found = Extraction(Self.preamble + Self.header + Self.row + Self.footer)
        let day = try #require(found.report.providerDays.first)
        #expect(day.provider == "alipay")
        #expect(day.stretch.from.rfc3339 == "2026-08-31T16:00:00.000Z")
        #expect(day.stretch.to.rfc3339 == "2026-09-01T15:59:59.999Z")
        #expect(found.report.sources.first?.witness == .provider)
    }

    @Test func emptyCompleteBillCoversItsDay() {
        let footer = Self.footer.replacing("交易合计：1笔", with: "交易合计：0笔")
        #expect(Extraction(Self.preamble + Self.header + footer).report.providerDays.count == 1)
    }

    @Test(arguments: [
        preamble + header + row, preamble + header + row + row + footer, preamble + header + row.dropLast(80) + "\n" + footer,
    ]) func cutBillCoversNothing(_ text: String) {
        #expect(Extraction(text).report.providerDays.isEmpty)
    }

    @Test func lostBytesTakeCoverageAway() {
        let found = Extraction(
            Self.preamble + Self.header + Self.row + Self.footer, losses: [(utf8Offset: 10, reason: "zip: bad CRC", untilEnd: false)])
        #expect(found.report.providerDays.isEmpty)
        #expect(found.rows.count == 1)
    }

    @Test func shortRowIsDamageWithItsLine() {
        let found = Extraction(Self.preamble + Self.header + "2026090122001\t,TK-1\t,交易\n" + Self.footer)
        #expect(found.report.damage.map(\.at) == ["line 5"])
    }

    @Test(arguments: [
        #"{"code":"NO_STATEMENT_EXIST","message":"no bill"}"#,
        "<xml><return_code>FAIL</return_code><return_msg>No Bill Exist</return_msg></xml>",
    ]) func errorBodyIsANote(_ text: String) {
        let found = Extraction(text, name: "wx-2026-09-01.csv")
        #expect(found.rows.isEmpty)
        #expect(found.report.damage.map(\.isNote) == [true])
    }

    @Test func rowsKnowTheirPlace() throws {
        let text = Self.preamble + Self.header + Self.row + Self.footer
        for step in [1, 13, 4_096] {
            let row = try #require(Extraction(text, step: step).rows.first).row
            #expect(row.line == 5)
            #expect(row.offset == UInt64((Self.preamble + Self.header).utf8.count))
        }
    }
}
