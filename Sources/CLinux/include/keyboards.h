#ifndef CLINUX_KEYBOARDS_H
#define CLINUX_KEYBOARDS_H

#include <stdint.h>

// Keyboards, mice and touchpads that the kernel creates for this process.

/// open of /dev/uinput for writing, close-on-exec, non-blocking.
int gb_uinput_open(void);

/// Creates an input device with these keys, and these axes of a mouse, through a descriptor of `gb_uinput_open`. The device exists while
/// the descriptor is open; when it closes, the kernel releases everything that is down. Returns -1 with errno on failure.
int gb_keyboard_make(
    int uinput, const char *name, const uint16_t *keys, int key_count, const uint16_t *axes, int axis_count);

/// An axis of a touchpad: its range, and its units per mm.
struct gb_axis {
  uint16_t code;
  int32_t minimum, maximum, resolution;
};

/// Creates a touchpad in the same way; `place` becomes its `phys`. Its bus is Bluetooth, so libinput treats it as external:
/// it works in tablet mode, during typing, and with the lid closed.
int gb_touchpad_make(
    int uinput, const char *name, const char *place, const uint16_t *keys, int key_count, const struct gb_axis *axes,
    int axis_count);

/// write: sends one event of a created device, and the end of the frame if `is_last`; returns the result of write.
long gb_keyboard_send(int uinput, uint16_t type, uint16_t code, int32_t value, int is_last);

/// The minor number of a created device's event node, under which udev stores its data, such as 64 in `c13:64`; -1 if the node doesn't
/// exist yet.
int gb_keyboard_number(int uinput);

#endif
