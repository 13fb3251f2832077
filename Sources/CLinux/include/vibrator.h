#ifndef CLINUX_VIBRATOR_H
#define CLINUX_VIBRATOR_H

#include <stdint.h>

// A device that vibrates, as a process of its own has it.
//
// A driver may take long for an effect, and uinput waits up to 30 s for its owner's answer. Meanwhile the kernel lets nothing else
// be asked of that node, and no process that asks can be ended. So neither a loop nor one of its threads may ask.

/// What an effect is, by the kernel's numbers. FF_HAPTIC of Linux 6.18 plays what a touchpad has ready.
enum { GB_EFFECT_HAPTIC = 0x4f, GB_EFFECT_RUMBLE = 0x50 };

/// How far the process has come.
enum gb_vibrator_stage {
  /// It has the device, and an effect there.
  GB_VIBRATOR_READY,
  /// The node can't be opened to write.
  GB_VIBRATOR_UNOPENED,
  /// The device has not taken the effect.
  GB_VIBRATOR_REFUSED,
  /// The effect can't be played any more.
  GB_VIBRATOR_ENDED,
};

/// fork, twice: another process that opens the node at `path` to write, and to read nothing, has the device keep an effect of so many
/// milliseconds and so many percent of its strength, and plays that when it is told to. It ends, and with it the effect, when the returned
/// socket is closed, or when it has said why it can't go on. -1 with errno if there can't be such a process.
int gb_vibrator_begin(const char *path, int effect, int milliseconds, int percent);

/// Has the effect played once, without waiting; -1 with errno, EAGAIN if the process has yet to take what it was told before. What it is
/// told while it waits for the device becomes one.
int gb_vibrator_play(int vibrator);

/// What the process has to say: 1 with the stage it has come to, and why as errno; 0 for nothing new; -1 if it is gone.
int gb_vibrator_hear(int vibrator, int *stage, int *code);

#endif
