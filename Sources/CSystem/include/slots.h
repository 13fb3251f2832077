#ifndef CSYSTEM_SLOTS_H
#define CSYSTEM_SLOTS_H

#include <linux/input.h>
#include <stdint.h>

// The kernel's present state of a touch device, asked for without reading events, and the clock of its events.

/// More slots than any device has.
enum { GB_SLOTS = 64 };

/// ioctl with EVIOCGMTSLOTS: the value of `code` in each slot; elements without a slot are left as they are.
int gb_slots(int device, int code, int32_t values[GB_SLOTS]);

/// ioctl with EVIOCGABS.
int gb_axis(int device, int code, struct input_absinfo *axis);

/// ioctl with EVIOCSCLOCKID: the events that this descriptor reads have times of the monotonic clock. To be called as soon as a device is
/// open: the kernel drops what waits to be read then, and says so only together with the device's next events, which a reader then
/// takes for lost too. It does nothing to a descriptor of something else.
void gb_use_monotonic_clock(int device);

#endif
