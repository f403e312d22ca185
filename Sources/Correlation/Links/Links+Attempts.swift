extension Links {
    /// Whether any number of the run is an attempt of another order.
    public var hasAttempts: Bool { roots.count > 0 }
}
