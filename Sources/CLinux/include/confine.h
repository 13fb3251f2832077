#ifndef CLINUX_CONFINE_H
#define CLINUX_CONFINE_H

// The studio's server gives up rights irrevocably: files by Landlock (landlock(7)), system calls by seccomp (seccomp(2)).
// Open descriptors stay open. These functions are for programs with one thread.

/// landlock_create_ruleset and landlock_restrict_self: after this no file can be opened or executed. Returns the version of the
/// system's Landlock; 0 if the system has none or has disabled it; -1 with errno if the call failed.
int gb_confine_files(void);

/// seccomp with SECCOMP_SET_MODE_FILTER: after this the process can't execute a program, make a socket or executable memory, or
/// inspect, signal or limit another process. These calls fail with EPERM, and calls that the server doesn't need with ENOSYS.
/// Returns 1; 0 if the system has no filters, or this kind of processor isn't supported; -1 with errno if the call failed.
int gb_confine_calls(void);

enum {
  GB_OPENING_IS_REFUSED = 1,
  GB_CONNECTING_IS_REFUSED = 2,
  GB_STARTING_IS_REFUSED = 4,
  /// Signals to other processes are refused, by every call.
  GB_SIGNALLING_IS_REFUSED = 8,
  /// Limits of other processes can't be read or set.
  GB_LIMITING_IS_REFUSED = 16,
  /// Signals to the process itself and its own limits are allowed.
  GB_ITSELF_IS_ALLOWED = 32,
};

/// fork: starts a confined process that tries these calls, and returns the flags above; -1 with errno if no process can be started.
int gb_confinement_probe(void);

#endif
