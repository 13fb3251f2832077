#ifndef CLINUX_CONFINE_H
#define CLINUX_CONFINE_H

// The rights that the studio's server gives up for good: files by Landlock (landlock(7)), system calls by seccomp (seccomp(2)).
// Open descriptors stay open. The calls are for programs with one thread.

/// landlock_create_ruleset and landlock_restrict_self: after this nothing can be opened or executed. Returns the version of the
/// system's Landlock; 0 if it has none, or has it switched off; -1 with errno if it failed.
int gb_confine_files(void);

/// seccomp with SECCOMP_SET_MODE_FILTER: after this no program is executed, no socket made, no memory made executable, and no
/// other process inspected, signalled or limited. These calls fail with EPERM, calls that the server has no use for with ENOSYS.
/// Returns 1; 0 if the system has no filters, or they are not known for this kind of processor; -1 with errno if it failed.
int gb_confine_calls(void);

enum {
  GB_OPENING_IS_REFUSED = 1,
  GB_CONNECTING_IS_REFUSED = 2,
  GB_STARTING_IS_REFUSED = 4,
  /// Signals to other processes, by any call.
  GB_SIGNALLING_IS_REFUSED = 8,
  /// The limits of other processes.
  GB_LIMITING_IS_REFUSED = 16,
  /// Signals to itself, and its own limits.
  GB_ITSELF_IS_ALLOWED = 32,
};

/// fork: what a confined process tries and is refused; -1 with errno if it can't be tried.
int gb_confinement_probe(void);

#endif
