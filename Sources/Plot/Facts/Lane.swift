import GestureCore
import Recordings

/// One gesture in one attempt: its states, events and measures over time.
struct Lane: Equatable, Sendable {
  enum State: String, CaseIterable, Sendable {
    /// The first finger is down, but not all of the gesture's fingers have landed.
    case landing
    case possible
    /// The gesture is complete, but another finger could still land.
    case awaitingFingers = "awaiting"
    /// The gesture is complete, but other gestures must fail first.
    case held
    case begun
  }

  struct Span: Equatable, Sendable {
    let state: State
    var time: Interval
    /// The reason why the gesture waits, in the states `awaitingFingers` and `held`; empty in the other states.
    let note: String
  }

  struct Mark: Equatable, Sendable {
    enum Event: String, CaseIterable, Sendable {
      case recognized, began, ended, cancelled, failed
      /// One of the attempt's touches was not given to the gesture.
      case refused = "passed"
      case met
    }

    let event: Event
    let time: Double
    let text: String
  }

  let gesture: GestureID
  let name: String
  let kind: String
  var spans: [Span] = []
  var marks: [Mark] = []
  var changes: [Double] = []
  var gauges: [GaugeTrack] = []

  var verdict: String { PlotWording.verdict(marks) }

  /// The gesture's events in words, without met thresholds.
  var result: String { PlotWording.verdict(marks.filter { $0.event != .met }) }

  var tone: Tone {
    switch marks.last(where: { $0.event != .met })?.event {
    case .recognized, .began, .ended: .good
    case .failed: .bad
    case .cancelled, .refused: .cancelled
    case .met, nil: .muted
    }
  }
}

/// One measure of a gesture over time, with its threshold.
struct GaugeTrack: Equatable, Sendable {
  /// The measure at one time. Between two samples, the measure changes linearly.
  struct Sample: Equatable, Sendable {
    let time: Double
    /// The value; nil if the measure ends at this time.
    let measured: Double?
    let limit: Double

    var isReached: Bool { measured.map { $0 >= limit } ?? false }
  }

  let setting: String
  let what: String
  let unit: Unit
  let mustReach: Bool
  var samples: [Sample] = []
  /// The last sample, if it was skipped because its change is invisible.
  var skipped: Sample?
}

/// Builds the lane of one gesture from the gesture's decisions and measures in one attempt.
struct LaneBuilder {
  private let names: Names
  private(set) var lane: Lane
  /// Whether the gesture took part: it had a decision that was `tracking`, an `event` or a near miss.
  private(set) var hasParticipated = false
  /// The gestures that this gesture waited for, and the gestures that made it fail or cancelled it.
  private(set) var others: Set<GestureID> = []
  /// The settings that made the gesture fail. If the fingers reach such a threshold later, the lane doesn't mark it.
  private var failedSettings: Set<String> = []

  init(_ gesture: GestureID, _ names: Names) {
    self.names = names
    lane = Lane(gesture: gesture, name: names.gesture(gesture), kind: names.rule(gesture)?.kind.name ?? "")
  }

  /// Adds a decision. `landed` is the time in ms when the first finger landed, nil without fingers.
  mutating func add(_ decision: Decision, landed: Double?) {
    let time = decision.time.milliseconds
    let reason = names.reason(decision) ?? ""
    switch decision.outcome {
    case .tracking: track(at: time, landed)
    case .event(let state, _): enter(state, reason, at: time)
    case .awaitingFingers: open(.awaitingFingers, reason, at: time)
    case .held(let other):
      others.insert(other)
      open(.held, reason, at: time)
    case .released, .reset: close(at: time)
    case .failed(let cause):
      addOther(cause)
      if lane.spans.isEmpty, let landed, landed < time { open(.landing, "", at: landed) }
      finish(.failed, reason, at: time)
      if let miss = NearMiss(decision), miss.isNear { hasParticipated = true }
    case .cancelled(let cause):
      addOther(cause)
      finish(.cancelled, reason, at: time)
    case .notReceived: mark(.refused, reason, at: time)
    }
  }

  private var openState: Lane.State?

  private mutating func track(at time: Double, _ landed: Double?) {
    hasParticipated = true
    // Another tap of the same attempt changes nothing.
    guard openState == nil else { return }
    if let landed, landed < time, landed >= lane.spans.last?.time.to ?? landed { open(.landing, "", at: landed) }
    open(.possible, "", at: time)
  }

  private mutating func enter(_ state: RecognizerState, _ reason: String, at time: Double) {
    hasParticipated = true
    switch state {
    case .began:
      mark(.began, reason, at: time)
      open(.begun, "", at: time)
    case .changed: lane.changes.append(time)
    case .ended: finish(.ended, reason, at: time)
    case .cancelled: finish(.cancelled, reason, at: time)
    case .recognized: finish(.recognized, reason, at: time)
    }
  }

  private mutating func addOther(_ cause: Decision.Cause) {
    switch cause {
    case .excluded(let other), .requirementRecognized(let other): others.insert(other)
    case .own(let failure): if let setting = failure.setting { failedSettings.insert(setting) }
    case .shouldNotBegin, .touchCancelled, .paused, .deviceRemoved, .illegalTransition: break
    }
  }

  private mutating func open(_ state: Lane.State, _ note: String, at time: Double) {
    close(at: time)
    lane.spans.append(Lane.Span(state: state, time: Interval(from: time, to: time), note: note))
    openState = state
  }

  mutating func close(at time: Double) {
    guard openState != nil, let last = lane.spans.indices.last else { return }
    openState = nil
    lane.spans[last].time.to = time
    // An empty span would be invisible.
    if lane.spans[last].time.from >= time { lane.spans.removeLast() }
  }

  private mutating func finish(_ event: Lane.Mark.Event, _ text: String, at time: Double) {
    close(at: time)
    // A cancelled gesture is reported twice, as a decision and as an event.
    guard event != .cancelled || lane.marks.last?.event != .cancelled || lane.marks.last?.time != time else { return }
    mark(event, text, at: time)
  }

  private mutating func mark(_ event: Lane.Mark.Event, _ text: String, at time: Double) {
    // Several touches may be refused for the same reason.
    guard event != .refused || !lane.marks.contains(where: { $0.event == event && $0.text == text }) else { return }
    lane.marks.append(Lane.Mark(event: event, time: time, text: text))
  }

  /// Adds the gesture's measures at one time, and marks newly met thresholds.
  mutating func add(_ gauges: [Gauge], at time: Double) {
    var updated: Set<Int> = []
    for gauge in gauges { updated.insert(add(gauge, at: time)) }
    for index in lane.gauges.indices where !updated.contains(index) { lane.gauges[index].stop(at: time) }
  }

  private mutating func add(_ gauge: Gauge, at time: Double) -> Int {
    let sample = GaugeTrack.Sample(time: time, measured: gauge.measured.value, limit: gauge.limit.value)
    let index = lane.gauges.firstIndex { $0.setting == gauge.setting && $0.what == gauge.what }
    let wasMet = index.flatMap { lane.gauges[$0].latest }?.isReached ?? false
    // A threshold that is met as soon as the fingers are down gets no mark.
    let isNews = time > lane.spans.first { $0.state != .landing }?.time.from ?? -.infinity
    if gauge.mustReach, gauge.isMet, !wasMet, isNews, !failedSettings.contains(gauge.setting) {
      mark(.met, PlotWording.met(gauge), at: time)
    }
    guard let index else {
      lane.gauges.append(
        GaugeTrack(
          setting: gauge.setting, what: gauge.what, unit: gauge.measured.unit, mustReach: gauge.mustReach,
          samples: [sample]))
      return lane.gauges.count - 1
    }
    lane.gauges[index].add(sample)
    return index
  }
}

extension GaugeTrack {
  /// A change that is less than this share of the threshold is invisible.
  private static let visible = 0.01

  fileprivate var latest: Sample? { skipped ?? samples.last }

  fileprivate mutating func add(_ sample: Sample) {
    guard let last = samples.last, let before = last.measured, let now = sample.measured, last.limit == sample.limit,
      last.isReached == sample.isReached, abs(now - before) < abs(sample.limit) * Self.visible
    else { return keep(sample) }
    skipped = sample
  }

  fileprivate mutating func stop(at time: Double) {
    guard let last = samples.last, last.measured != nil else { return }
    keep(Sample(time: time, measured: nil, limit: last.limit))
  }

  /// Adds the last skipped sample, if any, and then `sample`. The skipped sample is the start of the visible change.
  private mutating func keep(_ sample: Sample) {
    if let skipped { samples.append(skipped) }
    skipped = nil
    samples.append(sample)
  }
}
