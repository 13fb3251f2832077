/// The part of a touch that applications get on an intercepted device.
public enum Delivery: Equatable, Sendable {
  /// The whole touch: no gesture has taken it, and no undecided gesture withholds it.
  case passes
  /// Everything but the end, until it is known whether a gesture takes the touch.
  case withoutEnd
  /// Nothing yet; an undecided gesture withholds the touch.
  case withheld
  /// Nothing more: a gesture has taken the touch. If applications got a part of the touch before, they get a
  /// cancellation, or a lift on a touchscreen if ``RuleSet/passesCancel`` is false.
  case taken
}

/// A change of the part of a touch that applications get.
public struct DeliveryChange: Equatable, Sendable {
  /// The touch's identifier from its source.
  public var touch: Int32
  public var delivery: Delivery

  /// A change to `delivery` for the touch with the identifier `touch`.
  public init(touch: Int32, delivery: Delivery) { (self.touch, self.delivery) = (touch, delivery) }
}

/// The effect of a gesture on the delivery of its touches to applications.
public struct DeliverySettings: Hashable, Sendable {
  /// Whether a success of the gesture takes its touches from applications.
  public var cancelsTouches = true
  /// Whether applications get touches only after the gesture has failed. If nil, ``RuleSet/delivery(of:on:)`` decides.
  public var delaysTouchesBegan: Bool?
  /// Whether the end of touches is withheld while the gesture is undecided: possible or held.
  public var delaysTouchesEnded = true

  /// Creates UIKit's defaults, but leaves `delaysTouchesBegan` to ``RuleSet/delivery(of:on:)``.
  public init() {}

  static let none = {
    var settings = DeliverySettings()
    settings.cancelsTouches = false
    settings.delaysTouchesBegan = false
    settings.delaysTouchesEnded = false
    return settings
  }()
}

extension RuleSet {
  /// The delivery settings of `rule` on `device`. In the result, `delaysTouchesBegan` is never nil.
  public func delivery(of rule: GestureRule, on device: Device) -> DeliverySettings {
    var delivery = rule.delivery
    let isFinal = !passesCancel && device.deviceClass == .touchscreen && device.capabilities.contains(.interception)
    delivery.delaysTouchesBegan = delivery.delaysTouchesBegan ?? (isFinal && delivery.cancelsTouches)
    return delivery
  }
}

/// The touches of an intercepted device, and whether gestures have taken them.
struct TouchClaims: Sendable {
  private struct Entry {
    let id: Int32
    let bit: TouchMask
    var isDown = true
    /// The delivery that was last reported to the source.
    var reported = Delivery.passes
  }

  private var entries: [Entry] = []
  private var taken: TouchMask = []
  /// The last changes of forgotten touches, until they are reported.
  private var lastChanges: [DeliveryChange] = []

  init() {
    entries.reserveCapacity(TouchTracker.limit * 2)
    lastChanges.reserveCapacity(TouchTracker.limit)
  }

  /// Adds landed touches. Forgets lifted touches outside `claimed`, and earlier touches with the bit of a landed touch.
  mutating func land(_ landed: [Touch], claimed: TouchMask) {
    forget { !$0.isDown && $0.bit.isDisjoint(with: claimed) }
    for touch in landed {
      // An earlier touch may have the same bit.
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

  /// Appends changes since the last call. `delivery` returns a touch's present delivery, given whether it is taken.
  mutating func appendChanges(to changes: inout [DeliveryChange], _ delivery: (TouchMask, Bool) -> Delivery) {
    changes += lastChanges
    lastChanges.removeAll(keepingCapacity: true)
    for index in entries.indices {
      let now = delivery(entries[index].bit, !taken.isDisjoint(with: entries[index].bit))
      guard now != entries[index].reported else { continue }
      entries[index].reported = now
      changes.append(DeliveryChange(touch: entries[index].id, delivery: now))
    }
  }

  /// If the contender has `cancelsTouches`, marks its touches as taken.
  mutating func claimTouches(of contender: Contender) {
    if contender.delivery.cancelsTouches { taken.formUnion(contender.touches) }
  }
}
