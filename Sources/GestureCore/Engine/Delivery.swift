/// The part of a touch that applications get, on a device whose touches the daemon passes on. As in UIKit, with applications in
/// the role of the view.
public enum Delivery: Equatable, Sendable {
  /// The whole touch: no gesture has taken it, and no undecided gesture withholds it.
  case passes
  /// Everything but the end, which waits until it is known whether a gesture takes the touch.
  case withoutEnd
  /// Nothing yet; a gesture that is still possible withholds the touch.
  case withheld
  /// No more: a gesture has taken the touch. If a part was delivered, applications get a cancel.
  case taken
}

/// A change of the part of a touch that applications get.
public struct DeliveryChange: Equatable, Sendable {
  /// The touch's identifier from its source.
  public var touch: Int32
  public var delivery: Delivery

  /// A change to `delivery` for the touch with the identifier `touch`.
  public init(touch: Int32, delivery: Delivery) {
    self.touch = touch
    self.delivery = delivery
  }
}

/// The effect of a gesture on its touches if they can be withheld from applications, as with UIKit's properties of these names.
public struct DeliverySettings: Hashable, Sendable {
  /// Whether the gesture takes its touches when it is recognized, so that delivered ones are cancelled.
  public var cancelsTouches = true
  /// Whether its touches are withheld while the gesture is possible. Nil leaves it to the device; see ``RuleSet/delivery(of:on:)``.
  public var delaysTouchesBegan: Bool?
  /// Whether its touches don't end for applications while the gesture is possible.
  public var delaysTouchesEnded = true

  /// UIKit's defaults; they fit if delivered touches can be cancelled.
  public init() {}

  /// The settings of a gesture that only observes: it withholds nothing from applications.
  static let none = {
    var settings = DeliverySettings()
    settings.cancelsTouches = false
    settings.delaysTouchesBegan = false
    settings.delaysTouchesEnded = false
    return settings
  }()
}

extension RuleSet {
  /// The effect of `rule` on its touches on `device`. If the rule leaves open whether touches are delayed, they are delayed if the
  /// gesture takes its touches on an intercepted touchscreen where applications get no cancel.
  public func delivery(of rule: GestureRule, on device: Device) -> DeliverySettings {
    var delivery = rule.delivery
    let isFinal =
      !passesCancel && device.deviceClass == .touchscreen && device.capabilities.contains(.interception)
    delivery.delaysTouchesBegan = delivery.delaysTouchesBegan ?? (isFinal && delivery.cancelsTouches)
    return delivery
  }
}

/// The touches of a device that gestures have taken, on a device whose touches the engine's owner passes to applications. A touch
/// is kept as long as a gesture may still take it.
struct TouchClaims: Sendable {
  private struct Entry {
    let id: Int32
    let bit: TouchMask
    var isDown = true
    /// The delivery that was last reported to the source.
    var reported = Delivery.passes
  }

  /// The touches in the order in which they landed.
  private var entries: [Entry] = []
  /// The touches that a gesture has taken.
  private var taken: TouchMask = []
  /// The unreported last decisions about touches that are already forgotten. A deadline that decides about a touch may be served in
  /// the same step as the landing of the next touch.
  private var lastChanges: [DeliveryChange] = []

  init() {
    entries.reserveCapacity(TouchTracker.limit * 2)
    lastChanges.reserveCapacity(TouchTracker.limit)
  }

  /// Adds landed touches, and forgets those that have lifted and are not in `claimed`, the touches that gestures still look at.
  mutating func land(_ landed: [Touch], claimed: TouchMask) {
    forget { !$0.isDown && $0.bit.isDisjoint(with: claimed) }
    for touch in landed {
      // The touch's bit may be that of an earlier touch.
      forget { $0.bit == touch.bit }
      taken.subtract(touch.bit)
      entries.append(Entry(id: touch.id, bit: touch.bit))
    }
  }

  private mutating func forget(_ isOver: (Entry) -> Bool) {
    for entry in entries where isOver(entry) {
      let last = taken.isDisjoint(with: entry.bit) ? Delivery.passes : .taken
      if entry.reported != last { lastChanges.append(DeliveryChange(touch: entry.id, delivery: last)) }
    }
    entries.removeAll(where: isOver)
  }

  mutating func lift(_ lifted: [Touch]) {
    for touch in lifted {
      if let index = entries.firstIndex(where: { $0.bit == touch.bit }) { entries[index].isDown = false }
    }
  }

  /// Appends the changes since the last call. `delivery` returns the delivery of a touch; its second argument is whether it is taken.
  mutating func appendChanges(
    to changes: inout [DeliveryChange], _ delivery: (TouchMask, Bool) -> Delivery
  ) {
    changes += lastChanges
    lastChanges.removeAll(keepingCapacity: true)
    for index in entries.indices {
      let now = delivery(entries[index].bit, !taken.isDisjoint(with: entries[index].bit))
      guard now != entries[index].reported else { continue }
      entries[index].reported = now
      changes.append(DeliveryChange(touch: entries[index].id, delivery: now))
    }
  }

  /// Takes the touches of a gesture that was recognized, has begun or has been joined by a touch, if it has `cancelsTouches`.
  mutating func claimTouches(of contender: Contender) {
    if contender.delivery.cancelsTouches { taken.formUnion(contender.touches) }
  }
}
