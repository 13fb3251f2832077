#ifndef CINTERCEPTION_GUARD_H
#define CINTERCEPTION_GUARD_H

#include <stdint.h>
#include <sys/types.h>

// The functions that put a clone between a touch device and its readers: the device is grabbed, and the clone sends
// events in its place.

/// ioctl with UI_SET_PHYS, before the device is created.
int gb_uinput_set_place(int uinput, const char *place);

/// ioctl with EVIOCGRAB: whether this descriptor alone gets the device's events.
int gb_grab(int device, int is_grabbed);

/// Grabs a device that was silent and untouched a moment ago, so that other readers miss no part of a touch. Returns
/// - 1 when it is grabbed;
/// - 0 when it has sent something since, or something touches it: then it is released, its events so far are read, and other readers
///   learn what they missed;
/// - -1 with errno when another program has it.
/// `slot` is the slot that the next events are about. The events' times must be of CLOCK_MONOTONIC.
int gb_take(int device, int slots, int slot);

/// The state shared by a guard and the process that it guards.
struct gb_guard;

/// fork, twice: another process that makes sure that a device behaves as if it had never been grabbed, whatever happens
/// to this process. It lifts all that is down in the clone, removes the clone, and releases the device as soon as
/// nothing touches it, or after 5 s,
/// - when `gb_guard_end` is called, or this process is gone for any reason;
/// - when the device has had events to read for `patience_ms` and `gb_guard_beat` was not called meanwhile.
/// It has no other descriptors and sleeps while the device does. `keys` are the clone's keys, ended by 0. NULL if there
/// can't be a guard, with errno.
struct gb_guard *gb_guard_begin(int device, int uinput, int slots, const uint16_t *keys, int patience_ms);

/// The device's events have been read. From time to time this asks the guard for a sign of life, and kills a guard that has
/// given none for 2 s because it is stopped.
void gb_guard_beat(struct gb_guard *guard);

/// Whether the guard lifts contacts as ordinary ones from now on. Otherwise they become palms first, which compositors
/// cancel; to applications that get no cancel such a contact would stay down.
void gb_guard_lift_plainly(struct gb_guard *guard, int is_plain);

/// Whether the guard has taken the device away from this process.
int gb_guard_has_acted(const struct gb_guard *guard);

/// Ready to be read when the guard has acted, or is gone.
int gb_guard_line(const struct gb_guard *guard);

/// Whether the guard has ended without having acted.
int gb_guard_is_gone(const struct gb_guard *guard);

/// Makes the guard give the device back, and forgets the guard; the device is to be closed then. If no guard answers,
/// another one is started for that; if that fails too, this call releases the device.
void gb_guard_end(struct gb_guard *guard);

/// Continues this user's guards that are stopped, so that they give their devices back; returns how many.
int gb_wake_guards(void);

#endif
