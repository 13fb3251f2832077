#ifndef CSYSTEM_SLOTS_H
#define CSYSTEM_SLOTS_H

#include <linux/input.h>
#include <stdint.h>

// What the kernel knows of a touch device now, asked without reading from it.

/// More slots than any device has.
enum { GB_SLOTS = 64 };

/// ioctl with EVIOCGMTSLOTS: what each slot has of `code`; those that there are not are left as they are.
int gb_slots(int device, int code, int32_t values[GB_SLOTS]);

/// ioctl with EVIOCGABS.
int gb_axis(int device, int code, struct input_absinfo *axis);

#endif
