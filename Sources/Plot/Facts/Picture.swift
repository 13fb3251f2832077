import GestureCore

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

  /// A finger that lifts sways by so many mm.
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

  /// How it came out in the end.
  enum Tone: String, Sendable { case good, bad, gone, muted }

  var tone: Tone {
    switch marks.last(where: { $0.event != .met })?.event {
    case .recognized, .began, .ended: .good
    case .failed: .bad
    case .cancelled, .passedOver: .gone
    case .met, nil: .muted
    }
  }
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
