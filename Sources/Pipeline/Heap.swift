import Domain

#if canImport(Glibc)
    import Glibc
#endif

/// The C library's heap during a run.
enum Heap {
    /// Lets it keep what is given back: source after source takes the same buffers of a megabyte, and memory that goes back to the system
    /// each time comes again page by page, each page cleared. What is larger still goes back at once.
    static func keepFreedMemory() {
        #if canImport(Glibc)
            mallopt(M_MMAP_THRESHOLD, Int32(Limits.heapLargest))
            mallopt(M_TRIM_THRESHOLD, Int32(Limits.heapKept))
        #endif
    }
}
