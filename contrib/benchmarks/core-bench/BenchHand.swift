import Bindings
import GestureCore

/// A hand on the benchmark's screen; it owns the engine, or the rules with actions, that it is shown to.
struct BenchHand: ~Copyable {
  static let period = TimeSpan(milliseconds: 8)
  /// Movements of one gesture: enough to leave every slop and to go on for a while.
  static let movesOfAGesture = 30
  /// Until the last deadline is over.
  private static let pause = TimeSpan(milliseconds: 1000)

  private var engine: Engine
  /// Where actions are bound to the gestures; then it is shown to these and not to the engine.
  private var live: Optional<LiveRules>
  private var fresh: [GestureEvent] = []
  private var outcomes = Outcomes()
  private var now = Timestamp(microseconds: 0)
  private let landing: [Frame]
  /// Once around a circle.
  private var circle: [Frame]
  private let lift: [Frame]
  private var step = 0
  private(set) var events = 0
  private(set) var orders = 0

  init(_ rules: RuleSet, _ bindings: [Binding] = [], fingers: Int) throws {
    var engine = try Engine(rules: rules)
    engine.add(Workload.screen)
    let live = try Self.rules(rules, bindings)
    self.engine = engine
    self.live = live
    func frame(_ touches: [Touch]) -> Frame {
      Frame(device: Workload.screen.id, time: Timestamp(microseconds: 0), touches: touches)
    }
    func touch(_ finger: Int, _ phase: Touch.Phase, _ offset: Vector = .zero) -> Touch {
      Touch(id: Int32(finger), phase: phase, position: Vector(40 + 20 * Double(finger), 80) + offset)
    }
    let fingers = 0..<fingers
    landing = fingers.map { frame([touch($0, .began)]) }
    lift = fingers.map { frame([touch($0, .ended)]) }
    circle = Self.circle.map { offset in frame(fingers.map { touch($0, .moved, offset) }) }
  }

  private static func rules(_ rules: RuleSet, _ bindings: [Binding]) throws -> LiveRules? {
    if bindings.isEmpty { return nil }
    var live = try LiveRules(Rules(ruleSet: rules, bindings: bindings))
    live.add(Workload.screen)
    return live
  }

  /// 2.5 mm at a time, 32 times, back to where it began.
  static let circle: [Vector] = {
    var places: [Vector] = []
    var place = Vector.zero
    let ways: [Direction] = [.right, .downRight, .down, .downLeft, .left, .upLeft, .up, .upRight]
    for way in ways {
      for _ in 0..<4 {
        place += way.vector * 2.5
        places.append(place)
      }
    }
    return places
  }()

  mutating func land() {
    for index in landing.indices { show(landing[index]) }
  }

  mutating func move(_ frames: Int) {
    for _ in 0..<frames {
      step = step + 1 == circle.count ? 0 : step + 1
      now = now + Self.period
      circle[step].time = now
      process(circle[step])
    }
  }

  /// Fingers land one after another, move, lift one after another, and then nothing happens until all is over.
  mutating func makeGesture(moves: Int) {
    land()
    move(moves)
    finish()
  }

  /// Lifts, and waits until all is over.
  mutating func finish() {
    for index in lift.indices { show(lift[index]) }
    now = now + Self.pause
    if live == nil {
      engine.advance(to: now, into: &fresh)
    } else {
      live?.advance(to: now, into: &outcomes)
    }
    count()
    step = 0
  }

  /// Landings, moves and lifts.
  func frames(ofAGestureWith moves: Int) -> Int { landing.count + moves + lift.count }

  private mutating func show(_ frame: Frame) {
    var frame = frame
    now = now + Self.period
    frame.time = now
    process(frame)
  }

  private mutating func process(_ frame: Frame) {
    if live == nil {
      engine.process(frame, into: &fresh)
    } else {
      live?.process(frame, into: &outcomes)
    }
    count()
  }

  private mutating func count() {
    events += fresh.count + outcomes.count
    fresh.removeAll(keepingCapacity: true)
    for outcome in outcomes { orders += outcome.orders.count }
    outcomes.removeAll()
  }
}
