import CLibinput

/// libinput's events that are still to be read, in the order in which it reported them. It owns them until they are taken.
struct LibinputQueue: ~Copyable {
  private var events: [OpaquePointer] = []
  /// The index of the next event.
  private var position = 0

  deinit { for event in events[position...] { libinput_event_destroy(event) } }

  var isEmpty: Bool { position == events.count }

  mutating func append(_ event: OpaquePointer) { events.append(event) }

  /// The next event, which the caller destroys; nil if all are taken.
  mutating func take() -> OpaquePointer? {
    guard !isEmpty else { return nil }
    defer {
      position += 1
      if isEmpty {
        events.removeAll(keepingCapacity: true)
        position = 0
      }
    }
    return events[position]
  }
}
