#ifndef CLINUX_DETACH_H
#define CLINUX_DETACH_H

// The name of a guard's process.
#define GB_GUARD "gesture-guard"

// Detaches this forked process: signals that end or stop its parent don't reach it. It keeps `count` descriptors, at most 4, as numbers
// 0 and up, and closes all others.
void gb_detach(const int *descriptors, int count);

#endif
