#ifndef CLINUX_DETACH_H
#define CLINUX_DETACH_H

// The name of a guard's process.
#define GB_GUARD "gesture-guard"

// Makes this process, which was forked, a guard: nothing that ends or stops the process it came from reaches it. It keeps `count`
// descriptors, 4 at most, as 0 and so on, and closes all others.
void gb_detach(const int *descriptors, int count);

#endif
