#ifndef CLINUX_DETACH_H
#define CLINUX_DETACH_H

// The name of a guard's process.
#define GB_GUARD "gesture-guard"

// Makes this process, which was forked, a guard: nothing that ends or stops the process it came from reaches it.
void gb_detach(void);

#endif
