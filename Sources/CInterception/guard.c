#define _GNU_SOURCE
#include "guard.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <linux/uinput.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "detach.h"
#include "frames.h"
#include "slots.h"

// How long a clone remains after its last event: a reader that learns that a device was removed may skip its last events.
#define GB_FAREWELL_MS 200
// A device that has been silent for this long isn't within a frame: no frame takes longer to be reported.
#define GB_SILENCE_MS 10
// The longest time from a frame's first event to its last, on a machine that isn't stopped in between.
#define GB_FRAME_US 5000
// How often `gb_take` reports missed events to other readers: a second time for events that came during the first.
#define GB_LOOKS 2
// The longest time for which a device is kept because fingers are still on it.
#define GB_KEPT_MS (5 * 1000)
// How long the guard may take to confirm that it takes over. A guard that needs longer is stopped, or the machine nearly
// is.
#define GB_ANSWER_MS (2 * 1000)
// While the guarded process reads, it asks the guard for a sign of life at this interval, and treats the guard as frozen
// after this many unanswered questions.
#define GB_QUESTION_MS 500
#define GB_UNANSWERED 4
// The most contacts that are ended in a frame that the kernel joins with the device's next one, which must not become too long.
#define GB_ENDED_AT_ONCE 8
// A tool type that no contact has.
#define GB_NO_TOOL 0xf

struct gb_shared {
  atomic_uint beats, answers;
  atomic_int has_acted, guard, lifts_plainly;
};

struct gb_guard {
  struct gb_shared *shared;
  // `process` is a pidfd of the guard; negative if the kernel has no pidfds.
  int line, process, device, uinput, slots, patience_ms;
  // The last question to the guard: its time, the number of answers by then, and the number of questions in a row without an answer.
  int64_t asked;
  unsigned answered;
  int unanswered;
  uint16_t keys[KEY_CNT + 1];
};

// The data of the guard process.
struct gb_charge {
  struct gb_shared *shared;
  int line, device, uinput, slots, patience_ms, is_clone_gone;
  // The slot that the device itself selected last, and the slot of the events being read.
  int own, read;
  // Whether others may have received events since the device was released; the slots in which they may see a contact, one bit each.
  int was_open;
  uint64_t heard;
  uint16_t keys[KEY_CNT + 1];
};

int gb_uinput_set_place(int uinput, const char *place) { return ioctl(uinput, UI_SET_PHYS, place); }

int gb_grab(int device, int is_grabbed) { return ioctl(device, EVIOCGRAB, is_grabbed); }

// Lifts all contacts and keys of the clone. The kernel drops values that don't change, so it isn't necessary to know which are down. If
// cancels reach applications, all contacts become palms first, which compositors cancel. Otherwise they only lift: for
// applications a palm would stay down forever.
static void gb_lift_all(const struct gb_charge *charge) {
  const struct gb_slot_value palm = {ABS_MT_TOOL_TYPE, MT_TOOL_PALM}, lift = {ABS_MT_TRACKING_ID, -1};
  struct gb_frame frame = gb_frame_for(charge->uinput, -1);
  if (!atomic_load(&charge->shared->lifts_plainly)) {
    for (int slot = 0; slot < charge->slots; slot++) gb_frame_set(&frame, slot, &palm, 1);
    gb_frame_write(&frame, 1);
  }
  for (int slot = 0; slot < charge->slots; slot++) gb_frame_set(&frame, slot, &lift, 1);
  for (const uint16_t *key = charge->keys; *key; key++) gb_frame_add(&frame, EV_KEY, *key, 0);
  gb_frame_write(&frame, 1);
}

static int gb_is_touched(int device, int slots) {
  int32_t ids[GB_SLOTS] = {0};
  if (gb_slots(device, ABS_MT_TRACKING_ID, ids) < 0) return 0;
  for (int slot = 0; slot < slots; slot++) {
    if (ids[slot] >= 0) return 1;
  }
  return 0;
}

// The slot that the kernel has named last.
static int gb_named_slot(const struct gb_charge *charge) {
  struct input_absinfo slot;
  return gb_axis(charge->device, ABS_MT_SLOT, &slot) < 0 ? 0 : slot.value;
}

// Finds two values that the device never sends, far enough apart that its fuzz doesn't hide the change. Returns 0 if the range has
// no room.
static int gb_strange(const struct input_absinfo *info, int32_t *value, int32_t *other) {
  int64_t step = 2 * (int64_t)info->fuzz + 1, strange = info->minimum - step;
  if (info->fuzz < 0 || strange - step < INT32_MIN) return 0;
  *value = (int32_t)strange;
  *other = (int32_t)(strange - step);
  return 1;
}

// The slot that the device itself selected last. The kernel doesn't report it, but if an event is written without a slot, the kernel names
// this slot. The events that were read don't show it either: if the device sends more than the buffer holds, slot names are
// lost. The device is still grabbed, so no other reader gets this.
static int gb_own_slot(const struct gb_charge *charge) {
  struct input_absinfo info;
  int32_t values[GB_SLOTS] = {0}, strange, other;
  int slot = gb_named_slot(charge);
  if (gb_axis(charge->device, ABS_MT_POSITION_X, &info) < 0 || !gb_strange(&info, &strange, &other)) return slot;
  if (gb_slots(charge->device, ABS_MT_POSITION_X, values) < 0) return slot;
  // At least one of these two values differs from the slot's value.
  struct input_event named[] = {
      {.type = EV_ABS, .code = ABS_MT_POSITION_X, .value = strange},
      {.type = EV_ABS, .code = ABS_MT_POSITION_X, .value = other},
      {.type = EV_SYN, .code = SYN_REPORT}};
  if (write(charge->device, named, sizeof named) < 0) return slot;
  slot = gb_named_slot(charge);
  if (slot < 0 || slot >= GB_SLOTS) return 0;
  struct input_event as_before[] = {
      {.type = EV_ABS, .code = ABS_MT_POSITION_X, .value = values[slot]}, {.type = EV_SYN, .code = SYN_REPORT}};
  if (write(charge->device, as_before, sizeof as_before) < 0) return slot;
  return slot;
}

// Gives each slot values that the device never sends, so that all values of the next contact are sent. The kernel sends no value that a
// slot already has, so a reader that got nothing while the device was grabbed would otherwise see the next contact at the position of an
// earlier one. The device is still grabbed, so no other reader gets this. The position of the slot `named` is skipped, because every reader
// is about to get it.
static void gb_make_strange(const struct gb_charge *charge, int named) {
  struct input_absinfo info;
  int32_t strange, other;
  for (uint16_t code = ABS_MT_SLOT + 1; code <= ABS_MT_TOOL_Y; code++) {
    if (code == ABS_MT_TRACKING_ID || gb_axis(charge->device, code, &info) < 0 || info.maximum <= info.minimum) continue;
    if (!gb_strange(&info, &strange, &other)) continue;
    struct gb_slot_value value = {code, code == ABS_MT_TOOL_TYPE ? GB_NO_TOOL : strange};
    struct gb_frame frame = gb_frame_for(charge->device, charge->own);
    for (int slot = 0; slot < charge->slots; slot++) {
      if (code != ABS_MT_POSITION_X || slot != named) gb_frame_set(&frame, slot, &value, 1);
    }
    gb_frame_write(&frame, 1);
  }
}

// Ends what others see as contacts in slots that have none. `heard` has a bit for each slot. Ends at most `most` contacts; returns
// the bits of the rest.
static uint64_t gb_end(const struct gb_charge *charge, struct gb_frame *frame, uint64_t heard, int most) {
  const struct gb_slot_value ended[] = {{ABS_MT_TRACKING_ID, 0}, {ABS_MT_TRACKING_ID, -1}};
  int32_t ids[GB_SLOTS] = {0};
  if (gb_slots(charge->device, ABS_MT_TRACKING_ID, ids) < 0) return 0;
  for (int slot = 0; slot < charge->slots; slot++) {
    if (!(heard >> slot & 1)) continue;
    if (ids[slot] < 0) {
      if (most-- == 0) return heard;
      gb_frame_set(frame, slot, ended, 2);
    }
    heard &= ~(UINT64_C(1) << slot);
  }
  return 0;
}

// Makes every reader know the current slot. The kernel names a slot only if it differs from the slot named last. A reader that missed that
// name would assign events to a wrong slot, and miss a lift. So a value of the slot changes and changes back. Unless `is_whole`, these
// events have no end of frame: they wait in the kernel for the end of the device's next frame, and are read with it. The same frame ends
// what others may see as contacts, as far as it has room. Returns the bits of the contacts that are left.
static uint64_t gb_name(const struct gb_charge *charge, int slot, int is_whole) {
  struct input_absinfo info;
  int32_t values[GB_SLOTS] = {0}, strange, other;
  struct gb_frame frame = gb_frame_for(charge->device, charge->own);
  uint64_t left = gb_end(charge, &frame, charge->heard, is_whole ? GB_SLOTS : GB_ENDED_AT_ONCE);
  if (slot < charge->slots && gb_axis(charge->device, ABS_MT_POSITION_X, &info) >= 0
      && gb_strange(&info, &strange, &other) && gb_slots(charge->device, ABS_MT_POSITION_X, values) >= 0) {
    struct gb_slot_value named[] = {
        {ABS_MT_POSITION_X, values[slot] == strange ? other : strange}, {ABS_MT_POSITION_X, values[slot]}};
    gb_frame_set(&frame, slot, named, 2);
  }
  gb_frame_write(&frame, is_whole);
  return left;
}

static int64_t gb_now_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * INT64_C(1000000) + now.tv_nsec / 1000;
}

static int64_t gb_now_ms(void) { return gb_now_us() / 1000; }

// Removes the clone once its readers have had time to read its last events.
static void gb_destroy_clone(struct gb_charge *charge, int64_t lifted) {
  int64_t left = lifted + GB_FAREWELL_MS - gb_now_ms();
  if (charge->is_clone_gone || left > 0) return;
  ioctl(charge->uinput, UI_DEV_DESTROY);
  charge->is_clone_gone = 1;
}

// Reads all pending events of the device, and returns their number.
static int gb_drain(struct gb_charge *charge) {
  struct input_event unread[64];
  int count = 0;
  for (ssize_t bytes; (bytes = read(charge->device, unread, sizeof unread)) > 0;) {
    int events = (int)((size_t)bytes / sizeof *unread);
    for (int index = 0; index < events; index++) {
      // After lost events the slot of the next events is unknown until one is named.
      if (unread[index].type == EV_SYN && unread[index].code == SYN_DROPPED) charge->read = -1;
      if (unread[index].type != EV_ABS || unread[index].code < ABS_MT_SLOT) continue;
      if (unread[index].code == ABS_MT_SLOT) charge->read = unread[index].value;
      if (charge->read >= 0) charge->own = charge->read;
      if (!charge->was_open || unread[index].code != ABS_MT_TRACKING_ID || unread[index].value < 0) continue;
      charge->heard |= charge->read < 0 ? UINT64_MAX : UINT64_C(1) << (charge->read & 63);
    }
    count += events;
  }
  return count;
}

// Waits until the device is silent and nothing touches it; returns 0 once it has been kept for GB_KEPT_MS. It is still
// grabbed, so other readers get no events of fingers that they haven't seen land.
static int gb_await_silence(struct gb_charge *charge, int64_t lifted) {
  int64_t last_event = gb_now_ms();
  for (;;) {
    struct pollfd device = {.fd = charge->device, .events = POLLIN};
    poll(&device, 1, GB_SILENCE_MS);
    int64_t now = gb_now_ms();
    if (device.revents & (POLLERR | POLLHUP | POLLNVAL) || now - lifted >= GB_KEPT_MS) return 0;
    if (gb_drain(charge)) {
      last_event = now;
    } else if (now - last_event >= GB_SILENCE_MS && !gb_is_touched(charge->device, charge->slots)) {
      return 1;
    }
    gb_destroy_clone(charge, lifted);
  }
}

// Releases the device between two touches, so that other readers get each touch from its landing, in its own slot.
//
// No system call names a slot and ends a grab in one step. So a slot name waits in the kernel for the device's next frame while the
// grab ends. If the device has sent anything in between, it is grabbed again until the next silence; then
// everything that other readers may see as contacts is ended.
static void gb_let_go(struct gb_charge *charge, int64_t lifted) {
  int is_silent = 1, is_clean = 0;
  uint64_t left = 0;
  while (is_silent && !is_clean) {
    is_silent = gb_await_silence(charge, lifted);
    int own = gb_own_slot(charge), named = own == 0;
    charge->own = own;
    gb_make_strange(charge, named);
    gb_drain(charge);
    charge->own = own;
    if (is_silent && gb_is_touched(charge->device, charge->slots)) continue;
    left = gb_name(charge, named, 0);
    charge->read = named;
    // If the device has sent events since, they took the slot name with them.
    int has_spoken = gb_drain(charge) > 0;
    if (has_spoken && is_silent) continue;
    gb_grab(charge->device, 0);
    struct pollfd device = {.fd = charge->device, .events = POLLIN};
    is_clean = !has_spoken && poll(&device, 1, 0) == 0;
    if (!is_clean) charge->was_open = 1;
    if (is_clean || !is_silent || gb_grab(charge->device, 1) < 0) break;
  }
  if (is_clean) {
    // Ends the frame, in which the others' contacts are ended. A single event can't be interrupted.
    struct input_event end = {.type = EV_SYN, .code = SYN_REPORT};
    if (charge->heard && write(charge->device, &end, sizeof end) < 0) return;
    // Ends the contacts that the frame had no room for.
    struct gb_frame rest = gb_frame_for(charge->device, charge->own);
    if (left && !gb_end(charge, &rest, left, GB_SLOTS)) gb_frame_write(&rest, 1);
  } else {
    // In the middle of frames the slot name may have been lost.
    gb_drain(charge);
    gb_name(charge, gb_named_slot(charge) == 0, 1);
  }
}

static void gb_give_back(struct gb_charge *charge) {
  atomic_store(&charge->shared->has_acted, 1);
  // Tells the guarded process that it need not wait, and must not release the device.
  send(charge->line, "", 1, MSG_NOSIGNAL | MSG_DONTWAIT);
  gb_lift_all(charge);
  int64_t lifted = gb_now_ms();
  gb_let_go(charge, lifted);
  while (!charge->is_clone_gone) {
    poll(NULL, 0, GB_SILENCE_MS);
    gb_destroy_clone(charge, lifted);
  }
  _exit(0);
}

// Answers questions for a sign of life; returns whether the other process has ended the watch or has ended itself.
static int gb_is_over(const struct gb_charge *charge) {
  char questions[16];
  ssize_t count = recv(charge->line, questions, sizeof questions, MSG_DONTWAIT);
  if (count > 0) atomic_fetch_add(&charge->shared->answers, 1);
  return count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR);
}

// Whether the device has had unread events for `patience_ms` while nobody has read anything. It waits in two
// parts: if the whole machine stood still, the first part ends before the other process has had a chance to read.
static int gb_is_stalled(const struct gb_charge *charge) {
  unsigned beats = atomic_load(&charge->shared->beats);
  for (int part = 0; part < 2; part++) {
    struct pollfd end = {.fd = charge->line, .events = POLLIN};
    // A daemon that asks for a sign of life isn't stalled.
    if (poll(&end, 1, charge->patience_ms / 2) > 0) return gb_is_over(charge);
    if (atomic_load(&charge->shared->beats) != beats) return 0;
  }
  struct pollfd device = {.fd = charge->device, .events = POLLIN};
  return poll(&device, 1, 0) > 0 && (device.revents & POLLIN);
}

static void gb_watch(struct gb_charge *charge) {
  for (;;) {
    struct pollfd both[] = {{.fd = charge->line, .events = POLLIN}, {.fd = charge->device, .events = POLLIN}};
    if (poll(both, 2, -1) < 0 && errno != EINTR) break;
    if (both[0].revents) {
      if (gb_is_over(charge)) break;
      continue;
    }
    // The device was unplugged: the guarded process will notice that too, and end the watch.
    if (both[1].revents & (POLLERR | POLLHUP | POLLNVAL)) {
      do poll(both, 1, -1);
      while (!gb_is_over(charge));
      break;
    }
    if ((both[1].revents & POLLIN) && gb_is_stalled(charge)) break;
  }
  gb_give_back(charge);
}

// A short grab, in microseconds: other readers may have missed the events from `first` to `last`.
struct gb_moment {
  int64_t first, last;
};

// The contacts and keys that other readers may see as down; `contacts` has one bit for each slot. `slot` is the slot of the next events,
// `named` the slot to which others assign them: the kernel names a slot only if it differs from the last one.
struct gb_hearing {
  uint64_t contacts;
  int slot, named;
  uint8_t keys[KEY_CNT / 8 + 1];
};

static uint64_t gb_bit(int slot) { return slot < 0 || slot >= GB_SLOTS ? 0 : UINT64_C(1) << slot; }

// The number of events, starting with a slot's name, by which `gb_end` or `gb_name` has ended or named that slot; 0 if the events are
// the device's own. `least` is the device's least position.
static size_t gb_own_events(const struct input_event *events, size_t count, int32_t least) {
  if (count < 3 || events[1].type != EV_ABS || events[2].type != EV_ABS || events[1].code != events[2].code) return 0;
  int is_end = events[1].code == ABS_MT_TRACKING_ID && events[1].value == 0 && events[2].value == -1;
  return is_end || (events[1].code == ABS_MT_POSITION_X && events[1].value < least) ? 3 : 0;
}

// Reads all pending events, and notes what other readers may have received: each beginning, and only those ends
// that they have certainly received.
static void gb_follow(int device, struct gb_hearing *others, struct gb_moment moment) {
  struct input_event unread[64];
  struct input_absinfo places = {.minimum = INT32_MIN};
  gb_axis(device, ABS_MT_POSITION_X, &places);
  for (ssize_t bytes; (bytes = read(device, unread, sizeof unread)) > 0;) {
    size_t count = (size_t)bytes / sizeof *unread;
    for (size_t index = 0; index < count; index++) {
      const struct input_event *event = &unread[index];
      // The device itself is still in its own slot, but others assign the next events to this one.
      if (event->type == EV_ABS && event->code == ABS_MT_SLOT) {
        size_t own = gb_own_events(event, count - index, places.minimum);
        if (own > 0) {
          if (event[1].code == ABS_MT_TRACKING_ID) others->contacts &= ~gb_bit(event->value);
          others->named = event->value;
          index += own - 1;
          continue;
        }
      }
      int64_t time = event->input_event_sec * INT64_C(1000000) + event->input_event_usec;
      int is_heard = time < moment.first || time > moment.last;
      if (event->type == EV_ABS && event->code == ABS_MT_SLOT) {
        others->slot = event->value;
        if (is_heard) others->named = event->value;
      } else if (event->type == EV_ABS && event->code == ABS_MT_TRACKING_ID) {
        if (event->value >= 0) {
          others->contacts |= gb_bit(others->slot) | gb_bit(others->named);
        } else if (is_heard && others->named == others->slot) {
          others->contacts &= ~gb_bit(others->slot);
        }
      } else if (event->type == EV_KEY && event->code < KEY_CNT) {
        uint8_t key = (uint8_t)(1 << event->code % 8), *same = &others->keys[event->code / 8];
        if (event->value > 0) {
          *same |= key;
        } else if (is_heard) {
          *same &= (uint8_t)~key;
        }
      }
    }
  }
}

// Reports to other readers what they missed during a short grab: ends everything that they may see as down although it isn't, and names
// the slot again.
static void gb_tell_missed(struct gb_charge *charge, const struct gb_hearing *others) {
  uint8_t down[KEY_CNT / 8 + 1] = {0};
  struct gb_frame frame = gb_frame_for(charge->device, charge->own);
  ioctl(charge->device, EVIOCGKEY(sizeof down), down);
  for (int code = 0; code < KEY_CNT; code++) {
    if (!(others->keys[code / 8] & ~down[code / 8] & 1 << code % 8)) continue;
    gb_frame_add(&frame, EV_KEY, (uint16_t)code, 1);
    gb_frame_add(&frame, EV_KEY, (uint16_t)code, 0);
  }
  gb_frame_write(&frame, 0);
  charge->heard = others->contacts;
  gb_name(charge, charge->own == 0, 1);
}

static int gb_is_down(int device, int slots) {
  uint8_t keys[KEY_CNT / 8 + 1] = {0};
  if (ioctl(device, EVIOCGKEY(sizeof keys), keys) >= 0) {
    for (size_t index = 0; index < sizeof keys; index++) {
      if (keys[index]) return 1;
    }
  }
  return gb_is_touched(device, slots);
}

int gb_take(int device, int slots, int slot) {
  struct gb_charge charge = {.device = device, .slots = slots > GB_SLOTS ? GB_SLOTS : slots};
  struct gb_hearing others = {.slot = slot, .named = slot};
  // A frame has the time of its first event, but is delivered only when it is complete.
  struct gb_moment moment = {.first = gb_now_us() - GB_FRAME_US};
  if (gb_grab(device, 1) < 0) return -1;
  struct pollfd unread = {.fd = device, .events = POLLIN};
  if (poll(&unread, 1, 0) == 0 && !gb_is_down(device, charge.slots)) return 1;
  gb_grab(device, 0);
  moment.last = gb_now_us();
  // Readers may assign events that come before the slot is named to a wrong slot, so the device is read and reported a second time.
  for (int look = 0; look < GB_LOOKS; look++) {
    gb_follow(device, &others, moment);
    charge.own = others.slot;
    gb_tell_missed(&charge, &others);
  }
  return 0;
}

// Starts the guard process; returns this process's end of the connection, or -1.
static int gb_start(struct gb_guard *guard) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0) return -1;
  atomic_store(&guard->shared->has_acted, 0);
  pid_t child = fork();
  if (child == 0) {
    // The guard is a grandchild, so no process has to wait for its end.
    pid_t own = fork();
    if (own > 0) atomic_store(&guard->shared->guard, own);
    if (own != 0) _exit(own < 0);
    static struct gb_charge charge;
    charge = (struct gb_charge){
        .shared = guard->shared, .line = ends[0], .device = guard->device, .uinput = guard->uinput, .slots = guard->slots,
        .patience_ms = guard->patience_ms};
    memcpy(charge.keys, guard->keys, sizeof charge.keys);
    close(ends[1]);
    gb_detach((int[]){charge.line, charge.device, charge.uinput}, 3);
    charge.line = 0, charge.device = 1, charge.uinput = 2;
    gb_watch(&charge);
  }
  close(ends[0]);
  int status = 0;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  if (child < 0 || status != 0) {
    if (child > 0) errno = EAGAIN;
    close(ends[1]);
    return -1;
  }
  guard->process = (int)syscall(SYS_pidfd_open, atomic_load(&guard->shared->guard), 0);
  if (guard->process >= 0) fcntl(guard->process, F_SETFD, FD_CLOEXEC);
  return ends[1];
}

struct gb_guard *gb_guard_begin(
    int device, int uinput, int slots, const uint16_t *keys, int patience_ms) {
  struct gb_guard *guard = calloc(1, sizeof *guard);
  struct gb_shared *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (guard == NULL || shared == MAP_FAILED) goto failed;
  *guard = (struct gb_guard){
      .shared = shared, .device = device, .uinput = uinput, .slots = slots > GB_SLOTS ? GB_SLOTS : slots,
      .patience_ms = patience_ms};
  for (int index = 0; index < KEY_CNT && keys[index]; index++) guard->keys[index] = keys[index];
  guard->line = gb_start(guard);
  if (guard->line >= 0) return guard;
failed:;
  int reason = errno;
  if (shared != MAP_FAILED) munmap(shared, sizeof *shared);
  free(guard);
  errno = reason;
  return NULL;
}

// SIGKILL ends a stopped guard too.
static void gb_kill(const struct gb_guard *guard) {
  if (guard->process >= 0) syscall(SYS_pidfd_send_signal, guard->process, SIGKILL, NULL, 0);
}

// Asks the guard for a sign of life. It is called while the device is read, so nothing wakes up while nothing happens.
static void gb_ask(struct gb_guard *guard) {
  int64_t now = gb_now_ms();
  if (now - guard->asked < GB_QUESTION_MS) return;
  unsigned answered = atomic_load(&guard->shared->answers);
  // The first question after a rest starts a new count.
  int goes_on = now - guard->asked < 2 * GB_QUESTION_MS;
  guard->unanswered = goes_on && answered == guard->answered ? guard->unanswered + 1 : 0;
  guard->asked = now;
  guard->answered = answered;
  if (guard->unanswered >= GB_UNANSWERED) return gb_kill(guard);
  send(guard->line, "", 1, MSG_NOSIGNAL | MSG_DONTWAIT);
}

int gb_guard_line(const struct gb_guard *guard) { return guard->line; }

int gb_guard_is_gone(const struct gb_guard *guard) {
  char word;
  ssize_t count = recv(guard->line, &word, 1, MSG_PEEK | MSG_DONTWAIT);
  return count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR);
}

void gb_guard_beat(struct gb_guard *guard) {
  atomic_fetch_add_explicit(&guard->shared->beats, 1, memory_order_relaxed);
  gb_ask(guard);
}

void gb_guard_lift_plainly(struct gb_guard *guard, int is_plain) {
  atomic_store(&guard->shared->lifts_plainly, is_plain);
}

int gb_guard_has_acted(const struct gb_guard *guard) { return atomic_load(&guard->shared->has_acted); }

void gb_guard_end(struct gb_guard *guard) {
  char answer;
  struct pollfd line = {.fd = guard->line, .events = POLLIN};
  shutdown(guard->line, SHUT_WR);
  poll(&line, 1, GB_ANSWER_MS);
  if (recv(guard->line, &answer, 1, MSG_DONTWAIT) != 1) {
    // The guard has ended or can't answer: another guard gives the device back.
    gb_kill(guard);
    if (guard->process >= 0) close(guard->process);
    guard->process = -1;
    int other = gb_start(guard);
    if (other < 0) gb_grab(guard->device, 0);
    if (other >= 0) close(other);
  }
  close(guard->line);
  if (guard->process >= 0) close(guard->process);
  munmap(guard->shared, sizeof *guard->shared);
  free(guard);
}

// Whether this process is a stopped guard of this user.
static int gb_is_stopped_guard(const char *process) {
  char path[64], line[256] = "";
  struct stat owner;
  snprintf(path, sizeof path, "/proc/%.20s/stat", process);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  int is_own = fstat(file, &owner) == 0 && owner.st_uid == geteuid();
  ssize_t count = read(file, line, sizeof line - 1);
  close(file);
  const char *name = strchr(line, '(');
  return is_own && count > 0 && name && strncmp(name, "(" GB_GUARD ") T", sizeof "(" GB_GUARD ") T" - 1) == 0;
}

int gb_wake_guards(void) {
  DIR *processes = opendir("/proc");
  if (processes == NULL) return 0;
  int count = 0;
  for (struct dirent *entry; (entry = readdir(processes));) {
    if (!isdigit((unsigned char)entry->d_name[0]) || !gb_is_stopped_guard(entry->d_name)) continue;
    if (kill((pid_t)atoi(entry->d_name), SIGCONT) == 0) count++;
  }
  closedir(processes);
  return count;
}
