import GestureCore

/// A recognizer that carries out a plan.
struct ProofStandIn: Recognizer {
  static let kind = Kind(name: "none", summary: "Stands in.", isDiscrete: true, settings: [], make: ProofStandIn.init)

  private let plan: Plan
  private var play: Play
  private var first = Timestamp.never

  init(_ settings: Settings) { self.init(Plan([])) }

  init(_ plan: Plan) {
    self.plan = plan
    play = Play(plan)
  }

  var precedence: Int { plan.taps }
  var distance: Double? { plan.distance }
  var deadline: Timestamp { play.deadline.map { Timestamp(microseconds: $0) } ?? .never }

  func isPart(_ touch: Touch) -> Bool {
    switch plan.part {
    case .all: true
    case .left: touch.start.x < World.surface.width / 2
    case .later: touch.began > first
    }
  }

  mutating func touchesBegan(_ touches: TouchGroup) -> Proposal {
    first = touches.firstLanded
    return proposal(play.landed(firstLanded: touches.firstLanded.microseconds))
  }

  mutating func touchesMoved(_ touches: TouchGroup) -> Proposal { proposal(play.moved()) }

  mutating func touchesEnded(_ touches: TouchGroup) -> Proposal {
    proposal(play.lifted(touches.time.microseconds, left: touches.count))
  }

  mutating func buttonsPressed(_ buttons: Buttons, _ touches: TouchGroup) -> Proposal { proposal(play.pressed()) }

  mutating func deadlinePassed(_ touches: TouchGroup) -> Proposal {
    proposal(play.deadlinePassed(touches.time.microseconds))
  }

  mutating func reset() {
    play.reset()
    first = .never
  }

  func values(_ touches: TouchGroup) -> GestureValues {
    var values = GestureValues()
    values.fingers = touches.count
    values.location = touches.centroid
    return values
  }

  private func proposal(_ command: Play.SuggestedCommand) -> Proposal {
    switch command {
    case .nothing: .nothing
    case .recognize: .recognize
    case .begin: .begin
    case .change: .change
    case .end: .end
    case .fail: .fail(Failure("gave up"))
    case .giveUp: .giveUp(Failure("gave up"))
    case .cancel: .cancel(Failure("gave up"))
    case .afresh: .startAfresh(Failure("gave up"))
    }
  }
}
