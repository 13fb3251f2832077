#include "slots.h"

#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>

int gb_input_open(const char *path, int flags) {
  int device = open(path, flags | O_NONBLOCK | O_CLOEXEC);
  int clock = CLOCK_MONOTONIC;
  if (device >= 0) ioctl(device, EVIOCSCLOCKID, &clock);
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
