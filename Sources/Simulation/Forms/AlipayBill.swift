import CZip

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Alipay's daily bill (facts.md §1.8): GBK text with footers, in a zip whose entry names are GBK bytes without the UTF-8 flag.
enum AlipayBill {
    static func head(day: Int64) -> [UInt8] {
        GBK.bytes(
            of: """
                #支付宝业务明细查询\r
                #账号：[\(Shop.alipayAccount)]\r
                #起始日期：[\(spoken(day)) 00:00:00]   终止日期：[\(spoken(day + 1)) 00:00:00]\r
                #-----------------------------------------业务明细列表----------------------------------------\r
                支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注\r

                """)
    }

    static func tail(_ totals: BillTotals, day: Int64) -> [UInt8] {
        GBK.bytes(
            of: """
                #-----------------------------------------业务明细列表结束------------------------------------\r
                #交易合计：\(totals.payments)笔，商家实收共\(WechatBill.yuan(totals.paid))元，商家优惠共0.00元\r
                #退款合计：\(totals.refunds)笔，商家实收退款共-\(WechatBill.yuan(totals.refunded))元，商家优惠退款共0.00元\r
                #导出时间：[\(spoken(day + 1)) 10:03:11]\r

                """)
    }

    private static func summary(_ totals: BillTotals) -> [UInt8] {
        GBK.bytes(
            of: """
                #支付宝业务汇总查询\r
                #账号：[\(Shop.alipayAccount)]\r
                门店编号,门店名称,交易订单总笔数,退款订单总笔数,订单金额（元）,商家实收（元）\r
                合计\t,\t,\(totals.payments),\(totals.refunds),\(WechatBill.yuan(totals.paid)),\(WechatBill.yuan(totals.paid - totals.refunded))\r

                """)
    }

    /// `2026年11月02日` of a day number.
    private static func spoken(_ day: Int64) -> String {
        let parts = SourceWriter.date(day, separator: "-").split(separator: "-")
        return "\(parts[0])年\(parts[1])月\(parts[2])日"
    }

    /// Packs the detail that was written to `csv`, with its summary, and removes `csv`.
    ///
    /// - Returns: the size of the zip.
    static func pack(csv: String, to path: String, day: Int64, totals: BillTotals) throws(SimulationError) -> UInt64 {
        var code: Int32 = 0
        guard let archive = zip_open(path, ZIP_CREATE | ZIP_TRUNCATE, &code) else {
            throw SimulationError(.pack, path, "libzip could not open it (\(code))")
        }
        let stem = "\(Shop.alipayAccount)_\(SourceWriter.date(day, separator: ""))_"
        let text = summary(totals)
        // libzip frees what it is given
        let copy = malloc(max(1, text.count))
        if let copy { text.withUnsafeBytes { bytes in _ = bytes.baseAddress.map { memcpy(copy, $0, bytes.count) } } }
        let sources = [zip_source_file(archive, csv, 0, -1), zip_source_buffer(archive, copy, UInt64(text.count), 1)]
        for (name, source) in Swift.zip([stem + "业务明细.csv", stem + "业务明细(汇总).csv"], sources) {
            // declared as CP437, the bytes are stored as they are and no UTF-8 flag is set
            let entry = (GBK.bytes(of: name) + [0]).withUnsafeBytes { bytes in
                bytes.baseAddress.map {
                    zip_file_add(archive, $0.assumingMemoryBound(to: CChar.self), source, zip_flags_t(ZIP_FL_ENC_CP437))
                }
            }
            guard let entry, entry >= 0 else {
                zip_discard(archive)
                throw SimulationError(.pack, path, "libzip refused an entry")
            }
            zip_file_set_dostime(archive, zip_uint64_t(entry), 10 << 11 | 3 << 5, 46 << 9 | 11 << 5 | 3, 0)
            zip_set_file_compression(archive, zip_uint64_t(entry), ZIP_CM_DEFLATE, 6)
        }
        guard zip_close(archive) == 0 else {
            zip_discard(archive)
            throw SimulationError(.pack, path, "libzip could not write it")
        }
        unlink(csv)
        var info = stat()
        guard stat(path, &info) == 0 else { throw SimulationError(.write, path, String(cString: strerror(errno))) }
        return UInt64(info.st_size)
    }
}
