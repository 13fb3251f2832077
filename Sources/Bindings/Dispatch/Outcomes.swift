import GestureCore

/// A reusable list of gesture events with their orders. `LiveRules` appends to the list; the caller empties it.
public struct Outcomes: RandomAccessCollection, Sendable {
  public struct Element: Sendable {
    public let event: GestureEvent
    public let orders: ArraySlice<Order>
  }

  private struct Entry: Sendable {
    let event: GestureEvent
    let orders: Range<Int>
  }

  private var entries: [Entry] = []
  private var orders: [Order] = []

  public init() {}

  public var startIndex: Int { entries.startIndex }
  public var endIndex: Int { entries.endIndex }

  public subscript(position: Int) -> Element {
    let entry = entries[position]
    return Element(event: entry.event, orders: orders[entry.orders])
  }

  public mutating func append(_ event: GestureEvent, _ orders: [Order]) {
    let first = self.orders.count
    self.orders.append(contentsOf: orders)
    entries.append(Entry(event: event, orders: first..<self.orders.count))
  }

  public mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    orders.removeAll(keepingCapacity: true)
  }
}

/// An effect to perform now because of a gesture event.
public struct Order: Equatable, Sendable {
  public let action: Action
  /// The effect of the action or of the step's direction. If `Action.isBoundary` is true, only the parts that last.
  public let effect: Effect
  /// The direction of the step; nil if the order isn't a step.
  public let direction: StepSettings.StepDirection?
  /// The cause of the order. A `stream` command gets a line per event; the event's state marks the first and last line.
  public let event: GestureEvent
  public var progress = Progress()
}

/// The progress of a gesture since the action's previous order; for the first order, since the gesture left its slop.
public struct Progress: Equatable, Sendable {
  /// The movement in mm.
  public var translation = Vector.zero
  public var scale = 1.0
  /// The rotation in degrees, clockwise.
  public var rotation = 0.0

  public init() {}

  /// The progress from the point where the gesture left its slop.
  init(of values: GestureValues) {
    translation = values.translation
    scale = values.scale
    rotation = values.rotation - values.rotationAtSlop
  }

  func since(_ before: Progress) -> Progress {
    var progress = self
    progress.translation = translation - before.translation
    progress.scale = before.scale > 0 ? scale / before.scale : scale
    progress.rotation = rotation - before.rotation
    return progress
  }
}
