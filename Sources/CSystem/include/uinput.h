#ifndef CSYSTEM_UINPUT_H
#define CSYSTEM_UINPUT_H

#include <stdint.h>
#include <sys/types.h>

// What stands between a touch device and its readers: the device is grabbed, and a clone of it speaks in its place.

/// open of /dev/uinput, to write, close-on-exec, without waiting.
int gb_uinput_open(void);

/// ioctl with UI_SET_PHYS, before the device is created.
int gb_uinput_set_place(int uinput, const char *place);

/// ioctl with EVIOCGRAB: whether nobody but this descriptor is told what the device does.
int gb_grab(int device, int is_grabbed);

/// What a guard and the guarded share.
struct gb_guard;

/// fork, twice: another process that sees to it that a device is as if it had never been grabbed, whatever becomes of this
/// one. It lifts all that the clone has down, takes the clone away, and lets go of the device as soon as nothing touches it,
/// or after 5 s,
/// - when `gb_guard_end` is called, or this process is gone, however that came about;
/// - when the device has had something to read for `patience_ms` and `gb_guard_beat` was not called meanwhile.
/// It has no other descriptors and sleeps while the device does. `keys` are those of the clone, ended by 0. NULL when there
/// can't be one, with errno.
struct gb_guard *gb_guard_begin(int device, int uinput, int slots, const uint16_t *keys, int patience_ms);

/// What the device has to say is read.
void gb_guard_beat(struct gb_guard *guard);

/// Whether the guard has taken the device away from this process.
int gb_guard_has_acted(const struct gb_guard *guard);

/// Has the guard give the device back, and forgets it; `device` is to be closed then. Where no guard answers any more, the
/// device is let go of when this returns.
void gb_guard_end(struct gb_guard *guard, int device);

#endif
