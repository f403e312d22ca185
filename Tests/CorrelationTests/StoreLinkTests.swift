import Domain
import Testing

@testable import Correlation

/// How App Store evidence finds its order: it carries no order number (facts.md §3, §10).
@Suite struct StoreLinkTests {
    @Test func renewalsJoinTheOrderOfTheFirstPurchase() {
        var rows = Rows()
        rows.add(.receiptVerified, 1, [(.orderNumber, "O1"), (.transactionID, "T1")])
        let renewal = rows.add(.notifyReceived, 100, [(.transactionID, "T2"), (.originalTransactionID, "T1")])
        let again = rows.add(.entitlementChanged, 200, [(.transactionID, "T2")])
        let found = orders(rows.batch)
        #expect(found[renewal] == "O1")
        #expect(found[again] == "O1")
    }

    @Test func aRenewalWithAnOrderOfItsOwnIsThatOrder() {
        var rows = Rows()
        rows.add(.receiptVerified, 1, [(.orderNumber, "O1"), (.transactionID, "T1"), (.originalTransactionID, "T1")])
        rows.add(.receiptVerified, 2, [(.orderNumber, "O2"), (.transactionID, "T2"), (.originalTransactionID, "T1")])
        let first = rows.add(.storeTransactionFinished, 3, device: 7, [(.transactionID, "T1")])
        let second = rows.add(.notifyReceived, 4, [(.transactionID, "T2"), (.originalTransactionID, "T1")])
        let found = orders(rows.batch)
        #expect(found[first] == "O1")
        #expect(found[second] == "O2")
    }

    @Test(arguments: ["D2C06B20-F75F-4AC5-A960-64D3FF95A7D1", "d2c06b20-f75f-4ac5-a960-64d3ff95a7d1"])
    func aTokenThatIsTheOrderNumberNamesIt(_ number: String) {
        var rows = Rows()
        rows.add(.orderCreated, 1, [(.orderNumber, number)])
        let notify = rows.add(.notifyReceived, 2, [(.appAccountToken, "d2c06b20-f75f-4ac5-a960-64d3ff95a7d1"), (.transactionID, "T1")])
        let record = rows.add(.storeTransactionRecorded, 3, [(.transactionID, "T1")])
        let found = orders(rows.batch)
        #expect(found[notify] == number)
        #expect(found[record] == number)
    }

    @Test func aTokenOfAUserWithSeveralOrdersJoinsNone() {
        var rows = Rows()
        for number in ["O1", "O2"] { rows.add(.orderCreated, 1, [(.orderNumber, number), (.appAccountToken, "u-1")]) }
        rows.add(.receiptVerified, 2, [(.orderNumber, "O2"), (.transactionID, "T2")])
        let sure = rows.add(.notifyReceived, 3, [(.appAccountToken, "u-1"), (.transactionID, "T2")])
        let open = rows.add(.notifyReceived, 4, [(.appAccountToken, "u-1"), (.transactionID, "T9")])
        let found = orders(rows.batch)
        #expect(found[sure] == "O2")
        #expect(found[open] == nil)
    }

    @Test func aLineWithoutNumberGoesToTheOrderOfItsProduct() {
        var rows = Rows()
        rows.add(.payTapped, 1, device: 7, [(.orderNumber, "A"), (.productID, "year")])
        rows.add(.payTapped, 2, device: 7, [(.orderNumber, "B"), (.productID, "coins")])
        let year = rows.add(.storeTransaction, 3, device: 7, [(.productID, "year"), (.transactionState, "purchasing")])
        let coins = rows.add(.storeTransaction, 4, device: 7, [(.productID, "coins"), (.transactionState, "purchasing")])
        let other = rows.add(.storeTransaction, 5, device: 7, [(.productID, "old"), (.transactionState, "purchased")])
        let bare = rows.add(.appForegrounded, 6, device: 7)
        let found = orders(rows.batch)
        #expect(found[year] == "A")
        #expect(found[coins] == "B")
        #expect(found[other] == nil)
        #expect(found[bare] == "B")
    }

    @Test func anOrderThatNamesNoProductMayBeMeant() {
        var rows = Rows()
        rows.add(.orderSaved, 1, device: 7, [(.orderNumber, "A")])
        let line = rows.add(.storeTransaction, 2, device: 7, [(.productID, "year")])
        #expect(orders(rows.batch)[line] == "A")
    }

    @Test func theServersOwnIdOfAnArticleContradictsNothing() {
        var rows = Rows()
        rows.add(.orderCreated, 1, [(.orderNumber, "A"), (.productID, "sku-9")])
        rows.add(.orderSaved, 2, device: 7, [(.orderNumber, "A")])
        let line = rows.add(.storeTransaction, 3, device: 7, [(.productID, "com.example.coins")])
        #expect(orders(rows.batch)[line] == "A")
    }

    @Test func theOrderThatNamesTheProductGoesBeforeALaterOneThatNamesNone() {
        var rows = Rows()
        rows.add(.payTapped, 1, device: 7, [(.orderNumber, "A"), (.productID, "year")])
        rows.add(.orderSaved, 2, device: 7, [(.orderNumber, "B")])
        let line = rows.add(.storeTransaction, 3, device: 7, [(.productID, "year")])
        #expect(orders(rows.batch)[line] == "A")
    }
}
