import Domain

/// Finds which sources are one log, written one after the other (vocabulary §5): `app.log`, `app.log.1`, `app.log.2.gz`.
public enum RotationChains {
    /// Sets `chain` and `device` of every source, adds a gap where a rotation is missing, and says how sources follow each other.
    public static func link(_ sources: inout [SourceInfo]) -> SourceOrder {
        SourceOrder()
    }
}
