import Glibc

/// The clock of deadlines and of libinput's events; it stops while the machine sleeps.
public enum MonotonicClock {
  /// The time of CLOCK_MONOTONIC, in microseconds.
  public static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}
