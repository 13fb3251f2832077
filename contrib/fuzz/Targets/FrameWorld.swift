import Bindings
import GestureCore

/// A screen and a pad under the same rules twice: the second time deadlines are also served between the frames.
struct FrameWorld: ~Copyable {
  static let devices = [
    Device(
      id: DeviceID(1), name: "screen", deviceClass: .touchscreen, size: Size(width: 300, height: 190),
      capabilities: [.contacts, .places, .pressure]),
    Device(
      id: DeviceID(2), name: "pad", deviceClass: .touchpad, size: Size(width: 100, height: 66),
      capabilities: [.contacts, .places], fingers: 1...5),
  ]

  /// Far more than any gesture has: a deadline that is served and comes back at once would never end.
  private static let deadlineLimit = 10_000

  private var live: LiveRules
  private var hasty: LiveRules
  private var course: EventCourse
  private var told = Outcomes()
  private var toldHastily = Outcomes()
  private var touches: [[Touch]] = [[], []]
  private var numbers: [Int32] = [1, 2]
  private var now = Timestamp(microseconds: 1_000_000)

  init(_ rules: Rules) {
    guard let live = try? LiveRules(rules) else { stop("the rules of this target wait for one another in a circle") }
    hasty = live.copy()
    self.live = live
    course = EventCourse(rules.ruleSet)
    for device in Self.devices { plugIn(device) }
  }

  /// Drawings take long to prepare, so the prepared state is copied for each input.
  init(copying other: borrowing FrameWorld) {
    live = other.live.copy()
    hasty = other.hasty.copy()
    course = other.course
    touches = other.touches
    numbers = other.numbers
    now = other.now
  }

  mutating func take(_ step: FrameSteps.Step) {
    switch step {
    case .touch(let device, let touch): touches[device].append(touch)
    case .frame(let device, let milliseconds): send(device, after: TimeSpan(milliseconds: milliseconds))
    case .session(let context): both { rules, _ in rules.context = context }
    case .pause(let isPaused): both { [now] in $0.setPaused(isPaused, at: now, into: &$1) }
    case .unplug(let device): unplug(device)
    case .reset: both { [now] in $0.cancelAll(at: now, into: &$1) }
    }
  }

  /// Serves everything that is left, then cancels everything.
  mutating func finish() {
    var rounds = 0
    while let deadline = live.nextDeadline.unlessNever {
      now = max(now, deadline)
      both { $0.advance(to: deadline, into: &$1) }
      rounds += 1
      expect(rounds < Self.deadlineLimit, "deadlines come to an end")
    }
    both { [now] in $0.cancelAll(at: now, into: &$1) }
    for outcome in told { course.take(outcome.event) }
    course.finish()
    expect(told.map(\.event) == toldHastily.map(\.event), "deadlines that are served early change nothing")
  }

  private mutating func send(_ device: Int, after span: TimeSpan) {
    let time = now + span
    let frame = Frame(device: DeviceID(numbers[device]), time: time, touches: touches[device])
    touches[device].removeAll()
    // Not later than the frame, which can be from the past: otherwise events would be decided before it changes them.
    let early = min(now + TimeSpan(milliseconds: span.milliseconds / 2), time)
    now = max(now, time)
    hasty.advance(to: early, into: &toldHastily)
    both { $0.process(frame, into: &$1) }
  }

  /// It comes back as another device.
  private mutating func unplug(_ device: Int) {
    let number = numbers[device]
    both { [now] in $0.remove(DeviceID(number), at: now, into: &$1) }
    numbers[device] += 2
    var again = Self.devices[device]
    again.id = DeviceID(numbers[device])
    plugIn(again)
  }

  private mutating func plugIn(_ device: Device) { both { rules, _ in rules.add(device) } }

  private mutating func both(_ work: (inout LiveRules, inout Outcomes) -> Void) {
    work(&live, &told)
    work(&hasty, &toldHastily)
  }
}
