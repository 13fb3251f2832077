#include "libraries.h"
#include "load.h"

#include <dlfcn.h>
#include <string.h>

const char *gb_load(const char *library, void *functions, const char *const *names, size_t count) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return library;
  for (size_t index = 0; index < count; index++) {
    void *function = dlsym(handle, names[index]);
    memcpy((char *)functions + index * sizeof function, &function, sizeof function);
    if (!function) return names[index];
  }
  return NULL;
}

#define BUS_NAME(name) "sd_bus_" #name,
const char *gb_load_bus(const char *library, struct gb_bus *functions) {
  static const char *const names[] = {GB_BUS(BUS_NAME)};
  static const char *const newer[] = {BUS_NAME(get_n_queued_write)};
  gb_load(library, &functions->get_n_queued_write, newer, 1);
  return gb_load(library, functions, names, sizeof names / sizeof *names);
}

/// What loads a library of which all functions are in one list.
#define LOADER(library, LIST, NAME)                                                                                    \
  const char *gb_load_##library(const char *file, struct gb_##library *functions) {                                    \
    static const char *const names[] = {LIST(NAME)};                                                                   \
    return gb_load(file, functions, names, sizeof names / sizeof *names);                                              \
  }

#define EXPAT_NAME(name) "XML_" #name,
LOADER(expat, GB_EXPAT, EXPAT_NAME)

#define YAML_NAME(name) "yaml_" #name,
LOADER(yaml, GB_YAML, YAML_NAME)

#define XKB_NAME(name) "xkb_" #name,
LOADER(xkb, GB_XKB, XKB_NAME)

#define CAIRO_NAME(name) "cairo_" #name,
LOADER(cairo, GB_CAIRO, CAIRO_NAME)
