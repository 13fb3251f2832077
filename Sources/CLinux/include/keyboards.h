#ifndef CLINUX_KEYBOARDS_H
#define CLINUX_KEYBOARDS_H

#include <stdint.h>

// Keyboards, mice and touchpads that the kernel makes for this process.

/// open of /dev/uinput, to write, close-on-exec, without waiting.
int gb_uinput_open(void);

/// Has the kernel make an input device with these keys, and these axes of a mouse, by a descriptor of `gb_uinput_open`. It
/// is there as long as the descriptor is open; with it the kernel releases what is down. -1 with errno if it can't.
int gb_keyboard_make(
    int uinput, const char *name, const uint16_t *keys, int key_count, const uint16_t *axes, int axis_count);

/// An axis of a touchpad: its values, and how many of them make a mm.
struct gb_axis {
  uint16_t code;
  int32_t minimum, maximum, resolution;
};

/// The same for a touchpad that says of itself that it is at `place`. libinput takes it for one that is not built in (it goes by
/// the bus): it works in tablet mode, while somebody types, and with the lid closed.
int gb_touchpad_make(
    int uinput, const char *name, const char *place, const uint16_t *keys, int key_count, const struct gb_axis *axes,
    int axis_count);

/// Sends one event of that device, and the end of its frame if it is the last of it; the return value of write.
long gb_keyboard_send(int uinput, uint16_t type, uint16_t code, int32_t value, int is_last);

/// The number by which udev keeps what it knows of that device, as in `c13:64`: its second part. -1 as long as it has none.
int gb_keyboard_number(int uinput);

#endif
