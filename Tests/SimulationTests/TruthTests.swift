import Domain
import Foundation
import Testing

@testable import Simulation

@Suite("The truth beside the logs")
struct TruthTests {
    @Test("has one well-formed line for every order")
    func wellFormed() throws {
        let folder = try WorldFolder(WorldFolder.options(orders: 1_500))
        let truth = try folder.truth()
        #expect(truth.count == 1_500)
        #expect(Set(truth.compactMap { $0["order"] as? String }).count == 1_500)
        for line in truth {
            let order = line["order"] as? String ?? ""
            #expect(!(line["scenario"] as? String ?? "").isEmpty, "\(order)")
            #expect(Flow(rawValue: line["flow"] as? String ?? "") != nil, "\(order)")
            let outcomes = line["outcome"] as? [String] ?? [line["outcome"] as? String ?? ""]
            #expect(outcomes.allSatisfy { Outcome(rawValue: $0) != nil }, "\(order)")
            let experience = line["experience"]
            #expect(experience is NSNull || Experience(rawValue: experience as? String ?? "") != nil, "\(order)")
            let primary = line["primary"] as? [Any] ?? []
            #expect(!primary.isEmpty, "\(order)")
            #expect(primary.allSatisfy { $0 is NSNull || BreakCode(rawValue: $0 as? String ?? "") != nil }, "\(order)")
            for key in ["breaks", "not_breaks"] {
                #expect((line[key] as? [String] ?? []).allSatisfy { BreakCode(rawValue: $0) != nil }, "\(order)")
            }
            #expect((line["events"] as? [String])?.allSatisfy { Step(rawValue: $0) != nil } ?? false, "\(order)")
            #expect(line["skew"] is NSNumber && line["client_style"] is String && line["server_style"] is String, "\(order)")
            let paid = outcomes.contains { $0 == "paid" || $0 == "refunded" }
            #expect(paid || experience is NSNull, "\(order) was never paid and has an experience")
        }
    }

    @Test("has every break and every scenario")
    func complete() throws {
        let truth = try WorldFolder(WorldFolder.options(orders: 4_000)).truth()
        let breaks = Set(truth.flatMap { $0["breaks"] as? [String] ?? [] })
        for code in BreakCode.allCases {
            #expect(breaks.contains(code.rawValue), "no order shows \(code.rawValue)")
        }
        let told = Set(truth.compactMap { $0["scenario"] as? String })
        for scenario in Scenario.every { #expect(told.contains("\(scenario.name)"), "\(scenario.name) was never told") }
        #expect(told.contains("still pending"))
    }

    @Test("has mostly healthy orders in the realistic profile, and none broken in the healthy one")
    func profiles() throws {
        var options = SimulationOptions()
        options.orders = 1_500
        let realistic = try WorldFolder(options).truth()
        let broken = realistic.count { !($0["breaks"] as? [String] ?? []).isEmpty }
        #expect(broken > 60 && broken < 450, "\(broken) of 1,500 orders are broken")
        options.profile = .healthy
        #expect(try WorldFolder(options).truth().allSatisfy { ($0["breaks"] as? [String])?.isEmpty ?? false })
    }

    @Test("names only orders that the logs name, and all of them")
    func ordersAreLogged() throws {
        var options = WorldFolder.options(orders: 300)
        options.compression = .none
        options.formats = [.nslog, .jsonLines, .nginx]
        let folder = try WorldFolder(options)
        var text = ""
        for (name, bytes) in try folder.files("logs") where name.hasSuffix("l") || name.hasSuffix("log") || name.hasPrefix("client") {
            text += String(decoding: bytes, as: UTF8.self)
        }
        for (name, bytes) in try folder.files("logs") where name.hasSuffix(".log.1") || name.hasSuffix("l.1") || name.hasSuffix(".2") {
            _ = name
            text += String(decoding: bytes, as: UTF8.self)
        }
        for line in try folder.truth() where (line["scenario"] as? String) != "bill only" {
            let order = line["order"] as? String ?? ""
            #expect(text.contains(order), "\(order) is in no log")
        }
    }
}
