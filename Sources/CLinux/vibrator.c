#define _GNU_SOURCE
#include "vibrator.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "detach.h"

// WAVEFORM_CLICK of HID's page of haptics (HUTRR63). A touchpad whose press and release are given goes over to making its clicks by
// those; one whose click is given goes on with its own.
#define GB_WAVEFORM_CLICK 0x1003
// So many that it was told while it waited are taken at once.
#define GB_TAKEN_AT_ONCE 64

// `struct ff_haptic_effect` of Linux 6.18, where it stands in `struct ff_effect`.
struct gb_haptic_effect {
  uint16_t hid_usage, vendor_id;
  uint8_t vendor_waveform_page;
  uint16_t intensity, repeat_count, retrigger_period;
};
_Static_assert(sizeof(struct gb_haptic_effect) <= sizeof(((struct ff_effect *)0)->u), "it fits where effects differ");

struct gb_vibrator_report {
  int32_t stage, code;
};

static struct ff_effect gb_tick(int effect, int milliseconds, int percent) {
  struct ff_effect tick = {.type = (uint16_t)effect, .id = -1, .replay = {.length = (uint16_t)milliseconds}};
  if (effect == GB_EFFECT_HAPTIC) {
    struct gb_haptic_effect click = {.hid_usage = GB_WAVEFORM_CLICK, .intensity = (uint16_t)percent};
    memcpy(&tick.u, &click, sizeof click);
  } else {
    // Drivers of one motor take either.
    tick.u.rumble.strong_magnitude = tick.u.rumble.weak_magnitude = (uint16_t)(0xffff * percent / 100);
  }
  return tick;
}

static void gb_tell(int32_t stage, int32_t code) {
  struct gb_vibrator_report report = {.stage = stage, .code = code};
  send(0, &report, sizeof report, MSG_NOSIGNAL);
}

// No event is kept for this process: it reads none.
static void gb_hear_nothing(int device) {
#ifdef EVIOCSMASK
  uint8_t none[EV_CNT / 8] = {0};
  struct input_mask mask = {.type = 0, .codes_size = sizeof none, .codes_ptr = (uintptr_t)none};
  ioctl(device, EVIOCSMASK, &mask);
#else
  (void)device;
#endif
}

// The socket is descriptor 0, and there is no other one.
static _Noreturn void gb_vibrate(const char *path, struct ff_effect tick) {
  int device = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
  if (device < 0) {
    gb_tell(GB_VIBRATOR_UNOPENED, errno);
    _exit(0);
  }
  gb_hear_nothing(device);
  if (ioctl(device, EVIOCSFF, &tick) < 0) {
    gb_tell(GB_VIBRATOR_REFUSED, errno);
    _exit(0);
  }
  gb_tell(GB_VIBRATOR_READY, 0);
  struct input_event play = {.type = EV_FF, .code = (uint16_t)tick.id, .value = 1};
  char told[GB_TAKEN_AT_ONCE];
  for (;;) {
    ssize_t count = recv(0, told, sizeof told, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) _exit(0);
    if (write(device, &play, sizeof play) < 0 && errno != EAGAIN && errno != EINTR) {
      gb_tell(GB_VIBRATOR_ENDED, errno);
      _exit(0);
    }
  }
}

int gb_vibrator_begin(const char *path, int effect, int milliseconds, int percent) {
  struct ff_effect tick = gb_tick(effect, milliseconds, percent);
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0) return -1;
  pid_t child = fork();
  if (child == 0) {
    // It is a grandchild, so no process has to wait for its end.
    pid_t own = fork();
    if (own != 0) _exit(own < 0);
    gb_detach();
    prctl(PR_SET_NAME, "gesture-vibrate");
    if (dup2(ends[0], 0) < 0) _exit(1);
    if (syscall(SYS_close_range, 1, ~0U, 0) < 0) {
      for (long fd = sysconf(_SC_OPEN_MAX) - 1; fd > 0; fd--) close((int)fd);
    }
    gb_vibrate(path, tick);
  }
  close(ends[0]);
  int status = 0;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  if (child > 0 && status == 0) return ends[1];
  if (child > 0) errno = EAGAIN;
  close(ends[1]);
  return -1;
}

int gb_vibrator_play(int vibrator) { return send(vibrator, "", 1, MSG_NOSIGNAL | MSG_DONTWAIT) < 0 ? -1 : 0; }

int gb_vibrator_hear(int vibrator, int *stage, int *code) {
  struct gb_vibrator_report report;
  ssize_t count = recv(vibrator, &report, sizeof report, MSG_DONTWAIT);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return 0;
  if (count != sizeof report) return -1;
  *stage = report.stage, *code = report.code;
  return 1;
}
