#ifndef CSYSTEM_SLOTS_H
#define CSYSTEM_SLOTS_H

#include <linux/input.h>
#include <stdint.h>

// The kernel's present state of a touch device, asked for without reading events.

/// More slots than any device has.
enum { GB_SLOTS = 64 };

/// ioctl with EVIOCGMTSLOTS: the value of `code` in each slot; elements without a slot are left as they are.
int gb_slots(int device, int code, int32_t values[GB_SLOTS]);

/// ioctl with EVIOCGABS.
int gb_axis(int device, int code, struct input_absinfo *axis);

#endif
