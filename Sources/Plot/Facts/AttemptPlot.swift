import Analysis
import GestureCore
import Recordings

/// One attempt: the fingers' paths, the states of the gestures that took part, and why other gestures took no part.
struct AttemptPlot: Equatable, Sendable {
  let number: Int
  let device: DeviceID
  let span: Interval
  let fingers: Int
  let outcome: String
  let tone: Tone
  let trails: [Trail]
  /// Gestures in rule order: all that took part, or the wanted gesture with the gestures that it waited for or lost to.
  let lanes: [Lane]
  let absent: [AbsentGestures]
  /// The centre of the fingers for each gesture that was recognized or began.
  let eventPositions: [EventPosition]
  /// Gesture events, other decisions, and orders (the effects of gesture events), sorted by time.
  let moments: [PictureMoment]
}

struct EventPosition: Equatable, Sendable {
  /// The centre of the fingers in mm, as the user sees the surface.
  let position: Vector
  let text: String
}

/// Gestures that took no part in an attempt, all for the same reason.
struct AbsentGestures: Equatable, Sendable {
  let reason: String
  var gestures: [String]
}

/// A line in the list of events on the plot's HTML page.
struct PictureMoment: Equatable, Sendable {
  let time: Double
  let kind: Kind
  let text: String

  enum Kind: String, Sendable { case event, decision, order }
}

struct AttemptPlotBuilder {
  private let attempt: Attempt
  private let names: Names
  private let wanted: GestureID?
  private let nearMisses: NearMissRanking
  private var lanes: [GestureID: LaneBuilder] = [:]

  init(_ attempt: Attempt, _ nearMisses: NearMissRanking, _ names: Names, about wanted: GestureID?) {
    self.attempt = attempt
    self.nearMisses = nearMisses
    self.names = names
    self.wanted = wanted
  }

  /// Builds the plot of the attempt. Nil if a gesture is wanted, but the attempt has no decision about this gesture.
  mutating func build(_ surface: Surface, _ readings: some Sequence<PlotReplay.Reading>) -> AttemptPlot? {
    var trails = TrailBuilder(surface)
    for frame in attempt.frames { trails.add(frame) }
    addDecisions()
    for reading in readings {
      let gauges = Dictionary(grouping: reading.gauges, by: \.gesture)
      for gesture in lanes.keys {
        lanes[gesture]?.add(gauges[gesture]?.map(\.gauge) ?? [], at: reading.time.milliseconds)
      }
    }
    let end = attempt.ended.milliseconds
    // A very long attempt keeps its frames only up to a limit.
    let lastKnownTime = attempt.frames.count < Attempt.limit ? end : attempt.frames.last?.time.milliseconds ?? end
    for gesture in lanes.keys { lanes[gesture]?.close(at: end) }
    if let wanted, lanes[wanted] == nil { return nil }
    let (outcome, tone) = outcome
    let shown = lanes.values.filter(isShown).map(\.lane).sorted { $0.gesture < $1.gesture }
    return AttemptPlot(
      number: attempt.number, device: attempt.device, span: Interval(from: attempt.began.milliseconds, to: end),
      fingers: attempt.fingers, outcome: outcome, tone: tone, trails: trails.finish(at: lastKnownTime), lanes: shown,
      absent: absent, eventPositions: eventPositions, moments: moments)
  }

  /// Adds each decision to its gesture's lane, with the time of the first landing since all fingers were last up.
  private mutating func addDecisions() {
    var frames = attempt.frames[...]
    var down: Set<Int32> = []
    var landed: Double?
    for decision in attempt.decisions {
      while let frame = frames.first, frame.time <= decision.time {
        frames.removeFirst()
        // A finger that lifts in this frame still counts as down for the gestures that the frame decides.
        if down.isEmpty { landed = nil }
        for touch in frame.touches {
          if touch.phase == .began { landed = landed ?? frame.time.milliseconds }
          down.track(touch)
        }
      }
      lanes[decision.gesture, default: LaneBuilder(decision.gesture, names)].add(decision, landed: landed)
    }
  }

  private func isShown(_ lane: LaneBuilder) -> Bool {
    guard let wanted else { return lane.hasParticipated }
    return lane.lane.gesture == wanted || lanes[wanted]?.others.contains(lane.lane.gesture) ?? false
  }

  private var absent: [AbsentGestures] {
    guard wanted == nil else { return [] }
    var absences: [AbsentGestures] = []
    for lane in lanes.values.filter({ !$0.hasParticipated }).map(\.lane).sorted(by: { $0.gesture < $1.gesture }) {
      guard let reason = lane.marks.last?.text, !reason.isEmpty else { continue }
      if let index = absences.firstIndex(where: { $0.reason == reason }) {
        absences[index].gestures.append(lane.name)
      } else {
        absences.append(AbsentGestures(reason: reason, gestures: [lane.name]))
      }
    }
    return absences
  }

  private var outcome: (text: String, tone: Tone) {
    var recognized: [(gesture: String, state: String)] = []
    var tone = Tone.muted
    for dispatched in attempt.events {
      let state = dispatched.event.state
      switch state {
      case .recognized, .ended: tone = .good
      case .cancelled: if tone == .muted { tone = .cancelled }
      case .began, .changed: continue
      }
      recognized.append((names.gesture(dispatched.event.gesture), state.rawValue))
    }
    let nearest = nearMisses.entries.first { wanted == nil || $0.miss.gesture == wanted }?.miss
    if recognized.isEmpty, nearest != nil { tone = .bad }
    let text = PlotWording.outcome(
      recognized: recognized,
      nearest: nearest.map { (names.gesture($0.gesture), attempt.whole($0.failure, decidedAt: $0.time).description) })
    return (text, tone)
  }

  private var eventPositions: [EventPosition] {
    attempt.events.compactMap { dispatched in
      let event = dispatched.event
      switch event.state {
      case .recognized, .began:
        return EventPosition(
          position: event.values.location, text: "\(names.gesture(event.gesture)) \(event.state.rawValue)")
      case .changed, .ended, .cancelled: return nil
      }
    }
  }

  /// The event list, without changes and resets. A gesture without a shown lane adds only events and orders.
  private var moments: [PictureMoment] {
    let orders = attempt.events.flatMap(\.orders)
    let decided = attempt.decisions.compactMap { decision -> PictureMoment? in
      let time = decision.time.milliseconds
      switch decision.outcome {
      case .event(.changed, _), .reset: return nil
      case .event: return PictureMoment(time: time, kind: .event, text: names.text(decision))
      case .tracking, .awaitingFingers, .held, .released, .failed, .cancelled, .notReceived:
        guard lanes[decision.gesture].map(isShown) ?? false else { return nil }
        return PictureMoment(time: time, kind: .decision, text: names.text(decision))
      }
    }
    let orderMoments = orders.filter { $0.event.state != .changed }.map {
      PictureMoment(time: $0.event.time.milliseconds, kind: .order, text: names.text($0))
    }
    // At one time, decisions come before orders.
    return (decided + orderMoments).sorted { $0.time < $1.time }
  }
}
