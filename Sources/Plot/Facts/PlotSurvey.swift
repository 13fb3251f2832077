import Analysis
import Bindings
import GestureCore
import Recordings

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

  func readings(in attempt: Attempt) -> ArraySlice<Reading> {
    (readings[attempt.device] ?? []).drop { $0.time < attempt.began }.prefix { $0.time <= attempt.ended }
  }
}
