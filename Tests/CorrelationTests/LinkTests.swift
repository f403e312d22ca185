import Domain
import Testing

@testable import Correlation

@Suite struct LinkTests {
    @Test func anAttemptNumberIsNoOrderOfItsOwn() {
        var rows = Rows()
        let bill = rows.add(.tradeRecorded, 1, [(.orderNumber, "B-1"), (.tradeNumber, "T1")])
        let created = rows.add(.orderCreated, 2, [(.orderNumber, "B")])
        let checkout = rows.add(.checkoutCreated, 3, [(.orderNumber, "B"), (.attemptNumber, "B-1")])
        #expect(orders(rows.batch) == [bill: "B", created: "B", checkout: "B"])
    }

    @Test func attemptsOfAttemptsEndAtTheOrderAndSharedOnesStayAlone() {
        var rows = Rows()
        let deep = rows.add(.tradeRecorded, 1, [(.orderNumber, "P1")])
        rows.add(.checkoutCreated, 2, [(.orderNumber, "X1"), (.attemptNumber, "P1")])
        rows.add(.checkoutCreated, 3, [(.orderNumber, "O1"), (.attemptNumber, "X1")])
        let shared = rows.add(.tradeRecorded, 4, [(.orderNumber, "S")])
        rows.add(.checkoutCreated, 5, [(.orderNumber, "O2"), (.attemptNumber, "S")])
        rows.add(.checkoutCreated, 6, [(.orderNumber, "O3"), (.attemptNumber, "S")])
        let found = orders(rows.batch)
        #expect(found[deep] == "O1")
        #expect(found[shared] == "S")
    }

    /// A flipped bit in a packed file copies pieces of one line into another.
    @Test func whatADamagedSourceAloneTiesTogetherMergesNoKnownOrders() {
        var sound = Rows()
        sound.add(.orderCreated, 1, [(.orderNumber, "A")])
        sound.add(.orderCreated, 2, [(.orderNumber, "B")])
        sound.add(.checkoutCreated, 3, [(.orderNumber, "A"), (.attemptNumber, "A-1")])
        sound.add(.orderChanged, 4, [(.orderNumber, "A"), (.tradeNumber, "T")])
        var damaged = Rows()
        damaged.add(.checkoutCreated, 5, source: 1, [(.orderNumber, "B"), (.attemptNumber, "A")])
        damaged.add(.checkoutCreated, 6, source: 1, [(.orderNumber, "B"), (.attemptNumber, "A-1")])
        damaged.add(.checkoutCreated, 7, source: 1, [(.orderNumber, "B"), (.attemptNumber, "B-1")])
        damaged.add(.orderChanged, 8, source: 1, [(.orderNumber, "B"), (.tradeNumber, "T")])
        var loose = Rows()
        loose.add(.handlerFailed, 9, [(.tradeNumber, "T")])
        for (damagedComesFirst, isOtherWorkers) in [(true, false), (false, false), (true, true), (false, true)] {
            var index = LinkIndex()
            func observe(_ rows: Rows) {
                for row in rows.batch.rows { rows.batch.withAttributes(of: row) { _ = index.observe(row, $0) } }
            }
            if !damagedComesFirst, !isOtherWorkers { observe(sound) }
            observe(damaged)
            index.distrust([1])
            if isOtherWorkers {
                var other = LinkIndex()
                for row in sound.batch.rows { sound.batch.withAttributes(of: row) { _ = other.observe(row, $0) } }
                index.merge(other)
            } else if damagedComesFirst {
                observe(sound)
            }
            observe(loose)
            let set = LooseSet()
            for row in loose.batch.rows { loose.batch.withAttributes(of: row) { set.append(row, attributes: $0.bytes) } }
            var bound: [UInt64] = []
            let links = index.resolve(loose: set, order: SourceOrder()) { _, _, order, _ in bound.append(order) }.links
            func order(_ number: String) -> String? { links.number(links.canonical(StableHash.of(number)))?.description }
            #expect(["A", "B", "A-1", "B-1"].map(order) == ["A", "B", "A", "B"])
            #expect(bound.map { links.number($0)?.description } == ["A"])
        }
    }

    /// Out of a store rows come order by order, and which sources are damaged is known beside them.
    @Test(arguments: [false, true]) func theSameOfRowsInAnyOrder(_ isReversed: Bool) {
        var rows = Rows()
        rows.add(.orderCreated, 1, source: 1, [(.orderNumber, "A")])
        rows.add(.orderCreated, 2, source: 1, [(.orderNumber, "B")])
        rows.add(.checkoutCreated, 5, source: 3, [(.orderNumber, "B"), (.attemptNumber, "A")])
        rows.add(.checkoutCreated, 6, source: 3, [(.orderNumber, "B"), (.attemptNumber, "A-1")])
        rows.add(.checkoutCreated, 7, source: 3, [(.orderNumber, "B"), (.attemptNumber, "B-1")])
        rows.add(.checkoutCreated, 3, source: 1, [(.orderNumber, "A"), (.attemptNumber, "A-1")])
        // said by a damaged source first, and then by a sound one
        rows.add(.checkoutCreated, 8, source: 3, [(.orderNumber, "A"), (.attemptNumber, "A-2")])
        rows.add(.checkoutCreated, 9, source: 1, [(.orderNumber, "A"), (.attemptNumber, "A-2")])
        rows.add(.checkoutCreated, 10, source: 3, [(.orderNumber, "B"), (.attemptNumber, "A-2")])
        var index = LinkIndex(rowsInSourceOrder: false)
        for row in isReversed ? rows.batch.rows.reversed() : rows.batch.rows {
            rows.batch.withAttributes(of: row) { _ = index.observe(row, $0) }
        }
        index.distrust([3])
        let links = index.resolve(loose: LooseSet(), order: SourceOrder()) { _, _, _, _ in }.links
        func order(_ number: String) -> String? { links.number(links.canonical(StableHash.of(number)))?.description }
        #expect(["A", "B", "A-1", "B-1", "A-2"].map(order) == ["A", "B", "A", "B", "A"])
    }

    @Test func aSessionThatADamagedSourceNamesBringsNoDevice() {
        var rows = Rows()
        let order = rows.add(.orderCreated, 1, source: 3, [(.orderNumber, "A"), (.session, "ck_1")])
        rows.add(.payTapped, 2, source: 1, device: 7, [(.session, "ck_1")])
        for isDamaged in [false, true] {
            var index = LinkIndex()
            for row in rows.batch.rows { rows.batch.withAttributes(of: row) { _ = index.observe(row, $0) } }
            if isDamaged { index.distrust([3]) }
            let links = index.resolve(loose: LooseSet(), order: SourceOrder()) { _, _, _, _ in }.links
            let devices = links.devices(of: [rows.batch.rows[order]], arena: rows.batch.arena, order: StableHash.of("A"))
            #expect(devices == (isDamaged ? [] : [7]))
        }
    }

    @Test func aCircleOfAttemptsEndsSomewhere() {
        var rows = Rows()
        let a = rows.add(.checkoutCreated, 1, [(.orderNumber, "A"), (.attemptNumber, "B")])
        let b = rows.add(.checkoutCreated, 2, [(.orderNumber, "B"), (.attemptNumber, "A")])
        let found = orders(rows.batch)
        #expect(found[a] == found[b])
        #expect(found[a] != nil)
    }

    @Test func aTradeNumberTellsThePaymentNumberFromTheOrder() {
        var rows = Rows()
        let notify = rows.add(.notifyReceived, 1, [(.orderNumber, "PAY9"), (.tradeNumber, "T9")])
        rows.add(.orderCreated, 0, [(.orderNumber, "BIZ9")])
        rows.add(.orderChanged, 2, [(.orderNumber, "BIZ9"), (.tradeNumber, "T9")])
        #expect(orders(rows.batch)[notify] == "BIZ9")
    }

    @Test func onePaymentOfSeveralOrdersJoinsNone() {
        var rows = Rows()
        var created: [Int] = []
        for name in ["M1", "M2"] {
            created.append(rows.add(.orderCreated, 0, [(.orderNumber, name)]))
            rows.add(.orderChanged, 2, [(.orderNumber, name), (.tradeNumber, "T")])
        }
        let notify = rows.add(.notifyReceived, 1, [(.orderNumber, "C"), (.tradeNumber, "T")])
        let loose = rows.add(.handlerFailed, 3, [(.tradeNumber, "T")])
        let found = orders(rows.batch)
        #expect(found[created[0]] == "M1")
        #expect(found[notify] == "C")
        #expect(found[loose] == nil)
    }

    @Test func aliasesBindEarlierAndLaterAndThroughEachOther() {
        var rows = Rows()
        let far = rows.add(.handlerFailed, 1, [(.requestID, "r-77")])
        let near = rows.add(.notifyReceived, 2, [(.notifyID, "n-1"), (.requestID, "r-77")])
        rows.add(.notifyReceived, 3, [(.notifyID, "n-1"), (.orderNumber, "O1")])
        let junk = rows.add(.handlerFailed, 4, [(.requestID, "null")])
        rows.add(.orderChanged, 5, [(.orderNumber, "O1"), (.requestID, "null")])
        let found = orders(rows.batch)
        #expect(found[far] == "O1")
        #expect(found[near] == "O1")
        #expect(found[junk] == nil)
    }

    @Test func tokensAndMasksBindOnlyToKnownOrders() {
        var rows = Rows()
        rows.add(.orderCreated, 0, [(.orderNumber, "202611020001")])
        rows.add(.orderCreated, 0, [(.orderNumber, "202611030001")])
        let token = rows.add(.queryReceived, 1, by: .serverEdge, [(.candidateNumber, "202611020001")])
        let stranger = rows.add(.queryReceived, 1, by: .serverEdge, [(.candidateNumber, "2026110200011")])
        let mask = rows.add(.handlerFailed, 2, [(.maskedNumber, "20261102****")])
        let several = rows.add(.handlerFailed, 3, [(.maskedNumber, "2026****0001")])
        let short = rows.add(.handlerFailed, 3, [(.maskedNumber, "2026***0001")])
        let export = rows.add(.tradeRecorded, 4, [(.orderNumber, "202611020001"), (.payerExport, "true")])
        let foreign = rows.add(.tradeRecorded, 4, [(.orderNumber, "99"), (.payerExport, "true")])
        let found = orders(rows.batch)
        #expect(found[token] == "202611020001")
        #expect(found[stranger] == nil)
        #expect(found[mask] == "202611020001")
        #expect(found[several] == nil)
        #expect(found[short] == nil)
        #expect(found[export] == "202611020001")
        #expect(found[foreign] == nil)
        let linked = link(rows.batch)
        #expect(linked.bound.first { $0.row == mask }?.binding == .mask)
        #expect(linked.bound.first { $0.row == token }?.binding == .direct)
    }

    @Test func theOrderInProgressTakesLinesWithoutANumber() {
        var rows = Rows()
        let before = rows.add(.appForegrounded, 0, device: 7)
        rows.add(.orderSaved, 10, device: 7, [(.orderNumber, "O1")])
        let inside = rows.add(.walletIntercepted, 12, device: 7)
        rows.add(.orderSaved, 300, device: 7, [(.orderNumber, "O2")])
        let second = rows.add(.walletOpened, 310, device: 7)
        let other = rows.add(.walletOpened, 311, device: 8)
        let late = rows.add(.appForegrounded, 300 + 1_801, device: 7)
        let last = rows.add(.appForegrounded, 300 + 1_800, device: 7)
        let found = orders(rows.batch)
        #expect(found[before] == nil)
        #expect(found[inside] == "O1")
        #expect(found[second] == "O2")
        #expect(found[other] == nil)
        #expect(found[late] == nil)
        #expect(found[last] == "O2")
    }

    @Test func aSessionOfOneOrderIsAnAliasAndOfTwoAWindow() {
        var rows = Rows()
        rows.add(.orderCreated, 0, source: 1, [(.orderNumber, "O1"), (.session, "s1")])
        rows.add(.orderCreated, 0, source: 1, [(.orderNumber, "O2"), (.session, "s2")])
        rows.add(.orderCreated, 0, source: 1, [(.orderNumber, "O3"), (.session, "s2")])
        let alias = rows.add(.walletOpened, 9_000, device: 7, [(.session, "s1")])
        rows.add(.orderSaved, 20_000, device: 8, [(.orderNumber, "O3"), (.session, "s2")])
        let window = rows.add(.walletOpened, 20_001, device: 8, [(.session, "s2")])
        let linked = link(rows.batch)
        let bindings = Dictionary(uniqueKeysWithValues: linked.bound.map { ($0.row, $0) })
        #expect(bindings[alias]?.binding == .alias)
        #expect(bindings[window]?.binding == .window)
        #expect(bindings[window].flatMap { linked.links.number($0.order)?.description } == "O3")
    }

    @Test func aServerLineWithASessionBindsTheOrderToItsDevice() {
        var rows = Rows()
        rows.add(.orderCreated, 0, source: 1, [(.orderNumber, "O1"), (.session, "s1")])
        rows.add(.appForegrounded, 3, device: 7, [(.session, "s1")])
        rows.add(.orderCreated, 0, source: 1, [(.orderNumber, "O2")])
        let links = link(rows.batch).links
        #expect(links.devices(of: [rows.batch.rows[0]], arena: rows.batch.arena, order: StableHash.of("O1")) == [7])
        #expect(links.devices(of: [rows.batch.rows[2]], arena: rows.batch.arena, order: StableHash.of("O2")) == [])
    }

    @Test func probesAreNeitherBoundNorUnbound() {
        var rows = Rows()
        rows.add(.orderCreated, 0, [(.orderNumber, "O1")])
        rows.add(.notifyReceived, 10, [(.notifyID, "x"), (.probe, "true")])
        rows.add(.notifyVerified, 10.01, [(.ok, "false"), (.reason, "signature"), (.probe, "true")])
        rows.add(.notifyAnswered, 10.02, [(.httpStatus, "500")])
        rows.add(.notifyAnswered, 400, [(.httpStatus, "500")])
        let linked = link(rows.batch)
        #expect(linked.unbound.isEmpty)
        #expect(linked.bound.isEmpty)
        #expect(linked.waiting == [1, 2, 3, 4])
    }
}
