#ifndef LOAD_H
#define LOAD_H

#include <stddef.h>

/// Loads a library and fills `functions`, an array of pointers, with the functions of these names, up to the first missing one, which
/// becomes NULL. Returns the name of the missing library or function, or NULL if nothing is missing.
const char *gb_load(const char *library, void *functions, const char *const *names, size_t count);

#endif
