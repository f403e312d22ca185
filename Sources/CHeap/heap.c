#include "cheap.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>

void cheap_keep(int largest, int kept) {
    mallopt(M_MMAP_THRESHOLD, largest);
    mallopt(M_TRIM_THRESHOLD, kept);
}

void cheap_trim(void) { malloc_trim(0); }
#else
void cheap_keep(int largest, int kept) {
    (void)largest;
    (void)kept;
}

void cheap_trim(void) {}
#endif
