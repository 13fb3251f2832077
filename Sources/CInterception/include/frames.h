#ifndef CINTERCEPTION_FRAMES_H
#define CINTERCEPTION_FRAMES_H

#include <linux/input.h>
#include <stdint.h>

// What is written for many slots at once, in frames that every reader takes whole. libinput 1.31 reads 64 events of a
// frame and throws the rest away, so that a contact would stay down or be elsewhere.

/// The most events of one frame, with what ends it.
enum { GB_FRAME_EVENTS = 48 };

/// A value that a slot gets.
struct gb_slot_value {
  uint16_t code;
  int32_t value;
};

/// A frame that is being made for a device or a clone. `last_slot` is the slot that each frame ends in; -1 for none.
struct gb_frame {
  int fd, last_slot, count;
  struct input_event events[GB_FRAME_EVENTS];
};

/// An empty frame.
struct gb_frame gb_frame_for(int fd, int last_slot);

/// Appends an event of no slot. A frame that is full is written and ended before.
void gb_frame_add(struct gb_frame *frame, uint16_t type, uint16_t code, int32_t value);

/// Appends at most 8 values of a slot, which stay together. A frame that is full is written and ended before.
void gb_frame_set(struct gb_frame *frame, int slot, const struct gb_slot_value *values, int count);

/// write: the frame as it is, ended if it `is_whole`; a frame that is not waits in the kernel for the end of the
/// device's next one. Nothing is written where nothing was appended.
void gb_frame_write(struct gb_frame *frame, int is_whole);

#endif
