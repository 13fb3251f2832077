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
// A device that has been silent for so long is amid no frame: no frame takes longer to be reported.
#define GB_SILENCE_MS 10
// The longest that a device is kept because fingers are still on it.
#define GB_KEPT_MS (5 * 1000)
// The guard answers in a moment that it takes over. One that has not by then is stopped, or the machine nearly is.
#define GB_ANSWER_MS (2 * 1000)
// A tool that no contact is.
#define GB_NO_TOOL 0xf

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
  int line, device, uinput, slots, patience_ms, is_clone_gone;
  // The slot that the device itself is in, and the one that what is read is of.
  int own, read;
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

// The slot that the kernel has named last.
static int gb_named_slot(const struct gb_charge *charge) {
  struct input_absinfo slot;
  return gb_axis(charge->device, ABS_MT_SLOT, &slot) < 0 ? 0 : slot.value;
}

// Events for the device itself, as if it had said them.
struct gb_words {
  struct input_event list[GB_SLOTS * 2 + 4];
  int count;
};

static void gb_add(struct gb_words *words, uint16_t type, uint16_t code, int32_t value) {
  words->list[words->count++] = (struct input_event){.type = type, .code = code, .value = value};
}

// The device goes on in the slot it is in. Where it may not be written nothing more can be done.
static void gb_write(const struct gb_charge *charge, struct gb_words *words, int is_whole) {
  gb_add(words, EV_ABS, ABS_MT_SLOT, charge->own);
  if (is_whole) gb_add(words, EV_SYN, SYN_REPORT, 0);
  if (write(charge->device, words->list, words->count * sizeof *words->list) < 0) return;
}

// A value that the device never says, and another one; its fuzz makes no difference of them. False where there is no room.
static int gb_strange(const struct input_absinfo *info, int32_t *value, int32_t *other) {
  int64_t step = 2 * (int64_t)info->fuzz + 1, strange = info->minimum - step;
  if (info->fuzz < 0 || strange - step < INT32_MIN) return 0;
  *value = (int32_t)strange;
  *other = (int32_t)(strange - step);
  return 1;
}

// The kernel tells no value that a slot has already, so whoever heard nothing while the device was grabbed would take the
// next contact for where one was before. It is still grabbed, and nobody hears that each slot gets values that the device
// never says: of the next contact all is told. Not so of the slot `named` where it was, which everyone is about to hear.
static void gb_make_strange(const struct gb_charge *charge, int named) {
  struct input_absinfo info;
  int32_t strange, other;
  for (int code = ABS_MT_SLOT + 1; code <= ABS_MT_TOOL_Y; code++) {
    if (code == ABS_MT_TRACKING_ID || gb_axis(charge->device, code, &info) < 0 || info.maximum <= info.minimum) continue;
    if (!gb_strange(&info, &strange, &other)) continue;
    struct gb_words words = {.count = 0};
    for (int slot = 0; slot < charge->slots; slot++) {
      if (code == ABS_MT_POSITION_X && slot == named) continue;
      gb_add(&words, EV_ABS, ABS_MT_SLOT, slot);
      gb_add(&words, EV_ABS, code, code == ABS_MT_TOOL_TYPE ? GB_NO_TOOL : strange);
    }
    gb_write(charge, &words, 1);
  }
}

// The kernel names a slot only where it is another than that it named last. Whoever did not hear that name takes what one
// slot does for what another one does, and a lift for none. So a value of the slot changes and changes back; without the end
// of a frame that waits in the kernel for the end of the device's next one, and is heard with it.
static void gb_name(const struct gb_charge *charge, int slot, int is_whole) {
  struct input_absinfo info;
  int32_t values[GB_SLOTS] = {0}, strange, other;
  if (slot >= charge->slots || gb_axis(charge->device, ABS_MT_POSITION_X, &info) < 0) return;
  if (!gb_strange(&info, &strange, &other) || gb_slots(charge->device, ABS_MT_POSITION_X, values) < 0) return;
  struct gb_words words = {.count = 0};
  gb_add(&words, EV_ABS, ABS_MT_SLOT, slot);
  gb_add(&words, EV_ABS, ABS_MT_POSITION_X, values[slot] == strange ? other : strange);
  gb_add(&words, EV_ABS, ABS_MT_POSITION_X, values[slot]);
  gb_write(charge, &words, is_whole);
}

// What others take for a contact in a slot that has none ends.
static void gb_end(const struct gb_charge *charge, int slot) {
  int32_t ids[GB_SLOTS] = {0};
  if (slot >= charge->slots || gb_slots(charge->device, ABS_MT_TRACKING_ID, ids) < 0 || ids[slot] >= 0) return;
  struct gb_words words = {.count = 0};
  gb_add(&words, EV_ABS, ABS_MT_SLOT, slot);
  gb_add(&words, EV_ABS, ABS_MT_TRACKING_ID, 0);
  gb_add(&words, EV_ABS, ABS_MT_TRACKING_ID, -1);
  gb_write(charge, &words, 1);
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
static int gb_drain(struct gb_charge *charge) {
  struct input_event unread[64];
  int count = 0;
  for (ssize_t bytes; (bytes = read(charge->device, unread, sizeof unread)) > 0;) {
    int events = (int)(bytes / sizeof *unread);
    for (int index = 0; index < events; index++) {
      if (unread[index].type != EV_ABS || unread[index].code < ABS_MT_SLOT) continue;
      if (unread[index].code == ABS_MT_SLOT) charge->read = unread[index].value;
      if (charge->read >= 0) charge->own = charge->read;
    }
    count += events;
  }
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

// Lets go of the device between two touches, so that others hear of each from its landing on, in the slot it is in.
//
// There is no call that names a slot and ends a grab. So a name waits in the kernel for the device's next frame while the
// grab ends. If the device has said anything between the two, it is grabbed again until the next silence; what others may
// have taken for contacts by then ends.
static void gb_let_go(struct gb_charge *charge, int64_t lifted) {
  int is_silent = 1, is_clean = 0, was_heard = 0;
  charge->own = gb_named_slot(charge), charge->read = -1;
  while (is_silent && !is_clean) {
    is_silent = gb_await_silence(charge, lifted);
    int own = charge->own, named = gb_named_slot(charge) == 0;
    gb_make_strange(charge, named);
    gb_drain(charge);
    charge->own = own;
    gb_name(charge, named, 0);
    charge->read = named;
    if (gb_drain(charge) && is_silent) continue;
    gb_grab(charge->device, 0);
    struct pollfd device = {.fd = charge->device, .events = POLLIN};
    is_clean = poll(&device, 1, 0) == 0;
    if (is_clean || !is_silent || gb_grab(charge->device, 1) < 0) break;
    was_heard = 1;
  }
  // Amid frames that name may have been lost.
  if (!is_clean) gb_name(charge, gb_named_slot(charge) == 0, 1);
  for (int slot = 0; slot < charge->slots && (was_heard || !is_clean); slot++) gb_end(charge, slot);
}

static void gb_give_back(struct gb_charge *charge) {
  atomic_store(&charge->shared->has_acted, 1);
  // The other one need not wait, nor may it let go.
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

// Whether the device has something to say that was there `patience_ms` ago, and nobody has read anything since. In two
// parts: where the whole machine stood still, the first one is over before the other process has had a chance.
static int gb_is_stalled(const struct gb_charge *charge) {
  unsigned beats = atomic_load(&charge->shared->beats);
  for (int part = 0; part < 2; part++) {
    struct pollfd end = {.fd = charge->line, .events = POLLIN};
    if (poll(&end, 1, charge->patience_ms / 2) > 0) return 1;
    if (atomic_load(&charge->shared->beats) != beats) return 0;
  }
  struct pollfd device = {.fd = charge->device, .events = POLLIN};
  return poll(&device, 1, 0) > 0 && (device.revents & POLLIN);
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
  int kept[] = {charge->line, charge->device, charge->uinput};
  for (int index = 0; index < 3; index++) kept[index] = fcntl(kept[index], F_DUPFD_CLOEXEC, 10);
  for (int index = 0; index < 3; index++) {
    if (kept[index] < 0 || dup3(kept[index], index, O_CLOEXEC) < 0) _exit(1);
  }
  charge->line = 0, charge->device = 1, charge->uinput = 2;
  if (syscall(SYS_close_range, 3, ~0U, 0) < 0) {
    for (long fd = sysconf(_SC_OPEN_MAX) - 1; fd > 2; fd--) close((int)fd);
  }
}

struct gb_guard *gb_guard_begin(
    int device, int uinput, int slots, const uint16_t *keys, int patience_ms) {
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
        .shared = shared, .line = ends[0], .device = device, .uinput = uinput, .slots = slots, .patience_ms = patience_ms};
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
