import Decoding
import Domain

extension TableFormat {
    /// Payments as Stripe's dashboard exports them: decimals, UTC (facts.md §4).
    static let stripePayments = TableFormat(
        name: "Stripe payments",
        purpose: Text(
            en: "Stripe's payments export; the order number stands in a metadata column.", zh: "Stripe 支付导出；订单号在 metadata 列中。"),
        witness: .provider, zone: .utc,
        columns: [
            (["id", "charge id", "payment id"], .tradeNumber), (["PaymentIntent ID", "payment_intent"], .intent), (["Status"], .state),
            (["Amount"], .amount), (["Amount Refunded"], .refundedAmount), (["Currency"], .currency),
            (["Created date (UTC)", "Created (UTC)"], .createdAt), (["Refunded date (UTC)"], .refundedAt),
            (["client_reference_id", "order_no", "order_id", "orderNo", "Order ID"], .orderNumber), (["Seller Message"], .kind),
            (["Customer ID"], .reference),
        ],
        requires: [[.tradeNumber], [.state], [.amount], [.currency], [.createdAt], [.refundedAmount, .kind, .intent, .reference]],
        readsMetadata: true,
        examples: [
            Recognizer.Example(
                "id,Description,Seller Message,Created date (UTC),Amount,Amount Refunded,Currency,Status,PaymentIntent ID,order_no (metadata)\n"
                    + "ch_1,\"Plan,\nmonthly\",Payment complete.,2026-09-03 07:00:33,128.00,0.00,usd,Paid,pi_1,WC-1\n"
                    + "ch_2,x,The bank did not say why.,2026-09-03 07:10,64.00,0.00,usd,Failed,pi_2,WC-2\n",
                gives: "provider.trade.recorded orderNumber=WC-1 tradeNumber=pi_1 status=paid amount=128.00 currency=USD "
                    + "paidAt=1788418833000000 provider=stripe",
                "provider.trade.recorded orderNumber=WC-2 tradeNumber=pi_2 status=failed")
        ]
    ) { row in row.putStripePayment() }

    /// Stripe's balance history: charges and refunds among fees and payouts (facts.md §4).
    static let stripeBalance = TableFormat(
        name: "Stripe balance history",
        purpose: Text(en: "Stripe's balance history: charges and refunds among fees and payouts.", zh: "Stripe 余额流水：收款、退款、手续费与提现。"),
        witness: .provider, zone: .utc,
        columns: [
            (["id"], .reference), (["Type", "reporting_category"], .kind), (["Source", "source_id"], .tradeNumber), (["Amount", "gross"], .amount),
            (["Net"], .gross), (["Currency"], .currency), (["Created (UTC)", "Created date (UTC)", "Created", "created_utc"], .createdAt),
            (["payment_intent_id", "PaymentIntent ID"], .intent), (["order_no", "order_id", "orderNo"], .orderNumber),
        ],
        requires: [[.kind], [.tradeNumber], [.amount], [.gross], [.currency], [.createdAt]], readsMetadata: true,
        examples: [
            Recognizer.Example(
                "id,Type,Source,Amount,Fee,Net,Currency,Created (UTC),Available On (UTC),Description,orderId (metadata)\n"
                    + "txn_1,charge,ch_1,128.00,4.01,123.99,usd,2026-09-03 07:00,2026-09-05 00:00,x,WC-1\n"
                    + "txn_2,refund,re_1,-28.00,0.00,-28.00,usd,2026-09-03 08:00,2026-09-03 08:00,x,WC-1\n"
                    + "txn_3,payout,po_1,-95.99,0.00,-95.99,usd,2026-09-06 08:00,2026-09-06 08:00,x,\n",
                gives: "provider.trade.recorded orderNumber=WC-1 status=paid currency=USD provider=stripe",
                "provider.refund.recorded orderNumber=WC-1 refundedAmount=28.00 refundNumber=re_1 status=refunded")
        ]
    ) { row in row.putStripeBalance() }
}

extension TableRow {
    /// Writes a payment of Stripe's.
    mutating func putStripePayment() {
        guard let created = time(.createdAt), let word = cell(.state),
            identifier(.orderNumber) ?? identifier(.intent) ?? identifier(.tradeNumber) != nil
        else { return }
        let state: StateWord? =
            word.equalsAnyCase("refunded")
            ? .refunded : word.hasAnyCase("partial") ? .paid : word.hasAnyCase("requires_") ? .pending : words.states.providerState(of: word)
        guard begin(state == .closed ? .tradeClosed : .tradeRecorded, at: created) else { return }
        putNumbers()
        if let trade = identifier(.intent) ?? identifier(.tradeNumber) { rows.put(.tradeNumber, trade) }
        rows.put(.provider, "stripe")
        if let state {
            rows.put(.status, state.bytes)
            if state == .paid || state == .refunded { rows.put(.paidAt, created.at) }
        }
        rows.put(.rawStatus, word.cut(to: 40))
        putAmount(.amount, .amount, minor: false)
        if let refunded = cell(.refundedAmount), refunded.contains(where: { $0.isDigit && $0 != 48 }) {
            putAmount(.refundedAmount, .refundedAmount, minor: false)
        }
        if let refunded = time(.refundedAt) { rows.put(.closedAt, refunded.at) }
        putCurrency()
    }

    /// Writes a movement of Stripe's balance, when it is a payment or a refund.
    mutating func putStripeBalance() {
        guard let created = time(.createdAt), let kind = cell(.kind) else { return }
        let isRefund = kind.equalsAnyCase("refund") || kind.equalsAnyCase("payment_refund")
        guard isRefund || kind.equalsAnyCase("charge") || kind.equalsAnyCase("payment"),
            identifier(.orderNumber) ?? identifier(.intent) ?? identifier(.tradeNumber) != nil,
            begin(isRefund ? .refundRecorded : .tradeRecorded, at: created)
        else { return }
        putNumbers()
        rows.put(.provider, "stripe")
        if let intent = identifier(.intent) {
            rows.put(.tradeNumber, intent)
        }
        if isRefund {
            putIdentifier(.refundNumber, .tradeNumber)
            rows.put(.status, StateWord.refunded.bytes)
            putAmount(.refundedAmount, .amount, minor: false)
            rows.put(.closedAt, created.at)
        } else {
            rows.put(.status, StateWord.paid.bytes)
            rows.put(.paidAt, created.at)
            // The balance may be kept in another currency than the payment was made in: its amount is not the order's.
        }
        putCurrency()
    }
}
