import Domain
import Providers

/// What provider and verified server evidence say besides payment, each the first of its kind.
struct Statements {
    /// The provider said that the trade is closed unpaid.
    var closed: (event: Int, at: Instant)?
    /// The provider said failed.
    var failed: Int?
    /// The provider's last usable answer that says "still unpaid": pending or unknown to it.
    var lastOpen: Int?
    /// The payer said no.
    var cancelled: Int?
    /// The server closed the order: closed, expired, or cancelled by somebody else than the payer.
    var closedByServer: Int?
}

extension Case {
    func findStatements() -> Statements {
        var found = Statements()
        for index in notices.indices where notices[index].isVerified == true {
            guard notices[index].says == .closed || notices[index].says == .failed else { continue }
            guard let event = chain.deliveries[index].verified ?? chain.deliveries[index].received.first else { continue }
            if notices[index].says == .closed, found.closed == nil {
                found.closed = (event, chain.deliveries[index].at)
            } else if notices[index].says == .failed, found.failed == nil {
                found.failed = event
            }
        }
        for (index, fact) in facts.enumerated() {
            switch fact.event {
            case .providerAnswered where !fact.flags.contains(.error), .tradeRecorded, .tradeClosed:
                noteProvider(index, fact, in: &found)
            case .orderChanged:
                if fact.to == .cancelled, fact.by == .user || fact.by == .client {
                    found.cancelled = found.cancelled ?? index
                } else if fact.to == .closed || fact.to == .expired || fact.to == .cancelled {
                    found.closedByServer = found.closedByServer ?? index
                }
            case .returnReceived, .storeTransaction:
                if fact.meaning == .cancelled, !hasLaterAttempt(after: index) { found.cancelled = found.cancelled ?? index }
            default: break
            }
        }
        return found
    }

    private func noteProvider(_ index: Int, _ fact: Fact, in found: inout Statements) {
        let isClosed = fact.event == .tradeClosed || fact.state == .closed || fact.state == .expired || fact.state == .cancelled
        if isClosed, fact.paidAt == nil, !fact.flags.contains(.refundedAmount) {
            let at = fact.until ?? fact.at
            if found.closed.map({ at < $0.at }) ?? true { found.closed = (index, at) }
        } else if fact.state == .failed {
            found.failed = found.failed ?? index
        } else if fact.state?.isOpen == true, fact.event == .providerAnswered {
            found.lastOpen = index
        }
    }

    /// Whether the payer tried again after a cancel.
    private func hasLaterAttempt(after index: Int) -> Bool {
        for (other, fact) in facts.enumerated() where other != index {
            switch fact.event {
            case .payTapped, .checkoutLoaded, .walletIntercepted, .checkoutCreated: if isAfter(other, index) { return true }
            case .walletOpened where fact.ok != false: if isAfter(other, index) { return true }
            case .returnReceived where fact.meaning != .cancelled: if isAfter(other, index) { return true }
            case .storeTransaction where fact.meaning != .cancelled && fact.binding != .window: if isAfter(other, index) { return true }
            default: break
            }
        }
        return false
    }
}
