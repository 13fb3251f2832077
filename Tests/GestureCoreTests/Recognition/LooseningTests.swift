import GestureCore
import Recordings
import Support
import Testing

/// A loosened threshold never loses an attempt that was recognized before.
@Suite struct LooseningTests {
  /// A gesture, and the plan of the fingers that make it.
  struct Case: CustomTestStringConvertible, Sendable {
    let gestures: String
    let plan: RandomAttempt.Plan
    /// For each threshold, the settings that are checked when it is reached: if it is loosened, they are checked
    /// earlier.
    var judgedBy: [String: Set<String>] = [:]

    init(_ gestures: String, judgedBy: [String: Set<String>] = [:], _ change: (inout RandomAttempt.Plan) -> Void) {
      self.gestures = gestures
      self.judgedBy = judgedBy
      var plan = RandomAttempt.Plan()
      change(&plan)
      self.plan = plan
    }

    var testDescription: String { gestures }
  }

  private static let swipeDirection =
    [
      "min-distance": ["max-angle", "direction"], "min-speed": ["max-angle", "direction"],
    ] as [String: Set]
  private static let pinchDirection =
    [
      "min-change": ["direction"], "min-scale": ["direction"], "min-share": ["direction"],
    ] as [String: Set]
  private static let turnDirection =
    [
      "min-angle": ["direction"], "min-arc": ["direction"], "min-share": ["direction"],
    ] as [String: Set]

  static let cases = [
    Case("it = tap max-duration=200ms slop=1mm") { $0.duration = 1...300 },
    Case(
      "it = tap fingers=2 taps=2 min-apart=18mm max-apart=32mm max-duration=250ms lift-within=50ms land-within=50ms max-interval=250ms max-distance=9mm"
    ) {
      $0.fingers = 2
      $0.taps = 1...1
      $0.duration = 1...60
    },
    Case("it = long-press min-duration=200ms slop=1mm") { $0.duration = 100...500 },
    Case("it = long-press fingers=2 taps=1 min-duration=200ms tap-slop=1mm tap-duration=200ms") {
      $0.fingers = 2
      $0.taps = 0...2
      $0.duration = 100...500
    },
    Case("it = pan slop=4mm") { $0.movement = .drag },
    Case("it = pan axis=horizontal slop=4mm", judgedBy: ["slop": ["slop"]]) { $0.movement = .drag },
    Case("it = pan taps=1 max-interval=200ms max-distance=5mm") {
      $0.taps = 0...2
      $0.movement = .drag
    },
    Case("it = swipe fingers=2 together=70% max-duration=150ms land-within=40ms") {
      $0.fingers = 2
      $0.movement = .drag
    },
    Case("it = swipe direction=horizontal max-angle=20deg", judgedBy: swipeDirection) { $0.movement = .drag },
    Case("it = swipe min-speed=300mm/s slow-after=40ms") { $0.movement = .drag },
    Case("it = pinch min-change=6mm min-scale=15% min-share=100%") {
      $0.fingers = 2
      $0.movement = .spread
    },
    Case("it = pinch fingers=3 direction=out min-change=6mm min-scale=15%", judgedBy: pinchDirection) {
      $0.fingers = 3
      $0.movement = .spread
    },
    Case("it = rotation min-angle=15deg min-arc=4mm min-share=100%") {
      $0.fingers = 2
      $0.movement = .turn
    },
    Case("it = rotation direction=clockwise min-angle=15deg", judgedBy: turnDirection) {
      $0.fingers = 2
      $0.movement = .turn
    },
    Case(
      "it = edge-swipe edge=left band=5mm max-duration=150ms max-angle=30deg slop=1mm",
      judgedBy: ["min-travel": ["max-angle"]]
    ) {
      $0.position = Vector(5, 95)
      $0.movement = .drag
    },
    Case("it = edge-pan edge=any-corner corner=8mm max-angle=40deg", judgedBy: ["min-travel": ["max-angle"]]) {
      $0.position = Vector(6, 6)
      $0.movement = .drag
    },
    Case("it = force-press min-pressure=60% min-duration=60ms slop=1mm") { $0.duration = 100...500 },
    Case("it = hold-and-tap min-hold=150ms max-duration=250ms slop=1mm hold-slop=1mm") {
      $0.fingers = 2
      $0.rest = 50...600
      $0.duration = 1...300
    },
    Case("it = stroke path=down-right:1,up-right:2 min-length=12mm slack=2mm max-angle=20deg max-duration=600ms") {
      $0.movement = .draw
    },
    Case(
      "it = stroke shape=chevron fingers=2 either-way=true spread=8mm after=\"hold 50 ms\" slop=3mm max-duration=600ms"
    ) {
      $0.fingers = 2
      $0.movement = .draw
    },
    Case("it = stroke shape=triangle min-length=20mm tolerance=100% rotation=10deg max-duration=600ms") {
      $0.movement = .draw
    },
  ]

  #if DEBUG
    private static let seeds: UInt64 = 60
  #else
    private static let seeds: UInt64 = 600
  #endif

  @Test(arguments: cases) func nothingIsLost(_ it: Case) throws {
    let rules = try #require(try TouchScript.read("gestures\n\(it.gestures)", name: "loosened").rules)
    let number = rules.gestures.count - 1
    let recognized = try attempts(it.plan, rules, number)
    #expect(recognized.count >= 3, "\(recognized.count) attempts are recognized")
    let rule = rules.gestures[number]
    for declaration in rule.kind.allSettings {
      guard let loosening = declaration.loosening else { continue }
      for factor in [1.1, 1.5, 4] {
        let changed = try #require(loosened(rules, number, declaration, loosening == .raise ? factor : 1 / factor))
        for frames in recognized {
          let run = try Run(frames, changed, number)
          guard !run.isRecognized else { continue }
          let isEarlier = it.judgedBy[declaration.name]?.contains(run.setting ?? "") ?? false
          #expect(isEarlier, "\(declaration.name) by \(factor): \(run.failure)")
        }
      }
    }
  }

  /// Every setting that a kind declares as a threshold is a quantity. A quantity for which both a higher and a lower
  /// value lose attempts isn't declared as one.
  @Test func thresholdsDeclareTheirLoosening() {
    let declared = Catalogue.kinds.flatMap { kind in
      kind.allSettings.filter { $0.loosening != nil }.map { ($0, "\(kind.name) \($0.name)") }
    }
    for (declaration, name) in declared {
      guard case .quantity = declaration.shape else {
        Issue.record("\(name) is no quantity")
        continue
      }
    }
    let others = Catalogue.kinds.flatMap { kind in
      kind.allSettings.filter { declaration in
        if case .quantity = declaration.shape { declaration.loosening == nil } else { false }
      }.map { "\(kind.name) \($0.name)" }
    }
    #expect(
      others == [
        // A bounce that counts is a tap too many.
        "tap bounce",
        // The peak speed, the time and the slow end of a swipe count from there.
        "swipe slop", "long-press bounce", "pan bounce",
        // The measurement starts there.
        "pinch min-span", "rotation min-span",
        "hold-and-tap bounce", "hold-and-swipe slop",
        // The beginning of the first line is counted from there.
        "stroke lead",
      ])
  }

  /// The frames of the attempts that are recognized, each from the first touch of the gesture on.
  private func attempts(_ plan: RandomAttempt.Plan, _ rules: RuleSet, _ gesture: Int) throws -> [[Frame]] {
    try (UInt64(1)...Self.seeds).compactMap { seed in
      let frames = RandomAttempt(plan, seed: seed).frames
      guard let began = try Run(frames, rules, gesture).began else { return nil }
      // For such a tap the resting fingers land before the attempt begins.
      let landsSeparately = rules.gestures[gesture].kind.traits.landsSeparately
      let own = landsSeparately ? frames : frames.filter { $0.time >= began }
      return try Run(own, rules, gesture).isRecognized ? own : nil
    }
  }

  private func loosened(_ rules: RuleSet, _ gesture: Int, _ declaration: SettingDeclaration, _ factor: Double)
    -> RuleSet?
  {
    let settings = rules.settings(of: rules.gestures[gesture], on: CoreBench.screen)
    guard case .quantity(let value)? = settings[declaration.name],
      case .quantity(_, let range) = declaration.shape
    else { return nil }
    var changed = rules
    let moved = min(max(value * factor, range.lowerBound), range.upperBound)
    changed.gestures[gesture].settings[declaration.name] = .quantity(moved)
    return changed
  }

  /// The result of some frames.
  private struct Run {
    /// When the first touch landed of the attempt that was recognized first.
    private(set) var began: Timestamp?
    /// The setting of the last failure.
    private(set) var setting: String?
    private(set) var failure = ""

    var isRecognized: Bool { began != nil }

    init(_ frames: [Frame], _ rules: RuleSet, _ gesture: Int) throws {
      let journal = Journal()
      let screen = Device(
        id: CoreBench.screen.id, name: "screen", deviceClass: .touchscreen, size: CoreBench.screen.size,
        capabilities: [.contacts, .places, .pressure])
      let recording = Recording(name: "attempt", devices: [screen], frames: frames)
      let events = try Replay.events(recording, rules: rules, watcher: journal)
      if let event = events.first(where: { $0.gesture.rawValue == gesture }) {
        began = Timestamp(microseconds: event.time.microseconds - event.duration.microseconds)
      }
      for decision in journal.decisions where decision.gesture.rawValue == gesture {
        guard case .failed(.own(let failure)) = decision.outcome else { continue }
        setting = failure.setting
        self.failure = failure.description
      }
    }
  }
}
