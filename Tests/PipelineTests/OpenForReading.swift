#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A descriptor that cannot be written to.
func openForReading(_ path: String) -> Int32 { open(path, O_RDONLY) }
