import GestureCore

/// Seeded numbers.
struct Dice {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func number(_ range: ClosedRange<Double>) -> Double {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    let share = Double(state % (1 << 32)) / Double(1 << 32)
    return range.lowerBound + (range.upperBound - range.lowerBound) * share
  }

  mutating func count(_ range: ClosedRange<Int>) -> Int {
    Int(number(Double(range.lowerBound)...Double(range.upperBound) + 0.999))
  }

  mutating func chance(_ share: Double) -> Bool { number(0...1) < share }
}

/// The frames of fingers that tap a few times and then land, move, and lift; each step deviates at random from the
/// ideal one.
struct RandomAttempt {
  /// The intended movement.
  enum Movement: CaseIterable { case rest, drag, spread, turn, draw }

  /// The same for all attempts at one gesture.
  struct Plan {
    var fingers = 1
    var taps = 0...0
    var movement = Movement.rest
    /// The approximate place of the landing.
    var position = Vector(150, 95)
    /// How long the first finger rests before the last one lands.
    var rest = 0.0...60.0
    var duration = 20.0...300.0
  }

  private(set) var frames: [Frame] = []
  private var dice: Dice
  private var now = 0.0
  private var nextID: Int32 = 1

  init(_ plan: Plan, seed: UInt64) {
    dice = Dice(seed: seed)
    for _ in 0..<dice.count(plan.taps) { tap(plan) }
    move(plan)
  }

  private mutating func tap(_ plan: Plan) {
    var fingers = land(plan)
    now += dice.number(20...250)
    if dice.chance(0.5) { shift(&fingers, by: Vector(dice.number(-2...2), 0)) }
    lift(fingers)
    now += dice.number(30...300)
  }

  /// The figures that can be intended, each as a list of movements in mm.
  private static let figures = [
    [Vector(9, 9), Vector(18, -18)], [Vector(12, 12), Vector(-12, 12)],
    [Vector(-12, 20), Vector(24, 0), Vector(-12, -20)],
  ]

  private mutating func draw(_ plan: Plan) {
    var fingers = land(plan)
    now += dice.chance(0.5) ? 60 : 8
    let figure = Self.figures[dice.count(0...2) % Self.figures.count]
    let (slant, size) = (dice.number(-15...15), dice.number(0.5...1.4))
    for line in figure {
      let movement = TestHand.turned(line * size, by: slant + dice.number(-6...6))
      let steps = dice.count(6...20)
      for _ in 0..<steps {
        now += 8
        shift(
          &fingers, by: movement * (1 / Double(steps)) + Vector(dice.number(-0.2...0.2), dice.number(-0.2...0.2)),
          unevenly: 0.1)
      }
    }
    now += 8
    lift(fingers)
  }

  private mutating func move(_ plan: Plan) {
    if plan.movement == .draw { return draw(plan) }
    var fingers = land(plan)
    for _ in 0..<dice.count(1...2) {
      let steps = Int(dice.number(plan.duration) / 8) + 1
      let movement = Vector(dice.number(-1...1), dice.number(-0.6...0.6)) * dice.number(0...4)
      let swing = dice.number(-0.05...0.05)
      let spread = dice.number(-0.03...0.03)
      var drag = dice.chance(0.7) && plan.position.x < 20 ? Vector(abs(movement.x), movement.y) : movement
      for _ in 0..<steps {
        now += 8
        switch plan.movement {
        case .rest, .draw: shift(&fingers, by: Vector(dice.number(-0.1...0.12), 0))
        case .drag:
          drag = TestHand.turned(drag, by: swing * 60)
          shift(&fingers, by: drag, unevenly: dice.number(0...0.3))
        case .spread: widen(&fingers, factor: 1 + spread, turned: swing, by: movement * 0.1)
        case .turn: widen(&fingers, factor: 1 + spread * 0.1, turned: swing * 40, by: movement * 0.1)
        }
      }
      now += dice.chance(0.3) ? dice.number(0...600) : 8
    }
    lift(fingers)
  }

  private mutating func land(_ plan: Plan) -> [Touch] {
    var fingers: [Touch] = []
    for number in 0..<plan.fingers {
      let offset = Vector(Double(number / 2) * 14, Double(number % 2) * 24 + dice.number(-6...6))
      let position = plan.position + offset + Vector(dice.number(-4...4), dice.number(-4...4))
      let touch = Touch(id: nextID, phase: .began, position: position, pressure: 0.2)
      nextID += 1
      addFrame([touch])
      fingers.append(touch)
      if number + 2 == plan.fingers { now += dice.number(plan.rest) } else { now += dice.number(0...10) }
    }
    return fingers
  }

  private mutating func lift(_ fingers: [Touch]) {
    for finger in fingers.reversed() {
      addFrame([Touch(id: finger.id, phase: .ended)])
      now += dice.number(0...70)
    }
  }

  private mutating func shift(_ fingers: inout [Touch], by movement: Vector, unevenly: Double = 0) {
    for index in fingers.indices {
      fingers[index].position += movement * (1 - unevenly * Double(index))
    }
    move(&fingers)
  }

  private mutating func widen(_ fingers: inout [Touch], factor: Double, turned degrees: Double, by movement: Vector) {
    let centre = fingers.reduce(Vector.zero) { $0 + $1.position } * (1 / Double(fingers.count))
    for index in fingers.indices {
      let position = TestHand.turned((fingers[index].position - centre) * factor, by: degrees)
      fingers[index].position = centre + position + movement
    }
    move(&fingers)
  }

  private mutating func move(_ fingers: inout [Touch]) {
    for index in fingers.indices {
      fingers[index].phase = .moved
      fingers[index].pressure = min(1, max(0, (fingers[index].pressure ?? 0) + dice.number(-0.15...0.2)))
    }
    addFrame(fingers)
  }

  private mutating func addFrame(_ touches: [Touch]) {
    frames.append(
      Frame(device: CoreBench.screen.id, time: Timestamp(microseconds: Int64(now * 1000)), touches: touches))
  }
}
