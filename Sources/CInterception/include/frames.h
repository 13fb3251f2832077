#ifndef CINTERCEPTION_FRAMES_H
#define CINTERCEPTION_FRAMES_H

#include <linux/input.h>
#include <stdint.h>

// Frames that set values of many slots, short enough for every reader. libinput 1.31 reads 64 events of a
// frame and discards the rest, so that a contact would stay down or be at a wrong position.

/// The most events of one frame, including the end of the frame.
enum { GB_FRAME_EVENTS = 48 };

/// A new value for a slot.
struct gb_slot_value {
  uint16_t code;
  int32_t value;
};

/// A frame under construction for a device or a clone. `last_slot` is the slot selected at the end of each frame; -1 for none.
struct gb_frame {
  int fd, last_slot, count;
  struct input_event events[GB_FRAME_EVENTS];
};

/// Returns an empty frame.
struct gb_frame gb_frame_for(int fd, int last_slot);

/// Appends an event that isn't of a slot. A full frame is ended and written first.
void gb_frame_add(struct gb_frame *frame, uint16_t type, uint16_t code, int32_t value);

/// Appends at most 8 values of a slot, which stay together. A full frame is ended and written first.
void gb_frame_set(struct gb_frame *frame, int slot, const struct gb_slot_value *values, int count);

/// write: the frame, and its end if `is_whole`; otherwise the kernel passes its events on with the end of the device's next frame.
/// Writes nothing if nothing was appended.
void gb_frame_write(struct gb_frame *frame, int is_whole);

#endif
