import Bindings
import GestureCore

/// All that a recording under rules gives to be drawn: its attempts, and how the thresholds stood after each frame.
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
    var readings: [DeviceID: [Reading]] = [:]
    let collector = AttemptCollector { attempts.append($0) }
    let look: Replay.Look = { live, time in
      for device in recording.devices {
        let gauges = live.standings(of: device.id).flatMap { one in one.gauges.map { (one.gesture, $0) } }
        guard !gauges.isEmpty else { continue }
        readings[device.id, default: []].append(Reading(time: time, gauges: gauges))
      }
    }
    try Replay.run(recording, rules: rules, watcher: collector, look: look) { _, _ in }
    self.attempts = attempts.sorted { $0.number < $1.number }
    self.readings = readings
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
  func partition(_ isEarly: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = (low + high) / 2
      if isEarly(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
