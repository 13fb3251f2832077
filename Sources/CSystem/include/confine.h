#ifndef CSYSTEM_CONFINE_H
#define CSYSTEM_CONFINE_H

// What a process gives up for good, for itself and for all that it starts: files by Landlock (landlock(7)), system calls by
// seccomp (seccomp(2)). What is open stays open. The calls are for programs with one thread.

/// What may still be done to a place and to all below it.
enum {
  GB_MAY_READ = 1,
  /// Files and devices that are there; nothing is created.
  GB_MAY_WRITE = 2,
  GB_MAY_REMOVE_FILES = 4,
};

struct gb_place {
  const char *path;
  int rights;
};

/// landlock_create_ruleset, landlock_add_rule and landlock_restrict_self: from now on nothing else can be opened, and nothing
/// executed. Places that don't exist are left out. Returns the version of the system's Landlock; 0 if it has none, or has it
/// switched off; -1 with errno if it failed.
int gb_confine_files(const struct gb_place *places, int count);

/// seccomp with SECCOMP_SET_MODE_FILTER: from now on no program is executed, no socket made but local ones of packets, no
/// memory made executable, no process inspected. These calls fail with EPERM, calls that the daemon has no use for with ENOSYS.
/// Unless the process has guards, it sends signals and sets limits for itself only.
/// Returns 1; 0 if the system has no filters, or they are not known for this kind of processor; -1 with errno if it failed.
int gb_confine_calls(int has_guards);

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
int gb_confinement_probe(int has_guards);

#endif
