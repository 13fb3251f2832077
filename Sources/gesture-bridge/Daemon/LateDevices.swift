/// Looks again, a few times, for devices that can't be opened yet: when a session has just got the screen back or the
/// machine has just woken, permissions and drivers may come a moment later.
final class LateDevices: DaemonPart {
  /// When to look, in microseconds from the beginning; after the last time only what udev tells brings them.
  private static let times: [Int64] = [100_000, 300_000, 1_000_000, 3_000_000]

  private var due: ArraySlice<Int64> = []
  /// Looks; answers whether there is anything left to look for.
  private let look: (_ isLast: Bool) -> Bool

  init(look: @escaping (_ isLast: Bool) -> Bool) { self.look = look }

  /// Some are missing.
  func begin(at now: Int64) { due = Self.times.map { now + $0 }[...] }

  /// None are missing any more, or none are to be opened.
  func end() { due = [] }

  var nextDeadline: Int64? { due.first }

  func advance(to now: Int64) {
    guard let first = due.first, first <= now else { return }
    due = due.drop { $0 <= now }
    if !look(due.isEmpty) { end() }
  }
}
