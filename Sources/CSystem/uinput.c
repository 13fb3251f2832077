#define _GNU_SOURCE
#include "uinput.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <linux/uinput.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "slots.h"

// So long a clone stays after its last event: whoever is told that a device is gone may not read what it said before.
#define GB_FAREWELL_MS 200
// What does not stir for so long is no finger; and how often that is looked at.
#define GB_STILL_MS (60 * 1000)
#define GB_GLANCE_MS 200
// A device that has been silent for so long is amid no frame: no frame takes longer to be reported.
#define GB_SILENCE_MS 10
// What comes back of a slot that is named: the slot, two values, the end of the frame.
#define GB_NAMING_EVENTS 4
// The longest that a device is kept because fingers are still on it.
#define GB_KEPT_MS (5 * 1000)
// Of so many slots is told in one frame.
#define GB_TOGETHER 10
// So long the guard has to answer that it takes over, which takes it a moment.
#define GB_ANSWER_MS 200

struct gb_shared {
  atomic_uint beats;
  atomic_int has_acted;
};

struct gb_guard {
  struct gb_shared *shared;
  int line;
};

// What the other process knows.
struct gb_charge {
  struct gb_shared *shared;
  // `witness` reads the device as others do, and hears nothing of it while it is grabbed.
  int line, device, uinput, witness, slots, patience_ms, is_clone_gone;
  // Of what slot others have heard last, and which slots they take for touched.
  int slot;
  uint64_t believed;
  uint16_t keys[KEY_CNT + 1];
};

int gb_uinput_open(void) { return open("/dev/uinput", O_WRONLY | O_NONBLOCK | O_CLOEXEC); }

int gb_uinput_set_place(int uinput, const char *place) { return ioctl(uinput, UI_SET_PHYS, place); }

int gb_grab(int device, int is_grabbed) { return ioctl(device, EVIOCGRAB, is_grabbed); }

static void gb_say(int uinput, uint16_t type, uint16_t code, int32_t value) {
  struct input_event event = {.type = type, .code = code, .value = value};
  if (write(uinput, &event, sizeof event) < 0) return;
}

// The kernel leaves out what is so already: nothing need be known of what is down.
static void gb_lift_all(const struct gb_charge *charge) {
  for (int slot = 0; slot < charge->slots; slot++) {
    gb_say(charge->uinput, EV_ABS, ABS_MT_SLOT, slot);
    gb_say(charge->uinput, EV_ABS, ABS_MT_TOOL_TYPE, MT_TOOL_PALM);
  }
  gb_say(charge->uinput, EV_SYN, SYN_REPORT, 0);
  for (int slot = 0; slot < charge->slots; slot++) {
    gb_say(charge->uinput, EV_ABS, ABS_MT_SLOT, slot);
    gb_say(charge->uinput, EV_ABS, ABS_MT_TRACKING_ID, -1);
  }
  for (const uint16_t *key = charge->keys; *key; key++) gb_say(charge->uinput, EV_KEY, *key, 0);
  gb_say(charge->uinput, EV_SYN, SYN_REPORT, 0);
}

static int gb_is_touched(const struct gb_charge *charge) {
  int32_t ids[GB_SLOTS] = {0};
  if (gb_slots(charge->device, ABS_MT_TRACKING_ID, ids) < 0) return 0;
  for (int slot = 0; slot < charge->slots; slot++) {
    if (ids[slot] >= 0) return 1;
  }
  return 0;
}

// What is to be written into the device, up to the slot `last`. By what was written the kernel has named the slot `named`,
// while the device itself was in the slot `own`.
static struct {
  struct input_event list[GB_TOGETHER * 3 + 2];
  int count, last, named, own;
} gb_words = {.named = -1};

static void gb_add(uint16_t type, uint16_t code, int32_t value) {
  gb_words.list[gb_words.count++] = (struct input_event){.type = type, .code = code, .value = value};
}

// A slot's value changes and changes back: the kernel tells none that is so already.
static void gb_stir(int slot, int code, int32_t value, const struct input_absinfo *info) {
  // Less than its fuzz is no change.
  int32_t step = 2 * info->fuzz + 1;
  gb_words.last = slot;
  gb_add(EV_ABS, ABS_MT_SLOT, slot);
  gb_add(EV_ABS, code, value + step <= info->maximum ? value + step : value - step);
  gb_add(EV_ABS, code, value);
}

// The slot that the kernel has named last.
static int gb_named_slot(const struct gb_charge *charge) {
  struct input_absinfo slot;
  if (gb_axis(charge->device, ABS_MT_SLOT, &slot) < 0) return 0;
  if (slot.value != gb_words.named) gb_words.own = slot.value;
  return slot.value;
}

// All in one frame and in one go; the device goes on in the slot it was in. The kernel takes event by event, so what the
// device says meanwhile may come in between: written to is only a device that is silent.
static void gb_write(const struct gb_charge *charge) {
  gb_add(EV_ABS, ABS_MT_SLOT, gb_words.own);
  gb_add(EV_SYN, SYN_REPORT, 0);
  // Where it may not be written nothing more can be done.
  if (write(charge->device, gb_words.list, gb_words.count * sizeof *gb_words.list) < 0) return;
  gb_words.named = gb_words.last;
}

// The kernel names a slot only where it is another than that it named last. Whoever did not hear that name takes what one
// slot does for what another one does, and a lift for none. So something is said of a slot, and what comes next is named if
// it is of another; of fingers that are down just now nobody else knows.
static void gb_name(const struct gb_charge *charge, int slot) {
  struct input_absinfo info;
  int32_t values[GB_SLOTS] = {0};
  if (slot >= charge->slots || gb_named_slot(charge) == slot) return;
  if (gb_axis(charge->device, ABS_MT_POSITION_X, &info) < 0 || info.maximum <= info.minimum) return;
  if (gb_slots(charge->device, ABS_MT_POSITION_X, values) < 0) return;
  gb_words.count = 0;
  gb_stir(slot, ABS_MT_POSITION_X, values[slot], &info);
  gb_write(charge);
}

// What others take for a contact in a slot that has none ends.
static void gb_end(const struct gb_charge *charge, int slot) {
  int32_t ids[GB_SLOTS] = {0};
  if (slot >= charge->slots || gb_slots(charge->device, ABS_MT_TRACKING_ID, ids) < 0 || ids[slot] >= 0) return;
  gb_named_slot(charge);
  gb_words.count = 0, gb_words.last = slot;
  gb_add(EV_ABS, ABS_MT_SLOT, slot);
  gb_add(EV_ABS, ABS_MT_TRACKING_ID, 0);
  gb_add(EV_ABS, ABS_MT_TRACKING_ID, -1);
  gb_write(charge);
}

// Whoever saw nothing while the device was grabbed would take the next contact for where one was before, as the kernel
// tells no value that a slot has already. A frame for each axis: libinput discards those of more than some 64 events.
// Whether nothing touched it.
static int gb_refresh(const struct gb_charge *charge) {
  struct input_absinfo info;
  int32_t values[GB_SLOTS] = {0};
  for (int code = ABS_MT_SLOT + 1; code <= ABS_MT_TOOL_Y; code++) {
    if (code == ABS_MT_TRACKING_ID || gb_axis(charge->device, code, &info) < 0 || info.maximum <= info.minimum) continue;
    for (int slot = 0; slot < charge->slots; slot += GB_TOGETHER) {
      // Too late is better than amid what a finger does.
      if (gb_is_touched(charge) || gb_slots(charge->device, code, values) < 0) return 0;
      gb_named_slot(charge);
      gb_words.count = 0;
      for (int one = slot; one < charge->slots && one < slot + GB_TOGETHER; one++) {
        // Between a pen and a palm there is no value that means nothing.
        if (code == ABS_MT_TOOL_TYPE && values[one] != MT_TOOL_FINGER) continue;
        gb_stir(one, code, values[one], &info);
      }
      if (gb_words.count) gb_write(charge);
    }
  }
  return 1;
}

// Until nothing touches the device: whether that came to be. What is still for so long is no finger.
static int gb_await_lift(const struct gb_charge *charge) {
  for (int still = 0; gb_is_touched(charge); still += GB_GLANCE_MS) {
    struct pollfd device = {.fd = charge->device, .events = POLLIN};
    // Whoever has grabbed it meanwhile is the only one who hears of a lift.
    if (still >= GB_STILL_MS || poll(&device, 1, GB_GLANCE_MS) < 0) return 0;
    if (device.revents & (POLLERR | POLLHUP | POLLNVAL)) return 0;
    if (device.revents & POLLIN) still = 0;
    struct input_event unread[64];
    while (read(charge->device, unread, sizeof unread) > 0) {}
  }
  return 1;
}

static int64_t gb_now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * INT64_C(1000) + now.tv_nsec / 1000000;
}

// Takes the clone away once its last words have been read.
static void gb_destroy_clone(struct gb_charge *charge, int64_t lifted) {
  int64_t left = lifted + GB_FAREWELL_MS - gb_now_ms();
  if (charge->is_clone_gone || left > 0) return;
  ioctl(charge->uinput, UI_DEV_DESTROY);
  charge->is_clone_gone = 1;
}

// Reads what the device has said since the last time: how many events.
static int gb_drain(const struct gb_charge *charge) {
  struct input_event unread[64];
  int count = 0;
  for (ssize_t bytes; (bytes = read(charge->device, unread, sizeof unread)) > 0;) count += (int)(bytes / sizeof *unread);
  return count;
}

// Until nothing touches the device and it is silent; false once it has been kept for GB_KEPT_MS. It is still grabbed, so
// others hear nothing of what fingers do that they have not seen land.
static int gb_await_silence(struct gb_charge *charge, int64_t lifted) {
  int64_t stirred = gb_now_ms();
  for (;;) {
    struct pollfd device = {.fd = charge->device, .events = POLLIN};
    poll(&device, 1, GB_SILENCE_MS);
    int64_t now = gb_now_ms();
    if (device.revents & (POLLERR | POLLHUP | POLLNVAL) || now - lifted >= GB_KEPT_MS) return 0;
    if (gb_drain(charge)) {
      stirred = now;
    } else if (now - stirred >= GB_SILENCE_MS && !gb_is_touched(charge)) {
      return 1;
    }
    gb_destroy_clone(charge, lifted);
  }
}

// What others have heard since the last time, and take for a contact in the slot they knew where the kernel named none.
static void gb_follow_others(struct gb_charge *charge) {
  struct input_event heard[64];
  for (ssize_t bytes; (bytes = read(charge->witness, heard, sizeof heard)) > 0;) {
    for (size_t index = 0; index < bytes / sizeof *heard; index++) {
      if (heard[index].type != EV_ABS) continue;
      if (heard[index].code == ABS_MT_SLOT) charge->slot = heard[index].value;
      if (heard[index].code != ABS_MT_TRACKING_ID || charge->slot < 0 || charge->slot >= GB_SLOTS) continue;
      uint64_t slot = UINT64_C(1) << charge->slot;
      charge->believed = heard[index].value >= 0 ? charge->believed | slot : charge->believed & ~slot;
    }
  }
}

// Lets go of the device between two touches, so that others hear of each from its landing on, in the slot it is in.
//
// The kernel names a slot only where it changes, and there is no way to have a slot named and let go in one step. So the
// slot that others heard last is named, the device is let go of, and if the device has said anything between the two, it is
// grabbed again until the next silence. What others have heard by then is known from the witness, and ends.
static void gb_let_go(struct gb_charge *charge, int64_t lifted) {
  for (int is_silent = 1; is_silent;) {
    is_silent = gb_await_silence(charge, lifted);
    gb_name(charge, charge->slot);
    // What was written for it comes back; more than that is a finger's.
    if (gb_drain(charge) > GB_NAMING_EVENTS && is_silent) continue;
    gb_grab(charge->device, 0);
    struct pollfd device = {.fd = charge->device, .events = POLLIN};
    if (poll(&device, 1, 0) == 0 || !is_silent || gb_grab(charge->device, 1) < 0) break;
    gb_follow_others(charge);
  }
  // Some may have come to hear it only while it was grabbed.
  gb_name(charge, gb_named_slot(charge) == 0);
  gb_follow_others(charge);
  for (int slot = 0; slot < charge->slots; slot++) {
    if (charge->believed >> slot & 1) gb_end(charge, slot);
  }
}

static void gb_give_back(struct gb_charge *charge) {
  atomic_store(&charge->shared->has_acted, 1);
  gb_lift_all(charge);
  int64_t lifted = gb_now_ms();
  // The other one need not wait, nor may it let go.
  send(charge->line, "", 1, MSG_NOSIGNAL | MSG_DONTWAIT);
  gb_let_go(charge, lifted);
  // What fingers do just now nobody else has seen begin; the slots are told anew once they have lifted.
  int is_done = gb_refresh(charge);
  while (!charge->is_clone_gone) {
    poll(NULL, 0, GB_SILENCE_MS);
    gb_destroy_clone(charge, lifted);
  }
  while (!is_done && gb_await_lift(charge)) is_done = gb_refresh(charge);
  _exit(0);
}

// Whether the device has something to say that was there `patience_ms` ago, and nobody has read anything since.
static int gb_is_stalled(const struct gb_charge *charge) {
  unsigned beats = atomic_load(&charge->shared->beats);
  struct pollfd end = {.fd = charge->line, .events = POLLIN};
  if (poll(&end, 1, charge->patience_ms) > 0) return 1;
  struct pollfd device = {.fd = charge->device, .events = POLLIN};
  return atomic_load(&charge->shared->beats) == beats && poll(&device, 1, 0) > 0 && (device.revents & POLLIN);
}

static void gb_watch(struct gb_charge *charge) {
  for (;;) {
    struct pollfd both[] = {{.fd = charge->line, .events = POLLIN}, {.fd = charge->device, .events = POLLIN}};
    if (poll(both, 2, -1) < 0 && errno != EINTR) break;
    if (both[0].revents) break;
    // Unplugged: the other one will hear of it, and end this.
    if (both[1].revents & (POLLERR | POLLHUP | POLLNVAL)) {
      poll(both, 1, -1);
      break;
    }
    if ((both[1].revents & POLLIN) && gb_is_stalled(charge)) break;
  }
  gb_give_back(charge);
}

// Nothing of the process it came from is left but what it needs; nothing that ends or stops that one reaches it.
static void gb_settle(struct gb_charge *charge) {
  setsid();
  for (int signal_number = 1; signal_number < SIGRTMIN; signal_number++) signal(signal_number, SIG_DFL);
  int ignored[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGTSTP, SIGTTIN, SIGTTOU, SIGUSR1, SIGUSR2};
  for (size_t index = 0; index < sizeof ignored / sizeof *ignored; index++) signal(ignored[index], SIG_IGN);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  prctl(PR_SET_NAME, "gesture-guard");
  if (chdir("/") < 0) _exit(1);
  // To the lowest numbers, in steps that don't overwrite one another.
  int kept[] = {charge->line, charge->device, charge->uinput, charge->witness};
  for (int index = 0; index < 4; index++) kept[index] = fcntl(kept[index], F_DUPFD_CLOEXEC, 10);
  for (int index = 0; index < 4; index++) {
    if (kept[index] < 0 || dup3(kept[index], index, O_CLOEXEC) < 0) _exit(1);
  }
  charge->line = 0, charge->device = 1, charge->uinput = 2, charge->witness = 3;
  if (syscall(SYS_close_range, 4, ~0U, 0) < 0) {
    for (long fd = sysconf(_SC_OPEN_MAX) - 1; fd > 3; fd--) close((int)fd);
  }
}

struct gb_guard *gb_guard_begin(
    int device, int uinput, int witness, int slots, int slot, const uint16_t *keys, int patience_ms) {
  int ends[2];
  struct gb_guard *guard = calloc(1, sizeof *guard);
  struct gb_shared *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (guard == NULL || shared == MAP_FAILED || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0) goto failed;
  pid_t child = fork();
  if (child == 0) {
    // Its own child is nobody's business when it ends.
    pid_t own = fork();
    if (own != 0) _exit(own < 0);
    static struct gb_charge charge;
    if (slots > GB_SLOTS) slots = GB_SLOTS;
    charge = (struct gb_charge){
        .shared = shared, .line = ends[0], .device = device, .uinput = uinput, .witness = witness, .slots = slots,
        .slot = slot, .patience_ms = patience_ms};
    for (int index = 0; index < KEY_CNT && keys[index]; index++) charge.keys[index] = keys[index];
    close(ends[1]);
    gb_settle(&charge);
    gb_watch(&charge);
  }
  close(ends[0]);
  int status = 0;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  if (child < 0 || status != 0) {
    if (child > 0) errno = EAGAIN;
    close(ends[1]);
    goto failed;
  }
  *guard = (struct gb_guard){shared, ends[1]};
  return guard;
failed:
  if (shared != MAP_FAILED) munmap(shared, sizeof *shared);
  free(guard);
  return NULL;
}

void gb_guard_beat(struct gb_guard *guard) { atomic_fetch_add_explicit(&guard->shared->beats, 1, memory_order_relaxed); }

int gb_guard_has_acted(const struct gb_guard *guard) { return atomic_load(&guard->shared->has_acted); }

void gb_guard_end(struct gb_guard *guard, int device) {
  char answer;
  struct pollfd line = {.fd = guard->line, .events = POLLIN};
  shutdown(guard->line, SHUT_WR);
  poll(&line, 1, GB_ANSWER_MS);
  // There may be no guard any more, or one that can't answer.
  if (recv(guard->line, &answer, 1, MSG_DONTWAIT) != 1) gb_grab(device, 0);
  close(guard->line);
  munmap(guard->shared, sizeof *guard->shared);
  free(guard);
}
