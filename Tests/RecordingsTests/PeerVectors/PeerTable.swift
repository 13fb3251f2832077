import GestureCore
import Support

/// How one vector is restated for our recognizers.
struct Restatement {
  let id: String
  let source: PeerSource
  /// The gestures to run instead of the vector's setup, if that is in prose or in other terms.
  var gestures: String?
  var rules: RuleSet?
  /// Lines of the section `touches` of a touch script, in mm.
  var touches: String?
  var events: [PeerVector.Event]?
  /// The comparison to make instead of `expect`, if that is prose; it returns the differences.
  var compare: (@Sendable (PeerRun) -> [String])?
  /// The reason for a different decision here, or nil if both agree.
  var otherwise: String?
  /// The decisions here instead: gesture and state, and how often.
  var instead: [String: Int] = [:]
}

/// Every vector, each once, by its id.
enum PeerTable {
  static let all: [Restatement] = taps + moving + pressing + scaling + others + speeds

  private static let taps = [
    Restatement(id: "tap-chain-3", source: .hammer),
    Restatement(id: "tap-chain-1", source: .hammer),
    Restatement(
      id: "tap-no-relations-order-a", source: .hammer,
      otherwise: "a tap never prevents a tap of more taps, and at the same instant that of more taps wins",
      instead: ["tap1": 1, "tap2": 1]),
    Restatement(id: "tap-simultaneous", source: .hammer),
    Restatement(id: "tap-small-drift", source: .flutter),
    Restatement(id: "tap-held-500ms", source: .flutter),
    Restatement(id: "tap-cancelled", source: .flutter),
    Restatement(id: "doubletap-ok", source: .flutter),
    Restatement(id: "doubletap-late", source: .flutter),
    Restatement(id: "doubletap-too-rapid", source: .flutter),
    Restatement(id: "two-finger-tap", source: .chromium),
    Restatement(
      id: "two-finger-tap-too-far", source: .chromium,
      otherwise: "what is exactly at its limit in mm is within it, as with every slop; Chromium's limit is the first "
        + "distance that is too far", instead: ["tap2f": 1]),
    Restatement(id: "cancel-drops-sequence", source: .chromium),
    Restatement(id: "tp-two-finger-scroll-not-tap", source: .libgestures),
    Restatement(
      id: "tp-palm-then-finger", source: .libgestures,
      touches: "0ms down a 50,30; palm a\n1500ms finger a\n1510ms up a"),
    Restatement(
      id: "single-touch-recogniser-second-touch", source: .gtk,
      otherwise: "before a gesture has begun, a finger too many fails it: a hand of two fingers is no tap of one",
      instead: ["click": 0]),
    Restatement(id: "tap-wrong-finger-count", source: .android),
  ]

  private static let moving = [
    Restatement(id: "pan-states", source: .hammer),
    Restatement(id: "scroll-within-slop", source: .chromium),
    Restatement(id: "scroll-slop-removed", source: .chromium),
    // Here v is the least speed, 20 px/s or 3.33 mm/s, and below 40 mm/s.
    Restatement(
      id: "swipe-2f-opposed", source: .chromium,
      touches: "0ms down a 50,50 b 75,50; move a by 6.67,0 over 1s; move b by -6.67,0 over 1s\n1s up a,b"),
    Restatement(
      id: "swipe-2f-diagonal", source: .chromium,
      touches: "0ms down a 50,50 b 75,50; move a,b by 20,20 over 250ms\n250ms up a,b"),
    Restatement(
      id: "swipe-2f-dominant-down", source: .chromium,
      touches: "0ms down a 50,50 b 75,50; move a,b by -10,40 over 250ms\n250ms up a,b"),
  ]

  private static let pressing = [
    Restatement(
      id: "press-requires-pan-fail-still", source: .hammer,
      otherwise: "a pan stays possible while the finger rests, as in UIKit: a press that requires it to fail waits for "
        + "the lift", instead: ["press": 0, "pan": 0]),
    Restatement(id: "longpress-ok", source: .flutter),
    Restatement(id: "longpress-up-early", source: .flutter),
    Restatement(id: "longpress-move-before", source: .flutter),
    Restatement(id: "longpress-then-scroll", source: .chromium),
  ]

  private static let scaling = [
    Restatement(id: "pan-pinch-simultaneous", source: .hammer),
    Restatement(
      id: "pinch-in-flow", source: .hammer,
      touches: "0ms down a 100,80 b 160,80; move a by 15,0 over 500ms; move b by -15,0 over 500ms\n500ms up a,b",
      otherwise: "a pinch begins at a scale of 1: the way to its slop does not count", instead: ["pinch.began": 1]),
    // One finger can't pinch here, and a rule for up to three fingers would wait for the third one.
    Restatement(
      id: "scale-numbers", source: .flutter,
      gestures: "scale = pinch fingers=2 min-change=0mm min-scale=0% min-span=0mm min-share=0%"),
    Restatement(
      id: "scale-count-change-rebase", source: .flutter,
      gestures: "scale = pinch fingers=2-3\nway = pan fingers=2-3 simultaneous-with=scale",
      touches: """
        0ms    down a 100,100 b 140,100 c 120,60
        200ms  move a by -15,20 over 80ms; move b by 15,20 over 80ms; move c by 0,-5 over 80ms
        300ms  up c
        308ms  move a,b by 0.1,0
        400ms  up a,b
        """, compare: doesNotJump),
    Restatement(
      id: "rotate-refires-on-third-finger", source: .gtk,
      otherwise: "fingers that do not move turn nothing; and a gesture that ended is ready again when all fingers have "
        + "lifted, as in UIKit", instead: ["rotate.began": 0, "rotate.ended": 0]),
  ]

  private static let others = [
    // Its two drags are one stroke here.
    Restatement(
      id: "composed-swipe-left-right", source: .wayfire, gestures: "seq = stroke path=left,right"),
    Restatement(id: "prevention-default", source: .uikit, rules: pair()),
    Restatement(id: "simultaneous-one-side-yes", source: .uikit, rules: pair([.gesture("a")])),
    Restatement(id: "simultaneous-both-no", source: .uikit, rules: pair()),
  ]

  private static let speeds = [
    Restatement(
      id: "velocity-constant", source: .velocity, rules: speedometer,
      compare: { speed($0, \.x, 500) }),
    Restatement(
      id: "velocity-still", source: .velocity, rules: speedometer, compare: { speed($0, \.x, 0) }),
    Restatement(
      id: "velocity-wrong-direction-guard", source: .velocity, rules: speedometer,
      events: VelocityCase.events("SwordfishFlingDown"), compare: { speed($0, \.y, 5970) },
      otherwise: "the figure is that of Android's impulse method, ours a least-squares fit, in which the stop at the "
        + "end weighs more; the direction is right", instead: ["velocity.ended": 1]),
  ]

  /// `a` begins at the landing; `b`, a pan, would need a movement.
  private static func pair(_ beside: [Reference] = []) -> RuleSet {
    RuleSet(gestures: [
      GestureRule(name: "a", kind: OnDown.kind),
      GestureRule(name: "b", kind: Catalogue.kind(named: "pan") ?? OnDown.kind, simultaneousWith: beside),
    ])
  }

  private static let speedometer = RuleSet(gestures: [GestureRule(name: "velocity", kind: OnDown.kind)])

  /// Within 20 %, in px/s.
  static func speed(_ run: PeerRun, _ axis: KeyPath<Vector, Double>, _ wanted: Double) -> [String] {
    guard let last = run.events(of: "velocity").last, last.state == .ended else { return ["it did not end"] }
    let got = last.values.velocity[keyPath: axis] / PeerSource.velocity.mm
    return abs(got - wanted) <= 0.2 * abs(wanted) ? [] : ["\(got) px/s, not \(wanted)"]
  }

  /// A finger lifts from three that pinch and pan; then the others move by 0.1 mm.
  private static func doesNotJump(_ run: PeerRun) -> [String] {
    let lift = Timestamp(microseconds: 300_000)
    let (scale, pan) = (run.events(of: "scale"), run.events(of: "way"))
    guard let scaleBefore = scale.last(where: { $0.time < lift }), let panBefore = pan.last(where: { $0.time < lift }),
      let scaleAfter = scale.first(where: { $0.time > lift }), let panAfter = pan.first(where: { $0.time > lift })
    else { return ["one of them did not go on: \(run.states(of: "scale")), \(run.states(of: "way"))"] }
    let stretch = abs(scaleAfter.values.scale / scaleBefore.values.scale - 1)
    let step = (panAfter.values.translation - panBefore.values.translation - Vector(0.1, 0)).length
    return (stretch < 0.001 ? [] : ["the scale jumps by \(stretch)"])
      + (step < 0.001 ? [] : ["the way jumps by \(step)"])
  }
}
