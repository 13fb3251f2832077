#include "slots.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static int gb_open(const char *path, int flags) { return open(path, flags | O_NONBLOCK | O_CLOEXEC); }

static void gb_set_clock(int device) {
  int clock = CLOCK_MONOTONIC;
  ioctl(device, EVIOCSCLOCKID, &clock);
}

int gb_input_open(const char *path, int flags) {
  int device = gb_open(path, flags);
  if (device >= 0) gb_set_clock(device);
  return device;
}

#ifdef EVIOCSMASK
// The kernel accepts only whole words.
enum { GB_WORD = 8 * sizeof(unsigned long) };
#define GB_WORDS(count) (((count) + GB_WORD - 1) / GB_WORD)

static void gb_let(unsigned long *codes, unsigned first, unsigned last) {
  for (unsigned code = first; code <= last; code++) codes[code / GB_WORD] |= 1UL << code % GB_WORD;
}

static int gb_mask(int device, unsigned type, const unsigned long *codes, size_t size) {
  struct input_mask mask = {.type = type, .codes_size = (uint32_t)size, .codes_ptr = (uintptr_t)codes};
  return ioctl(device, EVIOCSMASK, &mask);
}

static int gb_mask_keys(int device) {
  unsigned long types[GB_WORDS(EV_CNT)] = {0}, keys[GB_WORDS(KEY_CNT)] = {0}, others[GB_WORDS(MSC_CNT)] = {0};
  gb_let(types, EV_KEY, EV_KEY);
  gb_let(types, EV_ABS, EV_ABS);
  gb_let(types, EV_MSC, EV_MSC);
  // Mouse buttons, which touchpads have, and the tools, finger counts and buttons of pens and touch devices.
  gb_let(keys, BTN_MOUSE, BTN_TASK);
  gb_let(keys, BTN_DIGI, BTN_TOOL_QUADTAP);
  // Scan codes of keys are not included.
  gb_let(others, MSC_SERIAL, MSC_SERIAL);
  gb_let(others, MSC_TIMESTAMP, MSC_TIMESTAMP);
  if (gb_mask(device, EV_KEY, keys, sizeof keys) < 0 || gb_mask(device, EV_MSC, others, sizeof others) < 0) return -1;
  // The mask of EV_SYN is the mask of event types.
  return gb_mask(device, EV_SYN, types, sizeof types);
}
#else
static int gb_mask_keys(int device) {
  (void)device;
  errno = ENOSYS;
  return -1;
}
#endif

int gb_input_open_without_keys(const char *path, int flags) {
  int device = gb_open(path, flags);
  if (device < 0) return -1;
  if (gb_mask_keys(device) < 0) {
    int reason = errno;
    close(device);
    errno = reason;
    return GB_KEYS_NOT_WITHHELD;
  }
  gb_set_clock(device);
  return device;
}

int gb_slots(int device, int code, int32_t values[GB_SLOTS]) {
  struct {
    uint32_t code;
    int32_t values[GB_SLOTS];
  } request = {.code = (uint32_t)code};
  memcpy(request.values, values, sizeof request.values);
  int result = ioctl(device, EVIOCGMTSLOTS(sizeof request), &request);
  if (result >= 0) memcpy(values, request.values, sizeof request.values);
  return result < 0 ? -1 : 0;
}

int gb_axis(int device, int code, struct input_absinfo *axis) { return ioctl(device, EVIOCGABS((unsigned)code), axis); }

int gb_set_axis(int device, int code, const struct input_absinfo *axis) {
  return ioctl(device, EVIOCSABS((unsigned)code), axis);
}
