import GestureCore

/// The facts that a plot shows about a recording, in mm and ms, independent of the plot's size and layout.
struct Picture: Equatable, Sendable {
  let title: String
  /// The devices of the shown attempts, in the recording's order.
  let panels: [Panel]
  let attempts: [AttemptPlot]
}

struct Panel: Equatable, Sendable {
  let device: Device
  let surface: Surface
  /// The device's name; empty if the recording doesn't name the device.
  let name: String
}

/// A time interval. Both ends are in ms since the recording's beginning.
struct Interval: Equatable, Sendable {
  var from: Double
  var to: Double
}

/// How the plot shows the result of a gesture or an attempt.
enum Tone: String, Sendable {
  case good, bad
  /// The gesture was cancelled, or did not receive a touch.
  case cancelled = "gone"
  case muted
}
