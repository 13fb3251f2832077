import CLibinput

/// libinput's events that are still to be read, in the order in which it reported them. It owns them until they are taken.
struct LibinputQueue: ~Copyable {
  private var events: UnsafeMutablePointer<OpaquePointer>
  private var capacity = 64
  private var position = 0
  private var count = 0

  init() { events = .allocate(capacity: capacity) }

  deinit {
    for index in position..<count { libinput_event_destroy(events[index]) }
    events.deallocate()
  }

  var isEmpty: Bool { position == count }

  mutating func append(_ event: OpaquePointer) {
    if count == capacity { grow() }
    (events + count).initialize(to: event)
    count += 1
  }

  /// The next event, which is the caller's to destroy; nil when all are taken.
  mutating func take() -> OpaquePointer? {
    guard position < count else { return nil }
    defer { if position == count { (position, count) = (0, 0) } }
    position += 1
    return events[position - 1]
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<OpaquePointer>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: events, count: count)
    events.deallocate()
    (events, capacity) = (larger, capacity * 2)
  }
}
