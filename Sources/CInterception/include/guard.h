#ifndef CINTERCEPTION_GUARD_H
#define CINTERCEPTION_GUARD_H

#include <stdint.h>
#include <sys/types.h>

// The functions that put a clone between a touch device and its readers: the device is grabbed, and the clone sends
// events instead.

/// ioctl with UI_SET_PHYS, before the device is created.
int gb_uinput_set_place(int uinput, const char *place);

/// ioctl with EVIOCGRAB: sets whether only this descriptor gets the device's events.
int gb_grab(int device, int is_grabbed);

/// Grabs a device that was silent and untouched a moment ago, so that other readers miss no part of a touch. Returns
/// - 1 if the device is grabbed;
/// - 0 if it has sent something since, or something touches it: then it is released again, its events until then are read, and other
///   readers receive what they missed;
/// - -1 with errno if the grab fails, for example because another program has it.
/// `slot` is the slot of the next events. The events' times must be of CLOCK_MONOTONIC.
int gb_take(int device, int slots, int slot);

/// The data of a guarded process about its guard.
struct gb_guard;

/// fork, twice: starts a process that makes sure that the device behaves as if it had never been grabbed, whatever happens
/// to this process. The guard lifts everything that is down in the clone, removes the clone, and releases the device as soon as
/// nothing touches it, or after 5 s,
/// - when `gb_guard_end` is called, or this process ends for any reason;
/// - when the device has had events to read for `patience_ms` and `gb_guard_beat` was not called meanwhile. The guard has no other
///   descriptors and sleeps while the device is silent. `keys` are the clone's keys, ended by 0. Returns NULL with errno if the guard can't
///   be started.
struct gb_guard *gb_guard_begin(int device, int uinput, int slots, const uint16_t *keys, int patience_ms);

/// Tells the guard that the device's events were read. From time to time this asks the guard for a sign of life, and kills a guard that has
/// given none for 2 s because it is stopped.
void gb_guard_beat(struct gb_guard *guard);

/// Sets whether the guard lifts contacts as ordinary ones. Otherwise it turns them into palms first, which compositors
/// cancel; for applications that get no cancel a palm would stay down.
void gb_guard_lift_plainly(struct gb_guard *guard, int is_plain);

/// Whether the guard has taken the device away from this process.
int gb_guard_has_acted(const struct gb_guard *guard);

/// A descriptor that is readable when the guard has acted or has ended.
int gb_guard_line(const struct gb_guard *guard);

/// Whether the guard has ended without having acted.
int gb_guard_is_gone(const struct gb_guard *guard);

/// Makes the guard give the device back, and frees `guard`; the caller then closes the device. If the guard doesn't answer,
/// another one is started for that; if that fails too, this call releases the device.
void gb_guard_end(struct gb_guard *guard);

/// Continues this user's stopped guards, so that they give their devices back; returns their number.
int gb_wake_guards(void);

#endif
