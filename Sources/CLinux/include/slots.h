#ifndef CLINUX_SLOTS_H
#define CLINUX_SLOTS_H

#include <linux/input.h>
#include <stdint.h>

// Touch devices of the kernel: opening them, and reading their current state without reading events.

/// More slots than any device has.
enum { GB_SLOTS = 64 };

/// open with `flags`, close-on-exec, non-blocking. The device's events have times of CLOCK_MONOTONIC from the start, by ioctl with
/// EVIOCSCLOCKID. If a reader sets the clock later, the kernel drops the pending events. It reports that only with the device's next
/// events, and libevdev then treats those as lost too. Returns -1 with errno if the device can't be opened.
int gb_input_open(const char *path, int flags);

/// The result of gb_input_open_without_keys if the kernel can't withhold the keys.
enum { GB_KEYS_NOT_WITHHELD = -2 };

/// Opens a device that also has the keys of a keyboard: by EVIOCSMASK the kernel gives this descriptor no keys except the buttons for
/// touches, and nothing else about keys (scan codes, lights). The mask is set before the clock, so that no key press is pending. The mask
/// doesn't cover requests for the state of the keys. Returns GB_KEYS_NOT_WITHHELD with errno if the kernel can't do it.
int gb_input_open_without_keys(const char *path, int flags);

/// ioctl with EVIOCGMTSLOTS: fills in the value of `code` for each slot; elements without a slot stay unchanged.
int gb_slots(int device, int code, int32_t values[GB_SLOTS]);

/// ioctl with EVIOCGABS.
int gb_axis(int device, int code, struct input_absinfo *axis);

/// ioctl with EVIOCSABS, which a read-only descriptor may use too.
int gb_set_axis(int device, int code, const struct input_absinfo *axis);

#endif
