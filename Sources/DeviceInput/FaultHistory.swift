import GestureCore

/// What a device does that no hand makes it do. Its effect is contained, and it is said once: neither the device's own gestures
/// nor other devices suffer from it for longer than can't be helped.
public enum DeviceFault: CaseIterable, Equatable, Sendable {
  /// It sends so much that events were lost, again and again.
  case lostEvents
  /// It sends more frames than any sensor makes.
  case flood
  /// It reports a touch far beyond its surface, or nowhere.
  case offSurface
  /// A touch neither moves nor lifts while others come and go.
  case stuckTouch

  /// Whether the device is closed for a while. For the other faults only the implausible touches are left out.
  var closes: Bool {
    switch self {
    case .lostEvents, .flood: true
    case .offSurface, .stuckTouch: false
    }
  }
}

/// How a device has behaved: which of its faults were said, what it has lost, how often it had to be closed.
///
/// Faults of one kind that are less than `calm` apart are one spell.
struct FaultHistory {
  /// After so long without a fault all is forgiven.
  static let calm = TimeSpan(milliseconds: 60_000)
  /// How often events may be lost within `lossTime`. A busy machine loses some now and then; libinput logs 5 of them.
  static let losses = 4
  static let lossTime = TimeSpan(milliseconds: 30_000)
  /// How long a device rests the first time; twice as long each further time of a spell, up to the last. That is less than
  /// `calm`, so that a device that never behaves is one spell.
  static let firstRest = TimeSpan(milliseconds: 2000)
  static let lastRest = TimeSpan(milliseconds: 32_000)

  private var last: [Timestamp?] = DeviceFault.allCases.map { _ in nil }
  private var lost: [Timestamp] = []
  private var rest = firstRest
  private var rested: Timestamp?

  /// Notes a fault; returns whether it is to be said, as the first of its spell.
  mutating func note(_ fault: DeviceFault, at time: Timestamp) -> Bool {
    guard let index = DeviceFault.allCases.firstIndex(of: fault) else { return true }
    defer { last[index] = time }
    guard let before = last[index] else { return true }
    return time - before > Self.calm
  }

  /// Notes that events were lost; returns whether that happens too often.
  mutating func noteLoss(at time: Timestamp) -> Bool {
    lost.removeAll { time - $0 > Self.lossTime }
    lost.append(time)
    guard lost.count >= Self.losses else { return false }
    lost.removeAll()
    return true
  }

  /// Notes that the device is closed; returns until when it rests.
  mutating func beginRest(at time: Timestamp) -> Timestamp {
    if let rested, time - rested > Self.calm { rest = Self.firstRest }
    let end = time + rest
    rest = min(TimeSpan(microseconds: rest.microseconds * 2), Self.lastRest)
    rested = end
    return end
  }
}

/// Counts frames, and looks at the clock only twice in a few thousand of them.
struct FramePace {
  /// The fastest sensors scan 1,000 times a second.
  static let limit = 4000
  static let time = TimeSpan(milliseconds: 1000)

  private var count = 0
  private var start = Timestamp(microseconds: 0)

  /// Counts a frame; returns whether the last `limit` of them came within `time`.
  mutating func count(now: () -> Timestamp) -> Bool {
    if count == 0 { start = now() }
    count += 1
    guard count == Self.limit else { return false }
    count = 0
    return now() - start < Self.time
  }
}

/// How far from a surface a touch may plausibly be. Sensors end a little beside the glass, and calibration may move touches
/// across the border; but nothing touches a surface from as far away as half of it.
struct PlausibleBounds {
  private static let share = 0.5

  private let x: ClosedRange<Double>
  private let y: ClosedRange<Double>

  /// The bounds of a surface of this size, in mm.
  init(_ size: Size) {
    x = Self.range(size.width)
    y = Self.range(size.height)
  }

  /// Whether there may be a touch. What is not a number is nowhere.
  func contains(_ place: Vector) -> Bool { x.contains(place.x) && y.contains(place.y) }

  private static func range(_ length: Double) -> ClosedRange<Double> { -share * length...(1 + share) * length }
}

/// Reads in libinput's log that a device has lost events, which libinput reports nowhere else.
///
/// The device's kernel buffer was full. libinput then asks for the state of the device and goes on with that, so its next
/// event may be a jump from where fingers were long ago to where they are.
enum LostEvents {
  private static let sentence = ": SYN_DROPPED event"
  private static let folder = "/dev/input/"

  /// The node that a message says has lost events; nil if it says something else.
  ///
  ///     event5  - Panel: SYN_DROPPED event - some input events have been lost.
  static func node(in message: String) -> String? {
    guard message.contains(sentence), let name = message.split(separator: " ").first else { return nil }
    return folder + name
  }
}
