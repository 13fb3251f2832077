import Analysis
import Bindings
import GestureCore
import Recordings

/// What there is to see of a recording under some rules: facts in mm and ms, nothing of how they are drawn.
struct Picture: Equatable, Sendable {
  /// What the recording is called.
  let title: String
  /// The devices that were touched, in the recording's order.
  let panels: [Panel]
  /// One of each attempt that is shown, in the order in which they began.
  let episodes: [Episode]
}

/// A device's surface, as something to draw on.
struct Panel: Equatable, Sendable {
  let device: Device
  let surface: Surface
  /// What it is called; empty where the recording does not tell.
  let name: String
}

/// One attempt: what the fingers did, and what became of every gesture meanwhile.
struct Episode: Equatable, Sendable {
  let number: Int
  let device: DeviceID
  let span: Interval
  /// The most fingers that were down at once.
  let fingers: Int
  /// What came of it, in a few words.
  let outcome: String
  let tone: Tone
  let trails: [Trail]
  /// The gestures that took part, in the order of the rules.
  let lanes: [Lane]
  /// Those that did not, by the reason.
  let absent: [NoPart]
  /// Where gestures were recognized or began: the centre of their fingers.
  let places: [EventPlace]
  /// What happened, in order: decisions, events and what they did.
  let moments: [PictureMoment]
}

/// Where a gesture event went out.
struct EventPlace: Equatable, Sendable {
  /// In mm, as the user sees the surface.
  let place: Vector
  let text: String
}

/// A stretch of time, in ms from the recording's beginning.
struct Interval: Equatable, Sendable {
  var from: Double
  var to: Double
}

/// The way of one finger, from down to up.
struct Trail: Equatable, Sendable {
  /// Where it was at one moment.
  struct Point: Equatable, Sendable {
    /// In ms.
    let time: Double
    /// In mm, as the user sees the surface.
    let place: Vector
  }

  /// How it came to an end.
  enum End: String, Sendable { case lifted, cancelled }

  /// From 0: the least number that no other finger had that was down when this one landed.
  let finger: Int
  var points: [Point]
  var end: End
  var isPalm: Bool

  var span: Interval { Interval(from: points.first?.time ?? 0, to: points.last?.time ?? 0) }

  /// Whether it went anywhere to speak of.
  var hasMoved: Bool {
    points.contains { point in points.first.map { (point.place - $0.place).length > Self.still } ?? false }
  }

  /// In mm: how far a finger sways as it lifts.
  private static let still = 1.0
}

/// A gesture's course through an attempt.
struct Lane: Equatable, Sendable {
  /// What the recognizer was doing.
  enum State: String, CaseIterable, Sendable {
    /// Its fingers had not all landed.
    case landing
    case possible
    /// Recognized, but another finger could still land.
    case awaitingFingers = "awaiting"
    /// Recognized, but others had to fail first.
    case held
    case begun
  }

  /// For how long it was in one state.
  struct Span: Equatable, Sendable {
    let state: State
    var time: Interval
    /// Whom it waited for, or until when; empty for states that say all.
    let note: String
  }

  /// What happened to it at one moment.
  struct Mark: Equatable, Sendable {
    /// What it was.
    enum Event: String, CaseIterable, Sendable {
      case recognized, began, ended, cancelled, failed
      /// It was not shown a touch.
      case passedOver = "passed"
      /// A threshold was met.
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
  /// When something changed in a gesture that had begun.
  var changes: [Double] = []
  var gauges: [GaugeTrack] = []

  /// What became of it, all of it in order.
  var verdict: String { PlotWording.verdict(marks) }

  /// The same without the thresholds that were met on the way.
  var result: String { PlotWording.verdict(marks.filter { $0.event != .met }) }

  var tone: Tone {
    switch marks.last(where: { $0.event != .met })?.event {
    case .recognized, .began, .ended: .good
    case .failed: .bad
    case .cancelled, .passedOver: .gone
    case .met, nil: .muted
    }
  }
}

/// How a gesture or an attempt came out in the end.
enum Tone: String, Sendable {
  case good, bad
  /// Cancelled or passed over.
  case gone
  /// Nothing to tell.
  case muted
}

/// How one measure of a gesture changed against its threshold.
struct GaugeTrack: Equatable, Sendable {
  /// The measure at one moment; between two moments it changes evenly.
  struct Sample: Equatable, Sendable {
    let time: Double
    /// Nil from when on it is not measured any more.
    let measured: Double?
    let limit: Double

    /// Whether the measure has come to its limit.
    var isReached: Bool { measured.map { $0 >= limit } ?? false }
  }

  let setting: String
  let what: String
  let unit: Unit
  let mustReach: Bool
  var samples: [Sample] = []
  /// The latest that was left out.
  var skipped: Sample?
}

/// Gestures that took no part in an attempt, all for one reason.
struct NoPart: Equatable, Sendable {
  let reason: String
  var gestures: [String]
}

/// A line of the list of what happened.
struct PictureMoment: Equatable, Sendable {
  let time: Double
  /// What sort of thing it is.
  let kind: Kind
  let text: String

  /// What happened: something to the world, or something that was decided.
  enum Kind: String, Sendable { case event, decision, order }
}

/// All that a recording under rules gives to be drawn: its attempts, and how the thresholds stood before and after each frame.
struct PlotSurvey {
  let attempts: [Attempt]
  /// By device, in the order of time.
  let readings: [DeviceID: [Reading]]

  /// The thresholds of one device's gestures at one moment.
  struct Reading {
    let time: Timestamp
    let gauges: [(gesture: GestureID, gauge: Gauge)]
  }

  /// Plays the recording. Throws when gestures wait for one another in a circle.
  init(_ recording: Recording, rules: Rules) throws(RequirementCycle) {
    var attempts: [Attempt] = []
    var player = try Replay.Player(recording, rules: rules, watcher: AttemptCollector { attempts.append($0) })
    var readings: [DeviceID: [Reading]] = [:]
    var last = Timestamp(microseconds: 0)
    while let next = player.nextTime {
      // Times go on while nothing comes: what they are in the end, and what comes of it, are two readings.
      let before = next + Self.instant
      if before > last { Self.read(player, recording.devices, at: before, into: &readings) }
      player.play(to: next) { _, _ in }
      Self.read(player, recording.devices, at: next, into: &readings)
      last = next
    }
    player.finish { _, _ in }
    self.attempts = attempts.sorted { $0.number < $1.number }
    self.readings = readings
  }

  private static let instant = TimeSpan(microseconds: -1)

  private static func read(
    _ player: borrowing Replay.Player, _ devices: [Device], at time: Timestamp,
    into readings: inout [DeviceID: [Reading]]
  ) {
    for device in devices {
      let gauges = player.snapshots(of: device.id, at: time).flatMap { one in one.gauges.map { (one.gesture, $0) } }
      // Where nothing is measured any more that is told once.
      guard !gauges.isEmpty || readings[device.id]?.last?.gauges.isEmpty == false else { continue }
      readings[device.id, default: []].append(Reading(time: time, gauges: gauges))
    }
  }

  /// The readings during an attempt.
  func readings(in attempt: Attempt) -> ArraySlice<Reading> {
    let all = readings[attempt.device] ?? []
    let start = all.partition { $0.time < attempt.began }
    return all[start...].prefix { $0.time <= attempt.ended }
  }
}

extension Array {
  /// How many of them come before the first that is not `early`, in a list in which all that are come first.
  fileprivate func partition(_ isEarly: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = (low + high) / 2
      if isEarly(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
