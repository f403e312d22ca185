import CHeap
import Domain

/// The C library's heap during a run.
enum Heap {
    /// Lets it keep what is given back: source after source takes the same buffers of a megabyte, and memory that goes back to the system
    /// each time comes again page by page, each page cleared. What is larger still goes back at once.
    static func keepFreedMemory() { cheap_keep(Int32(Limits.heapLargest), Int32(Limits.heapKept)) }

    /// Lets it keep little, for a run that goes on for days: what a settling takes for a moment must not stay with the process, and by itself
    /// the library keeps more and more once larger pieces were given back.
    static func keepLittle() { cheap_keep(Int32(Limits.heapPiece), Int32(Limits.heapRest)) }

    /// Bytes of memory that the process takes now; 0 where the system does not say.
    static var resident: Int { Int(cheap_resident()) }

    /// Gives back what a settling took, for a run that goes on for days: its pieces lie all over the heap.
    static func giveBack() { cheap_trim() }
}
