import GestureCore

/// The actions of a stand-in and their times: a gesture without any geometry, so that only arbitration is tested.
///
/// It fails when its fingers lift and no action is left, and a begun one ends when too few fingers are down.
public struct Plan: Hashable, Sendable {
  /// When it does something, counted within one attempt.
  public enum Cue: Hashable, Sendable {
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

    var isATime: Bool {
      switch self {
      case .after, .pause: true
      case .movement, .lift, .landing, .press: false
      }
    }
  }

  /// Its action at a cue, if its state allows the action.
  public enum Act: String, Sendable { case recognize, begin, end, fail, giveUp, cancel, afresh }

  /// A cue and its action.
  public struct Line: Hashable, Sendable {
    public var cue: Cue
    public var act: Act

    public init(_ cue: Cue, _ act: Act) {
      self.cue = cue
      self.act = act
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

  public var lines: [Line]
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

  public init(_ lines: [Line], _ change: (inout Plan) -> Void = { _ in }) {
    self.lines = lines
    change(&self)
  }

  public var isDiscrete: Bool { !lines.contains { $0.act == .begin } }

  /// A copy with some of it changed.
  public func with(_ change: (inout Plan) -> Void) -> Plan {
    var plan = self
    change(&plan)
    return plan
  }
}

extension Plan: CustomStringConvertible {
  public var description: String {
    var words = [lines.map { "\($0.act.rawValue) \(describe($0.cue))" }.joined(separator: ", ")]
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

  private func describe(_ cue: Cue) -> String {
    switch cue {
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
  /// The response to a cue.
  public enum SuggestedCommand: Hashable, Sendable {
    case stay, recognize, begin, change, end, fail, giveUp, cancel, afresh
  }

  private enum State: Hashable { case looking, said, begun, over }

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
    for line in plan.lines {
      switch line.cue {
      case .after(let ms):
        number += 1
        guard landings > 0, number > passed, isAllowed(line.act) else { continue }
        earliest = min(earliest ?? .max, start + Int64(ms) * 1000)
      case .pause(let ms):
        guard lifts > 0, !isDown, isAllowed(line.act) else { continue }
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
    return isAgain ? .stay : perform(.landing(landings)) ?? .stay
  }

  public mutating func moved() -> SuggestedCommand {
    movements += 1
    return perform(.movement(movements)) ?? (state == .begun ? .change : .stay)
  }

  public mutating func lifted(_ time: Int64, left: Int) -> SuggestedCommand {
    if left == 0 {
      isDown = false
      lifts += 1
      lifted = time
      if let wish = perform(.lift(lifts)) { return wish }
    }
    switch state {
    case .begun where left < plan.fingers.lowerBound:
      state = .over
      return .end
    case .looking where left == 0 && !hasMoreToCome:
      state = .over
      return .fail
    case .looking, .said, .begun, .over: return .stay
    }
  }

  public mutating func pressed() -> SuggestedCommand { perform(.press) ?? .stay }

  public mutating func deadlinePassed(_ time: Int64) -> SuggestedCommand {
    var number = 0
    for line in plan.lines {
      switch line.cue {
      case .after(let ms):
        number += 1
        guard number > passed, isAllowed(line.act), start + Int64(ms) * 1000 <= time else { continue }
        passed = number
        return perform(line.cue) ?? .stay
      case .pause(let ms):
        guard lifts > 0, !isDown, isAllowed(line.act), lifted + Int64(ms) * 1000 <= time else { continue }
        return perform(line.cue) ?? .stay
      case .movement, .lift, .landing, .press: continue
      }
    }
    return .stay
  }

  public mutating func reset() { self = Play(plan) }

  /// Nothing can begin without fingers.
  private var hasMoreToCome: Bool {
    deadline != nil && !plan.lines.contains { $0.act == .begin && $0.cue.isATime }
  }

  private func isAllowed(_ act: Plan.Act) -> Bool {
    switch act {
    case .recognize, .begin, .fail, .giveUp, .afresh: state == .looking
    case .end, .cancel: state == .begun
    }
  }

  private mutating func perform(_ cue: Plan.Cue) -> SuggestedCommand? {
    guard let line = plan.lines.first(where: { $0.cue == cue }), isAllowed(line.act) else { return nil }
    switch line.act {
    case .recognize:
      state = .said
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
