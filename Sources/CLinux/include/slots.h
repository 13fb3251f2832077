#ifndef CLINUX_SLOTS_H
#define CLINUX_SLOTS_H

#include <linux/input.h>
#include <stdint.h>

// Touch devices of the kernel: how they are opened, and their present state, asked for without reading events.

/// More slots than any device has.
enum { GB_SLOTS = 64 };

/// open, close-on-exec, without waiting; `flags` say the rest. The device's events have times of the monotonic clock from the start, by ioctl with
/// EVIOCSCLOCKID. When a reader sets the clock later, the kernel drops the events that wait to be read. It reports that only with the device's
/// next events, and libevdev then takes those as lost too. -1 with errno if it can't be opened.
int gb_input_open(const char *path, int flags);

/// What gb_input_open_without_keys returns if the kernel doesn't withhold the keys.
enum { GB_KEYS_STAY = -2 };

/// The same for a device that also has the keys of a keyboard: by EVIOCSMASK the kernel gives this descriptor no key but the buttons that
/// touches need, and nothing else that tells of keys (scan codes, lights). It is masked before the clock is set, so that no key waits to be
/// read. Asking for the state of the keys is not masked. GB_KEYS_STAY with errno if the kernel can't do it.
int gb_input_open_without_keys(const char *path, int flags);

/// ioctl with EVIOCGMTSLOTS: the value of `code` in each slot; elements without a slot are left as they are.
int gb_slots(int device, int code, int32_t values[GB_SLOTS]);

/// ioctl with EVIOCGABS.
int gb_axis(int device, int code, struct input_absinfo *axis);

/// ioctl with EVIOCSABS, which needs no right to write.
int gb_set_axis(int device, int code, const struct input_absinfo *axis);

#endif
