import GestureCore

/// The faults of gauges, and the settings on which recognizers failed; used on one thread.
final class GaugeLog: @unchecked Sendable {
  var faults: [String] = []
  /// As `swipe min-distance`.
  var failures: Set<String> = []
}

/// A recognizer whose gauges are read at every turn, and compared with its failure.
///
/// Arbitration counts the fingers, so a failure on `fingers` has no gauge.
struct Gauged: Recognizer {
  static var kind: Kind { Tap.kind }

  private var inner: any Recognizer
  private let log: GaugeLog
  private let name: String
  /// The gauges of the turn before.
  private var last: [Gauge] = []

  init(_ settings: Settings) { self.init(Tap(settings), "tap", GaugeLog()) }

  init(_ inner: any Recognizer, _ name: String, _ log: GaugeLog) {
    self.inner = inner
    self.name = name
    self.log = log
  }

  /// The kind, with recognizers whose gauges are compared with their failures.
  static func kind(_ kind: Kind, _ log: GaugeLog) -> Kind {
    Kind(
      name: kind.name, summary: kind.summary, isDiscrete: kind.isDiscrete, settings: kind.settings,
      reports: kind.reports, needs: kind.needs, fingers: kind.fingers, facts: kind.facts, traits: kind.traits
    ) { Gauged(kind.make($0), kind.name, log) }
  }

  var deadline: Timestamp { inner.deadline }
  var precedence: Int { inner.precedence }
  var distance: Double? { inner.distance }
  func isPart(_ touch: Touch) -> Bool { inner.isPart(touch) }
  func values(_ touches: TouchGroup) -> GestureValues { inner.values(touches) }
  func gauges(_ touches: TouchGroup) -> [Gauge] { inner.gauges(touches) }

  mutating func touchesBegan(_ touches: TouchGroup) -> Proposal { look(touches) { $0.touchesBegan(touches) } }
  mutating func touchesMoved(_ touches: TouchGroup) -> Proposal { look(touches) { $0.touchesMoved(touches) } }
  mutating func touchesEnded(_ touches: TouchGroup) -> Proposal { look(touches) { $0.touchesEnded(touches) } }
  mutating func deadlinePassed(_ touches: TouchGroup) -> Proposal { look(touches) { $0.deadlinePassed(touches) } }

  mutating func reset() {
    inner.reset()
    last = []
  }

  private mutating func look(_ touches: TouchGroup, _ look: (inout any Recognizer) -> Proposal) -> Proposal {
    let step = look(&inner)
    let now = inner.gauges(touches)
    switch step {
    case .fail(let failure), .cancel(let failure), .startAfresh(let failure): check(failure, now)
    // The recognizer starts again, and so do its gauges.
    case .giveUp(let failure): if let setting = failure.setting { log.failures.insert("\(name) \(setting)") }
    case .nothing, .recognize, .begin, .change, .end: break
    }
    last = now
    return step
  }

  private func check(_ failure: Failure, _ now: [Gauge]) {
    guard let setting = failure.setting, let limit = failure.limit else { return }
    log.failures.insert("\(name) \(setting)")
    guard setting != CommonSettings.fingers.declaration.name else { return }
    let own = (last + now).filter { $0.setting == setting }
    if !own.contains(where: { $0.limit.unit == limit.unit && $0.mustReach == (failure.loosening == .lower) }) {
      log.faults.append("\(name) has no gauge for: \(failure)")
    }
    // A gauge that still exists at the failure has the same values as the failure.
    for gauge in now where gauge.what == failure.what && gauge.detail == failure.detail && gauge.setting == setting {
      let isTheSame = gauge.measured == failure.measured && (gauge.limit == limit || failure.needed != nil)
      // The failure has the greatest pressure, the gauge the present one.
      if gauge.what != "pressed with", gauge.limit.unit == limit.unit, !isTheSame {
        log.faults.append("\(name) failed: \(failure), and its gauge says \(gauge.measured), \(gauge.limit)")
      }
    }
  }
}
