#define _GNU_SOURCE
#include "keyboards.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <linux/uinput.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

int gb_uinput_open(void) { return open("/dev/uinput", O_WRONLY | O_NONBLOCK | O_CLOEXEC); }

static int gb_allow(int uinput, int type, unsigned long request, const uint16_t *codes, int count) {
  if (count > 0 && ioctl(uinput, UI_SET_EVBIT, type) < 0) return -1;
  for (int i = 0; i < count; i++) {
    if (ioctl(uinput, request, codes[i]) < 0) return -1;
  }
  return 0;
}

int gb_keyboard_make(
    int uinput, const char *name, const uint16_t *keys, int key_count, const uint16_t *axes, int axis_count) {
  struct uinput_setup setup = {.id = {.bustype = BUS_VIRTUAL, .version = 1}};
  strncpy(setup.name, name, sizeof setup.name - 1);
  if (gb_allow(uinput, EV_KEY, UI_SET_KEYBIT, keys, key_count) < 0) return -1;
  if (gb_allow(uinput, EV_REL, UI_SET_RELBIT, axes, axis_count) < 0) return -1;
  return ioctl(uinput, UI_DEV_SETUP, &setup) < 0 ? -1 : ioctl(uinput, UI_DEV_CREATE);
}

int gb_touchpad_make(
    int uinput, const char *name, const char *place, const uint16_t *keys, int key_count, const struct gb_axis *axes,
    int axis_count) {
  struct uinput_setup setup = {.id = {.bustype = BUS_BLUETOOTH, .version = 1}};
  strncpy(setup.name, name, sizeof setup.name - 1);
  if (gb_allow(uinput, EV_KEY, UI_SET_KEYBIT, keys, key_count) < 0) return -1;
  if (ioctl(uinput, UI_SET_EVBIT, EV_ABS) < 0 || ioctl(uinput, UI_SET_PROPBIT, INPUT_PROP_POINTER) < 0) return -1;
  for (int i = 0; i < axis_count; i++) {
    struct uinput_abs_setup axis = {
        .code = axes[i].code,
        .absinfo = {.minimum = axes[i].minimum, .maximum = axes[i].maximum, .resolution = axes[i].resolution},
    };
    if (ioctl(uinput, UI_ABS_SETUP, &axis) < 0) return -1;
  }
  if (ioctl(uinput, UI_SET_PHYS, place) < 0 || ioctl(uinput, UI_DEV_SETUP, &setup) < 0) return -1;
  return ioctl(uinput, UI_DEV_CREATE);
}

long gb_keyboard_send(int uinput, uint16_t type, uint16_t code, int32_t value, int is_last) {
  struct input_event events[] = {
      {.type = type, .code = code, .value = value},
      {.type = EV_SYN, .code = SYN_REPORT},
  };
  long written;
  size_t length = is_last ? sizeof events : sizeof events[0];
  do written = write(uinput, events, length);
  while (written < 0 && errno == EINTR);
  return written;
}

int gb_keyboard_number(int uinput) {
  char system[64], path[512];
  if (ioctl(uinput, UI_GET_SYSNAME(sizeof system), system) < 0) return -1;
  snprintf(path, sizeof path, "/sys/devices/virtual/input/%.63s", system);
  DIR *folder = opendir(path);
  if (!folder) return -1;
  int number = -1;
  for (struct dirent *entry; number < 0 && (entry = readdir(folder));) {
    if (strncmp(entry->d_name, "event", 5)) continue;
    snprintf(path, sizeof path, "/sys/devices/virtual/input/%.63s/%.63s/dev", system, entry->d_name);
    FILE *file = fopen(path, "re");
    if (!file) continue;
    if (fscanf(file, "%*d:%d", &number) != 1) number = -1;
    fclose(file);
  }
  closedir(folder);
  return number;
}
