import Foundation
import Testing

@testable import Simulation

@Suite("Bills")
struct BillTests {
    @Test("GBK bytes are the standard's")
    func gbk() {
        // 支付宝 业务明细 （元） ￥-less ASCII stays
        #expect(GBK.bytes(of: "支付宝") == [0xD6, 0xA7, 0xB8, 0xB6, 0xB1, 0xA6])
        #expect(GBK.bytes(of: "业务明细") == [0xD2, 0xB5, 0xCE, 0xF1, 0xC3, 0xF7, 0xCF, 0xB8])
        #expect(GBK.bytes(of: "（元）A") == [0xA3, 0xA8, 0xD4, 0xAA, 0xA3, 0xA9, 0x41])
    }

    @Test("Alipay's zip has two entries with GBK names and no UTF-8 flag")
    func zipNames() throws {
        let folder = try WorldFolder(WorldFolder.options(orders: 200))
        let zips = try folder.files("logs/provider").filter { $0.key.hasSuffix(".zip") }
        #expect(zips.count == 1)
        let bytes = [UInt8](zips.values.first ?? Data())
        // central directory entries: flags at +8, name length at +28, name at +46
        var names: [[UInt8]] = []
        var at = 0
        while at + 46 < bytes.count {
            guard Array(bytes[at..<(at + 4)]) == [0x50, 0x4B, 0x01, 0x02] else {
                at += 1
                continue
            }
            let flags = UInt16(bytes[at + 8]) | UInt16(bytes[at + 9]) << 8
            #expect(flags & 0x800 == 0)
            let length = Int(bytes[at + 28]) | Int(bytes[at + 29]) << 8
            names.append(Array(bytes[(at + 46)..<(at + 46 + length)]))
            at += 46 + length
        }
        #expect(names.count == 2)
        #expect(names.allSatisfy { $0.starts(with: Array("20889999000011110156_20261102_".utf8)) })
        #expect(names.contains { $0.suffix(12) == [0xD2, 0xB5, 0xCE, 0xF1, 0xC3, 0xF7, 0xCF, 0xB8] + Array(".csv".utf8) })
    }

    @Test("WeChat's rows have 27 back-ticked cells and the summary counts them")
    func wechat() throws {
        var options = WorldFolder.options(orders: 400)
        options.threads = 1
        let plan = Plan(options)
        let batches = BatchSet(slices: plan.slices)
        var teller = Teller(plan, batches)
        defer { teller.free() }
        for visit in 0..<plan.visits { teller.tell(visit: visit) }
        let batch = batches[0]
        var rows = 0
        for line in batch.lines where Int(line.source) == plan.wechatBill {
            let start = Int(line.offset)
            let text = String(decoding: batch.slab.buffer[start..<(start + Int(line.length))], as: UTF8.self)
            let cells = text.dropLast().split(separator: ",", omittingEmptySubsequences: false)
            #expect(cells.count == 27 && cells.allSatisfy { $0.hasPrefix("`") } && text.hasSuffix("\r\n"), "\(text)")
            rows += 1
        }
        #expect(rows > 20)
    }

    @Test("sums are exact")
    func totals() {
        var totals = BillTotals()
        totals.add(12_800)
        totals.add(-1)
        totals.add(5)
        #expect(WechatBill.tail(totals).contains("`3,`128.05,`0.01,"))
    }
}
