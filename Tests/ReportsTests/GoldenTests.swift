import Domain
import Foundation
import Reports
import Testing

@Suite struct DraftTests {
    @Test func draft() throws {
        for (name, s) in [("refused", Sample.refusedNotify()), ("never", Sample.neverReturned())] {
            for (language, width) in [(Language.en, 120), (.zh, 100), (.en, 80)] {
                let text = OrderReport(verdict: s.verdict, chain: s.chain, run: s.run, sources: s.sources, style: ReportStyle(language: language, width: width)).render()
                try text.write(toFile: "/tmp/draft-\(name)-\(language)-\(width).txt", atomically: true, encoding: .utf8)
            }
        }
    }
}
