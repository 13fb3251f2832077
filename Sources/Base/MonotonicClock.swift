import Glibc

/// The clock for deadlines and libinput's events. The clock stops while the machine sleeps.
public enum MonotonicClock {
  /// The time of CLOCK_MONOTONIC, in microseconds.
  public static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}
