import CSystem

/// What a descriptor is waited for.
enum Interest {
  case reading
  case writing
  case both
  /// Nothing but that the other end is gone, which is told in any case.
  case hangUp

  var events: UInt32 {
    switch self {
    case .reading: EPOLLIN.rawValue
    case .writing: EPOLLOUT.rawValue
    case .both: EPOLLIN.rawValue | EPOLLOUT.rawValue
    case .hangUp: 0
    }
  }
}

/// What a descriptor is ready for.
struct Readiness: OptionSet {
  let rawValue: UInt32

  static let reading = Readiness(rawValue: EPOLLIN.rawValue)
  static let writing = Readiness(rawValue: EPOLLOUT.rawValue)
  /// The other end is gone; there may still be something to read.
  static let hangUp = Readiness(rawValue: EPOLLHUP.rawValue)
  static let error = Readiness(rawValue: EPOLLERR.rawValue)
}

/// The key that epoll hands back with an event: the descriptor, and which of its uses in this loop is meant.
///
/// A closure may remove a source whose event is already in the batch, and its number may be in use again by then; the
/// turn tells the two apart.
struct EventKey {
  let descriptor: Int32
  let turn: UInt32

  init(descriptor: Int32, turn: UInt32) {
    self.descriptor = descriptor
    self.turn = turn
  }

  init(packed: UInt64) {
    descriptor = Int32(truncatingIfNeeded: packed)
    turn = UInt32(truncatingIfNeeded: packed >> 32)
  }

  var packed: UInt64 { UInt64(turn) << 32 | UInt64(UInt32(bitPattern: descriptor)) }
}
