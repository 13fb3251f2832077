import GestureCore

/// The actions of a stand-in and their times: a gesture without any geometry, so that only arbitration is tested.
///
/// It fails when its fingers lift and no action is left, and a begun one ends when too few fingers are down.
public struct Plan: Hashable, Sendable {
  /// When it does something, counted within one attempt.
  public enum Trigger: Hashable, Sendable {
    /// The fingers move for the n-th time.
    case movement(Int)
    /// This many ms after its first finger landed for the first time.
    case after(Int)
    /// All fingers lift for the n-th time.
    case lift(Int)
    /// The fingers land for the n-th time.
    case landing(Int)
    /// This many ms after all fingers lifted, unless they land again.
    case pause(Int)
    /// A button is pressed.
    case press

    var isTime: Bool {
      switch self {
      case .after, .pause: true
      case .movement, .lift, .landing, .press: false
      }
    }
  }

  /// Its action at a cue, if its state allows the action.
  public enum Action: String, Sendable { case recognize, begin, end, fail, giveUp, cancel, afresh }

  /// A trigger with the action for it.
  public struct Reaction: Hashable, Sendable {
    public var trigger: Trigger
    public var action: Action

    public init(_ trigger: Trigger, _ action: Action) {
      self.trigger = trigger
      self.action = action
    }
  }

  /// Which of the touches that it is shown are part of it.
  public enum Part: String, Sendable {
    case all
    /// Touches that landed in the left half of the surface.
    case left
    /// Those that landed after the first one.
    case later
  }

  public var reactions: [Reaction]
  public var taps = 0
  public var fingers = 1...1
  /// In ms.
  public var landWithin = 120
  public var landsSeparately = false
  /// It takes part only as a button is pressed.
  public var isMadeByButton = false
  public var part = Part.all
  public var yieldsToEdges = false
  /// An edge gesture of the left side: its fingers must land within this distance of the edge, in mm.
  public var band = 0.0
  /// The number of lines of a drawing that is a path, each path the beginning of the next; or `whole` for a whole
  /// drawing, which comes after all paths; 0 if the gesture isn't a drawing.
  public var drawn = 0
  /// More lines than any path has.
  static let whole = 3
  /// The distance between the seen movement and the gesture.
  public var distance: Double?

  public init(_ reactions: [Reaction], _ change: (inout Plan) -> Void = { _ in }) {
    self.reactions = reactions
    change(&self)
  }

  public var isDiscrete: Bool { !reactions.contains { $0.action == .begin } }

  /// A copy with some of it changed.
  public func with(_ change: (inout Plan) -> Void) -> Plan {
    var plan = self
    change(&plan)
    return plan
  }
}

extension Plan: CustomStringConvertible {
  public var description: String {
    var words = [reactions.map { "\($0.action.rawValue) \(describe($0.trigger))" }.joined(separator: ", ")]
    if !isDiscrete { words.append("continuous") }
    if taps > 0 { words.append("taps=\(taps)") }
    if fingers != 1...1 { words.append("fingers=\(fingers.lowerBound)-\(fingers.upperBound)") }
    if landWithin != 120 { words.append("land-within=\(landWithin)ms") }
    if landsSeparately { words.append("lands-apart") }
    if isMadeByButton { words.append("by-button") }
    if part != .all { words.append("part=\(part.rawValue)") }
    if yieldsToEdges { words.append("yields-to-edges") }
    if band > 0 { words.append("band=\(Int(band))mm") }
    if drawn > 0 { words.append("drawn=\(drawn)") }
    if let distance { words.append("distance=\(distance)") }
    return words.joined(separator: " ")
  }

  private func describe(_ trigger: Trigger) -> String {
    switch trigger {
    case .movement(let n): "at movement \(n)"
    case .after(let ms): "\(ms) ms after landing"
    case .lift(let n): "at lift \(n)"
    case .landing(let n): "at landing \(n)"
    case .pause(let ms): "\(ms) ms after a lift"
    case .press: "at a press"
    }
  }
}

/// A plan that is carried out, for the engine's stand-in and for the oracle.
public struct Play: Hashable, Sendable {
  /// The result to a trigger.
  public enum SuggestedCommand: Hashable, Sendable {
    case nothing, recognize, begin, change, end, fail, giveUp, cancel, afresh
  }

  private enum State: Hashable { case looking, recognized, begun, over }

  private let plan: Plan
  private var state = State.looking
  private var movements = 0
  private var lifts = 0
  private var landings = 0
  private var isDown = false
  private var start: Int64 = 0
  private var lifted: Int64 = 0
  /// How many of the times after the landing are over.
  private var passed = 0

  public init(_ plan: Plan) { self.plan = plan }

  /// In microseconds.
  public var deadline: Int64? {
    var earliest: Int64?
    var number = 0
    for reaction in plan.reactions {
      switch reaction.trigger {
      case .after(let ms):
        number += 1
        guard landings > 0, number > passed, isAllowed(reaction.action) else { continue }
        earliest = min(earliest ?? .max, start + Int64(ms) * 1000)
      case .pause(let ms):
        guard lifts > 0, !isDown, isAllowed(reaction.action) else { continue }
        earliest = min(earliest ?? .max, lifted + Int64(ms) * 1000)
      case .movement, .lift, .landing, .press: continue
      }
    }
    return earliest
  }

  public mutating func landed(firstLanded: Int64) -> SuggestedCommand {
    if landings == 0 { start = firstLanded }
    let isAgain = isDown
    isDown = true
    if !isAgain { landings += 1 }
    return isAgain ? .nothing : react(to: .landing(landings)) ?? .nothing
  }

  public mutating func moved() -> SuggestedCommand {
    movements += 1
    return react(to: .movement(movements)) ?? (state == .begun ? .change : .nothing)
  }

  public mutating func lifted(_ time: Int64, left: Int) -> SuggestedCommand {
    if left == 0 {
      isDown = false
      lifts += 1
      lifted = time
      if let command = react(to: .lift(lifts)) { return command }
    }
    switch state {
    case .begun where left < plan.fingers.lowerBound:
      state = .over
      return .end
    case .looking where left == 0 && !hasPendingReaction:
      state = .over
      return .fail
    case .looking, .recognized, .begun, .over: return .nothing
    }
  }

  public mutating func pressed() -> SuggestedCommand { react(to: .press) ?? .nothing }

  public mutating func deadlinePassed(_ time: Int64) -> SuggestedCommand {
    var number = 0
    for reaction in plan.reactions {
      switch reaction.trigger {
      case .after(let ms):
        number += 1
        guard number > passed, isAllowed(reaction.action), start + Int64(ms) * 1000 <= time else { continue }
        passed = number
        return react(to: reaction.trigger) ?? .nothing
      case .pause(let ms):
        guard lifts > 0, !isDown, isAllowed(reaction.action), lifted + Int64(ms) * 1000 <= time else { continue }
        return react(to: reaction.trigger) ?? .nothing
      case .movement, .lift, .landing, .press: continue
      }
    }
    return .nothing
  }

  public mutating func reset() { self = Play(plan) }

  /// Nothing can begin without fingers.
  private var hasPendingReaction: Bool {
    deadline != nil && !plan.reactions.contains { $0.action == .begin && $0.trigger.isTime }
  }

  private func isAllowed(_ action: Plan.Action) -> Bool {
    switch action {
    case .recognize, .begin, .fail, .giveUp, .afresh: state == .looking
    case .end, .cancel: state == .begun
    }
  }

  private mutating func react(to trigger: Plan.Trigger) -> SuggestedCommand? {
    guard let reaction = plan.reactions.first(where: { $0.trigger == trigger }), isAllowed(reaction.action) else {
      return nil
    }
    switch reaction.action {
    case .recognize:
      state = .recognized
      return .recognize
    case .begin:
      state = .begun
      return .begin
    case .end:
      state = .over
      return .end
    case .fail:
      state = .over
      return .fail
    // It continues to look, unless it has to fail.
    case .giveUp: return .giveUp
    case .cancel:
      state = .over
      return .cancel
    case .afresh:
      state = .over
      return .afresh
    }
  }
}
