import GestureCore

/// Everything that a drawing shows: what has been gathered, where the recognizers stand, and what the keys have set.
struct ViewState {
  var gathered: Gathered
  var controls: Controls
  /// Those of the device that is shown.
  var standings: [Standing]
  let time: Timestamp
  /// How many lines of the log have come since the view was paused; nil while it is not.
  var missed: Int?
  /// The rules file; nil where there is none to name.
  let file: String?

  /// The device that is shown: the chosen one, else the one that was touched last.
  var device: WatchedDevice? { gathered.shown(controls) }

  /// Whether the next drawing differs although nothing comes: trails fade, velocities sink.
  var isMoving: Bool { missed == nil && (device?.downCount ?? 0) > 0 }
}

extension Gathered {
  func shown(_ controls: Controls) -> WatchedDevice? {
    controls.chosen.flatMap { self[$0] } ?? touched.flatMap { self[$0] } ?? devices.first
  }

  /// The device behind the one that is shown, after the last one the first.
  func following(_ controls: Controls) -> DeviceID? {
    guard let shown = shown(controls), devices.count > 1,
      let place = devices.firstIndex(where: { $0.device.id == shown.device.id })
    else { return nil }
    return devices[(place + 1) % devices.count].device.id
  }
}

/// How much there is beyond what a drawing shows: what scrolling goes by.
struct Extents: Equatable {
  /// How many lines of the log, and of the help, fit at once.
  var logPage = 0
  var helpPage = 0
  var helpLines = 0
  /// How many recognizers are shown, and how many there are.
  var recognizerPage = 0
  var recognizers = 0
}
