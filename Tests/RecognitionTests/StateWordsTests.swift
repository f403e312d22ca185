import Domain
import Testing

@testable import Recognition

@Suite struct StateWordsTests {
    @Test(
        arguments: [
            ("created", .created), ("Created", .created), ("SUCCESS", .paid), ("TradeSuccess", .paid), ("wait-buyer-pay", .pending),
            ("refund", .refunded), ("Completed", .completed), ("canceled", .cancelled), ("timeout", .expired), ("archived", nil), ("", nil),
        ] as [(String, StateWord?)]) func readsShopWords(word: String, expected: StateWord?)
    {
        var word = word
        #expect(word.withUTF8 { StateWords().state(of: UnsafeRawBufferPointer($0)) } == expected)
    }

    @Test(
        arguments: [
            ("REFUND", .paid), ("TRADE_FINISHED", .paid), ("TRADE_CLOSED", .closed), ("NOTPAY", .pending), ("PAYERROR", .failed),
            ("ACQ.TRADE_NOT_EXIST", .notExist), ("ORDERNOTEXIST", .notExist),
        ] as [(String, StateWord?)]) func readsProviderWords(word: String, expected: StateWord?)
    {
        var word = word
        #expect(word.withUTF8 { StateWords().providerState(of: UnsafeRawBufferPointer($0)) } == expected)
    }
}
