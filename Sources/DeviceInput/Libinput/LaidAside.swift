import CLibinput
import GestureCore

/// libinput's events of motion that gestures have no use for, unread. It owns them.
///
/// They are read when someone asks what hands did (`ctl explain`), which is rare, and reading is most of the work that motion makes. Each
/// event has a number; numbers only grow.
///
///     events:  - - s s s p p s s p p p    s: of a touchscreen, p: of a touchpad, -: to be destroyed
///              ^   ^                   ^
///              |   wanted              next
///              first                      each new event destroys one before `wanted`
///     runs:        ^     ^   ^            how the events of one device are read, up to its next run
struct LaidAside: ~Copyable {
  private struct Run {
    /// The number of its first event.
    let first: Int
    let device: OpaquePointer
    var reader: MotionReader
    /// As for `LibinputEvent`.
    let stretch: Size?

    mutating func read(_ event: OpaquePointer) -> [MovedTouch?] {
      guard let said = LibinputEvent(event, libinput_event_get_type(event), stretch: stretch) else {
        return Array(repeating: nil, count: reader.touches)
      }
      return reader.read(said)
    }
  }

  private struct Held {
    let event: OpaquePointer
    let touches: Int
  }

  /// So many runs are worth looking through.
  private static let manyRuns = 64

  /// Each event is at its number modulo the size, a power of two.
  private var ring: UnsafeMutableBufferPointer<Held>
  private var first = 0
  private var wanted = 0
  /// The number that the next event has.
  private(set) var next = 0
  private var runs: [Run] = []
  /// How many places of touches are in those that are wanted.
  private var wantedTouches = 0
  /// How many of them have come since `takeFresh` was called.
  private(set) var fresh = 0

  init() { ring = .allocate(capacity: 256) }

  /// Only a program that ends lets go of them: the system takes back thousands of events at once, faster than they are destroyed.
  deinit { ring.deallocate() }

  private subscript(number: Int) -> Held { ring[number & (ring.count - 1)] }

  /// From the next event on those of libinput's `device` are read so.
  mutating func begin(_ reader: MotionReader, of device: OpaquePointer, stretch: Size?) {
    if runs.count >= Self.manyRuns { dropRuns() }
    runs.append(Run(first: next, device: device, reader: reader, stretch: stretch))
  }

  /// Of each device's runs that have begun before the first event that is wanted, only the last one still counts.
  private mutating func dropRuns() {
    let begun = runs.prefix { $0.first <= wanted }
    let last = begun.indices.filter { index in !begun[(index + 1)...].contains { $0.device == begun[index].device } }
    runs.replaceSubrange(begun.indices, with: last.map { runs[$0] })
  }

  /// Takes over an event that tells of so many touches.
  @inline(__always)
  mutating func append(_ event: OpaquePointer, touches: Int) {
    // One at a time: a thousand at once would delay a touch.
    if first < wanted { destroyFirst() }
    if next &- first == ring.count { grow() }
    ring.initializeElement(at: next & (ring.count - 1), to: Held(event: event, touches: touches))
    next &+= 1
    wantedTouches &+= touches
    fresh &+= touches
  }

  private mutating func destroyFirst() {
    libinput_event_destroy(self[first].event)
    first += 1
  }

  private mutating func grow() {
    let larger = UnsafeMutableBufferPointer<Held>.allocate(capacity: ring.count * 2)
    for number in first..<next { larger.initializeElement(at: number & (larger.count - 1), to: self[number]) }
    ring.deallocate()
    ring = larger
  }

  /// How many places have come since the last call, and when the last did; nil if there are none.
  mutating func takeFresh() -> (touches: Int, last: Timestamp)? {
    guard fresh > 0 else { return nil }
    defer { fresh = 0 }
    return (fresh, LibinputEvent.timeOfMotion(self[next - 1].event))
  }

  /// The number of the event with which the last `touches` places begin.
  func first(ofLast touches: Int) -> Int {
    var (number, left) = (wanted, wantedTouches)
    while left > touches {
      left -= self[number].touches
      number += 1
    }
    return number
  }

  /// Gives up the events before this number. They are destroyed one at a time, or all at once if none is left.
  mutating func drop(before number: Int) {
    while wanted < number {
      wantedTouches -= self[wanted].touches
      wanted += 1
    }
    fresh = min(fresh, wantedTouches)
    guard wanted == next else { return }
    while first < next { destroyFirst() }
    runs.removeAll(keepingCapacity: true)
  }

  /// Whether all events are given up. The next event of each device then begins a run.
  var isEmpty: Bool { wanted == next }

  /// The places that the last `touches` of them are; see `MotionReader.read`.
  func read(last touches: Int) -> [MovedTouch?] {
    let begin = first(ofLast: touches)
    var moved: [MovedTouch?] = []
    moved.reserveCapacity(touches)
    var latest: [OpaquePointer: Run] = [:]
    var left = runs[...]
    for number in first..<next {
      while let run = left.first, run.first <= number {
        latest[run.device] = run
        left.removeFirst()
      }
      let event = self[number].event
      // A hand is where all its motion has brought it, also what came before.
      let places = libinput_event_get_device(event).flatMap { latest[$0]?.read(event) } ?? []
      if number >= begin { moved += places }
    }
    return moved
  }

  /// The events of `device` from a number on, in order.
  func forEach(of device: OpaquePointer, from number: Int, _ body: (OpaquePointer) -> Void) {
    for number in max(first, number)..<next {
      let event = self[number].event
      if libinput_event_get_device(event) == device { body(event) }
    }
  }
}

/// How a run of events is read. It knows which touches were down when the run began; the run ends when that changes.
enum MotionReader {
  /// A touchscreen with touches in these slots, a bit each.
  case screen(DeviceID, PlausibleBounds, down: UInt64)
  /// The fingers of a gesture on a touchpad.
  case hand(MovingHand)

  /// How many touches an event tells of, or may tell of.
  var touches: Int {
    switch self {
    case .screen: 1
    case .hand(let hand): hand.fingers
    }
  }

  /// Where an event puts its touches: `touches` entries. Nil is for a touch that isn't down, or for a place that can't be.
  mutating func read(_ event: LibinputEvent) -> [MovedTouch?] {
    switch (self, event) {
    case (.screen(let device, let bounds, let down), .touch(.motion(let place), let slot, let time)):
      let id = max(slot, 0)
      guard id < TouchFrames.slots, down & 1 << UInt64(id) != 0, bounds.contains(place) else { return [nil] }
      return [MovedTouch(device: device, id: id, position: place, time: time)]
    case (.hand(var hand), .gestureMoved(let delta, let scale, let turn, let time)):
      guard hand.move(by: delta, scale: scale, turn: turn) else { break }
      defer { self = .hand(hand) }
      return hand.touches(at: time)
    default: break
    }
    return Array(repeating: nil, count: touches)
  }
}
