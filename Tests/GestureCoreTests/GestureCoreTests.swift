import Testing

@testable import GestureCore

/// Plays touches to an engine and writes down what it says.
struct Bench {
  var engine: Engine
  var log: [String] = []
  let device = Device(
    id: DeviceID(1), name: "screen", deviceClass: .touchscreen, size: Size(width: 300, height: 190),
    capabilities: [.contacts, .places])
  let names: [String]
  let observer = Log()

  final class Log: Observer, @unchecked Sendable {
    var lines: [String] = []
    func observe(_ decision: Decision) { lines.append("\(decision.time.microseconds/1000) \(decision.gesture.rawValue) \(decision.outcome)") }
  }

  init(_ rules: [GestureRule]) throws {
    names = rules.map(\.name)
    engine = try Engine(rules: RuleSet(gestures: rules), observer: observer)
    engine.add(device)
  }
  mutating func note(_ events: [GestureEvent]) {
    for e in events { log.append("\(e.time.microseconds / 1000) \(names[e.gesture.rawValue]) \(e.state.rawValue)") }
  }
  mutating func frame(_ ms: Double, _ touches: Touch...) {
    note(engine.process(Frame(device: device.id, time: Timestamp(microseconds: Int64(ms * 1000)), touches: touches)))
  }
  mutating func finish() {
    while let deadline = engine.nextDeadline { note(engine.advance(to: deadline)) }
  }
}

func rule(_ name: String, _ kind: Kind, _ settings: [String: SettingValue] = [:], requires: [String] = []) -> GestureRule {
  GestureRule(name: name, kind: kind, settings: settings, requireToFail: requires.map { .gesture($0) })
}

@Test func chain() throws {
  var b = try Bench([
    rule("single", Tap.kind, requires: ["double"]),
    rule("double", Tap.kind, ["taps": .count(2)], requires: ["triple"]),
    rule("triple", Tap.kind, ["taps": .count(3)]),
  ])
  for n in 1...3 {
    for k in 0..<n {
      let t = Double(n * 2000 + k * 150)
      b.frame(t, Touch(id: 1, phase: .began, position: Vector(50, 50)))
      b.frame(t + 60, Touch(id: 1, phase: .ended))
    }
    b.finish()
  }
  print(b.observer.lines.joined(separator: "\n"))
  #expect(b.log == ["2410 single recognized", "4560 double recognized", "6360 triple recognized"])
}

@Test func farApart() throws {
  var b = try Bench([
    rule("single", Tap.kind, requires: ["double"]),
    rule("double", Tap.kind, ["taps": .count(2)]),
    rule("pan", Pan.kind), rule("swipe", Swipe.kind, ["fingers": .countRange(3...3)])
  ])
  b.frame(0, Touch(id: 1, phase: .began, position: Vector(50, 50)))
  b.frame(60, Touch(id: 1, phase: .ended))
  b.frame(150, Touch(id: 1, phase: .began, position: Vector(90, 50)))
  b.frame(210, Touch(id: 1, phase: .ended))
  b.finish()
  #expect(b.log == ["150 single recognized", "560 single recognized"])
  b.frame(1000, Touch(id: 1, phase: .began, position: Vector(50, 50)))
  for i in 1...10 { b.frame(1000 + Double(i) * 8, Touch(id: 1, phase: .moved, position: Vector(50 + Double(i), 50))) }
  b.frame(1200, Touch(id: 1, phase: .ended))
  b.finish()
  print(b.log)
}
