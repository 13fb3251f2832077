import GestureCore

/// What there is to see of a recording under some rules: facts in mm and ms, nothing of how they are drawn.
struct Picture: Equatable, Sendable {
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

/// A stretch of time, in ms from the recording's beginning.
struct Interval: Equatable, Sendable {
  var from: Double
  var to: Double
}

/// How a gesture or an attempt came out in the end.
enum Tone: String, Sendable {
  case good, bad
  /// Cancelled or passed over.
  case gone
  case muted
}
