import GestureCore

/// What to start.
public enum Command: Hashable, Sendable {
  /// Given to `/bin/sh -c`.
  case shell(String)
  /// A program and its arguments, started as they are; never empty.
  case direct([String])
}

/// When an action of a binding is due, by its key in the rules file.
public enum Trigger: String, CaseIterable, Sendable {
  /// Once: when a discrete gesture is recognized or a continuous one begins.
  case run
  case began, changed
  /// A discrete gesture is at its end when it is recognized.
  case ended
  case cancelled

  /// Whether a gesture that goes into `state` sets this off.
  public func fires(in state: RecognizerState) -> Bool {
    switch state {
    case .possible, .failed: false
    case .began: self == .run || self == .began
    case .changed: self == .changed
    case .ended: self == .ended
    case .cancelled: self == .cancelled
    case .recognized: self == .run || self == .ended
    }
  }

  /// Whether a gesture of `kind` ever sets this off.
  func isPossible(with kind: Kind) -> Bool {
    switch self {
    case .run, .ended: true
    case .began, .changed, .cancelled: !kind.isDiscrete
    }
  }
}

/// One thing a binding does.
public struct Action: Hashable, Sendable {
  public let command: Command
  public let trigger: Trigger
  /// Where the file says so.
  public let location: FileLocation
  /// The place of its binding in `Rules.bindings`; filled in there.
  public internal(set) var binding = 0

  public init(_ command: Command, on trigger: Trigger, location: FileLocation) {
    self.command = command
    self.trigger = trigger
    self.location = location
  }
}

/// What one place of the file lets a gesture do: the gesture's own section, or a `[[binding]]`.
public struct Binding: Equatable, Sendable {
  public let gesture: GestureID
  /// `also = true`: goes with the binding that was chosen instead of taking its place.
  public let isAddition: Bool
  /// In the order of the file.
  public internal(set) var actions: [Action]
  public let location: FileLocation

  public init(gesture: GestureID, isAddition: Bool = false, actions: [Action], location: FileLocation) {
    self.gesture = gesture
    self.isAddition = isAddition
    self.actions = actions
    self.location = location
  }
}
