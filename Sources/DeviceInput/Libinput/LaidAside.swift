import CLibinput
import GestureCore

/// Motion that gestures have no use for, as libinput's events. It owns them.
///
/// What they say is read only when someone asks what hands did: mostly nobody does, and reading them takes longer than all else that is
/// done with them. Each has a number; numbers only grow.
///
///     events:  - - s s s p p s s p p p    s: of a touchscreen, p: of a touchpad, -: nobody wants them any more
///              ^   ^                   ^
///              |   wanted              next
///              first                      one of those that nobody wants goes with each that comes
///     runs:        ^     ^   ^            how those of a device are read, from here to its next run
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
  /// The last of these, which `takeFresh` has not told of yet.
  private(set) var fresh = 0

  init() { ring = .allocate(capacity: 256) }

  deinit {
    for number in first..<next { libinput_event_destroy(self[number].event) }
    ring.deallocate()
  }

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
    // Little by little, so that no touch waits for it, and the next event gets the memory of this one.
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

  /// Nobody wants the events before this number any more. Where nobody wants any, none is kept.
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

  /// Whether nobody wants any, so that the next event of each device begins a run.
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
