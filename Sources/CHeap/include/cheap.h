#ifndef CHEAP_H
#define CHEAP_H

/// Lets the C library keep memory that is given back: pieces of less than `largest` bytes, and up to `kept` free bytes at the end of
/// the heap. Does nothing where the library decides by itself.
void cheap_keep(int largest, int kept);

/// Gives memory that nobody uses back to the system. Does nothing where the library decides by itself.
void cheap_trim(void);

/// Bytes of memory that the process takes now; 0 where that is not known.
unsigned long long cheap_resident(void);

#endif
