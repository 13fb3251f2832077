#include "libraries.h"
#include "load.h"

#include <dlfcn.h>
#include <string.h>
#include <sys/uio.h>

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

#define BUS_SYMBOL(name) "sd_bus_" #name,
const char *gb_load_bus(const char *library, struct gb_bus *functions) {
  static const char *const names[] = {GB_BUS(BUS_SYMBOL)};
  static const char *const newer[] = {BUS_SYMBOL(get_n_queued_write)};
  gb_load(library, &functions->get_n_queued_write, newer, 1);
  return gb_load(library, functions, names, sizeof names / sizeof *names);
}

/// Defines the loader of a library with a single list of functions.
#define LOADER(library, LIST, SYMBOL)                                                                                  \
  const char *gb_load_##library(const char *file, struct gb_##library *functions) {                                    \
    static const char *const names[] = {LIST(SYMBOL)};                                                                 \
    return gb_load(file, functions, names, sizeof names / sizeof *names);                                              \
  }

#define EXPAT_SYMBOL(name) "XML_" #name,
LOADER(expat, GB_EXPAT, EXPAT_SYMBOL)

#define YAML_SYMBOL(name) "yaml_" #name,
LOADER(yaml, GB_YAML, YAML_SYMBOL)

#define XKB_SYMBOL(name) "xkb_" #name,
LOADER(xkb, GB_XKB, XKB_SYMBOL)

#define CAIRO_SYMBOL(name) "cairo_" #name,
LOADER(cairo, GB_CAIRO, CAIRO_SYMBOL)

#define XCB_SYMBOL(name) "xcb_" #name,
LOADER(xcb, GB_XCB, XCB_SYMBOL)

unsigned gb_xcb_send(const struct gb_xcb *functions, xcb_connection_t *connection, void *request, size_t size,
                     const void *list, size_t count, bool has_reply) {
  // libxcb uses the two parts before the first.
  struct iovec parts[] = {{0}, {0}, {request, size}, {(void *)list, count}};
  xcb_protocol_request_t about = {count == 0 ? 1 : 2, NULL, *(uint8_t *)request, !has_reply};
  // With XCB_REQUEST_CHECKED the error of a request comes in place of its reply.
  return functions->send_request(connection, has_reply ? XCB_REQUEST_CHECKED : 0, parts + 2, &about);
}
