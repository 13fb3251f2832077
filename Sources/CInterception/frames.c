#include "frames.h"

#include <unistd.h>

// Leaves room for the last slot, and for the end of the frame.
#define GB_FRAME_ROOM (GB_FRAME_EVENTS - 2)

struct gb_frame gb_frame_for(int fd, int last_slot) { return (struct gb_frame){.fd = fd, .last_slot = last_slot}; }

static void gb_append(struct gb_frame *frame, uint16_t type, uint16_t code, int32_t value) {
  frame->events[frame->count++] = (struct input_event){.type = type, .code = code, .value = value};
}

void gb_frame_write(struct gb_frame *frame, int is_whole) {
  if (frame->count == 0) return;
  if (frame->last_slot >= 0) gb_append(frame, EV_ABS, ABS_MT_SLOT, frame->last_slot);
  if (is_whole) gb_append(frame, EV_SYN, SYN_REPORT, 0);
  // If writing fails, nothing more can be done.
  ssize_t written = write(frame->fd, frame->events, (size_t)frame->count * sizeof *frame->events);
  (void)written;
  frame->count = 0;
}

void gb_frame_add(struct gb_frame *frame, uint16_t type, uint16_t code, int32_t value) {
  if (frame->count + 1 > GB_FRAME_ROOM) gb_frame_write(frame, 1);
  gb_append(frame, type, code, value);
}

void gb_frame_set(struct gb_frame *frame, int slot, const struct gb_slot_value *values, int count) {
  if (frame->count + 1 + count > GB_FRAME_ROOM) gb_frame_write(frame, 1);
  gb_append(frame, EV_ABS, ABS_MT_SLOT, slot);
  for (int index = 0; index < count; index++) gb_append(frame, EV_ABS, values[index].code, values[index].value);
}
