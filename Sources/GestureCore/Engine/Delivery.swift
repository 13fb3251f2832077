/// What applications may have of a touch, on a device that is read in their stead: as in UIKit, with them in the place of
/// the view.
public enum Delivery: Equatable, Sendable {
  /// All of it: no gesture has it, and none that may still be recognized wants it kept.
  case passes
  /// All but its end, which waits until it is known whether a gesture takes the touch.
  case withoutEnd
  /// Nothing yet: whether it is ever delivered is decided later.
  case withheld
  /// A gesture has it. What was delivered of it is cancelled, and no more of it is.
  case taken
}

/// Applications may have something else of a touch from now on.
public struct DeliveryChange: Equatable, Sendable {
  /// The touch by its source's number.
  public var touch: Int32
  public var delivery: Delivery

  /// From now on `delivery` says what becomes of `touch`, a touch's identifier.
  public init(touch: Int32, delivery: Delivery) {
    self.touch = touch
    self.delivery = delivery
  }
}

/// What a gesture does with its touches where they can be kept from applications, as UIKit's properties of these names do.
public struct DeliverySettings: Hashable, Sendable {
  /// Recognized, it takes its touches; what was delivered of them is cancelled.
  public var cancelsTouches = true
  /// As long as it is possible nothing of its touches is delivered. Nil leaves it to the device; see `RuleSet.delivery`.
  public var delaysTouchesBegan: Bool?
  /// As long as it is possible its touches don't end for applications.
  public var delaysTouchesEnded = true

  /// UIKit's own defaults, as long as what was delivered can be cancelled.
  public init() {}

  /// A gesture that only looks on keeps nothing from applications.
  static let none = {
    var settings = DeliverySettings()
    settings.cancelsTouches = false
    settings.delaysTouchesBegan = false
    settings.delaysTouchesEnded = false
    return settings
  }()
}

extension RuleSet {
  /// What `rule` does with its touches on `device`. If the rule leaves it open, and the gesture takes its touches on an
  /// intercepted touchscreen where no cancel reaches applications, they get the touches only once they may keep them.
  public func delivery(of rule: GestureRule, on device: Device) -> DeliverySettings {
    var delivery = rule.delivery
    let isFinal =
      !passesCancel && device.deviceClass == .touchscreen && device.capabilities.contains(.interception)
    delivery.delaysTouchesBegan = delivery.delaysTouchesBegan ?? (isFinal && delivery.cancelsTouches)
    return delivery
  }
}

/// Which touches of a device gestures have taken, where applications get the touches from the engine's owner. Touches are
/// kept for as long as a gesture may still take them.
struct TouchClaims: Sendable {
  private struct Entry {
    let id: Int32
    let bit: TouchMask
    var isDown = true
    /// What the source was told last.
    var told = Delivery.passes
  }

  /// In the order they landed.
  private var entries: [Entry] = []
  /// Those that a gesture has taken.
  private var taken: TouchMask = []
  /// The last decisions about touches that are forgotten, where the source was not told them: a deadline that decides about a
  /// touch may be served with the landing of the next one.
  private var lastChanges: [DeliveryChange] = []

  init() {
    entries.reserveCapacity(TouchTracker.limit * 2)
    lastChanges.reserveCapacity(TouchTracker.limit)
  }

  /// Touches land. Those that have lifted are forgotten, but for those that `claimed` gestures still look at.
  mutating func land(_ landed: [Touch], claimed: TouchMask) {
    forget { !$0.isDown && $0.bit.isDisjoint(with: claimed) }
    for touch in landed {
      // Its number may be that of an earlier one.
      forget { $0.bit == touch.bit }
      taken.subtract(touch.bit)
      entries.append(Entry(id: touch.id, bit: touch.bit))
    }
  }

  private mutating func forget(_ isOver: (Entry) -> Bool) {
    for entry in entries where isOver(entry) {
      let last = taken.isDisjoint(with: entry.bit) ? Delivery.passes : .taken
      if entry.told != last { lastChanges.append(DeliveryChange(touch: entry.id, delivery: last)) }
    }
    entries.removeAll(where: isOver)
  }

  mutating func lift(_ gone: [Touch]) {
    for touch in gone {
      if let index = entries.firstIndex(where: { $0.bit == touch.bit }) { entries[index].isDown = false }
    }
  }

  /// Appends what has changed since the last call; `delivery` is of a touch, and whether it is taken.
  mutating func appendChanges(
    to changes: inout [DeliveryChange], _ delivery: (TouchMask, Bool) -> Delivery
  ) {
    changes += lastChanges
    lastChanges.removeAll(keepingCapacity: true)
    for index in entries.indices {
      let now = delivery(entries[index].bit, !taken.isDisjoint(with: entries[index].bit))
      guard now != entries[index].told else { continue }
      entries[index].told = now
      changes.append(DeliveryChange(touch: entries[index].id, delivery: now))
    }
  }

  /// A gesture has been recognized, has begun, or has had another touch join it.
  mutating func take(_ contender: Contender) {
    if contender.delivery.cancelsTouches { taken.formUnion(contender.touches) }
  }
}
