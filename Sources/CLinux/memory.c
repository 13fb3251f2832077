#define _GNU_SOURCE
#include "csystem.h"

#include <link.h>
#include <malloc.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

// Releases the read-only pages that an object of this process maps from its file; a page that is used again is read
// from the file again.
static void gb_release_object(const struct dl_phdr_info *object) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || part->p_flags & PF_W) continue;
    uintptr_t start = object->dlpi_addr + part->p_vaddr;
    uintptr_t end = (start + part->p_filesz) & ~(page - 1);
    start = (start + page - 1) & ~(page - 1);
    if (end > start) madvise((void *)start, end - start, MADV_DONTNEED);
  }
}

static int gb_release_mapped(struct dl_phdr_info *object, size_t size, void *with_libraries) {
  (void)size;
  gb_release_object(object);
  // The program comes before its libraries, so the iteration stops after it unless libraries are wanted.
  return *(bool *)with_libraries ? 0 : 1;
}

void gb_release_code(void) {
  // The first call includes libraries: most of their pages that the start used aren't used again, but gestures often use the other pages
  // later.
  static bool is_later;
  bool with_libraries = !is_later;
  is_later = true;
  dl_iterate_phdr(gb_release_mapped, &with_libraries);
#ifdef __GLIBC__
  if (with_libraries) malloc_trim(0);
#endif
}
