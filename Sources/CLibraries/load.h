#ifndef LOAD_H
#define LOAD_H

#include <stddef.h>

/// Fills `functions`, an array of pointers, with those of the names; one that is missing becomes NULL. Returns what is missing.
const char *gb_load(const char *library, void *functions, const char *const *names, size_t count);

#endif
