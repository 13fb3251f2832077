import Analysis
import Bindings
import GestureCore
import Recordings

/// A recording's attempts, with the gestures' measures just before and just after each frame or deadline.
struct PlotReplay {
  let attempts: [Attempt]
  let readings: [DeviceID: [Reading]]

  /// The measures of one device's gestures at one time, with their thresholds.
  struct Reading {
    let time: Timestamp
    let gauges: [(gesture: GestureID, gauge: Gauge)]
  }

  init(_ recording: Recording, rules: Rules) throws(RequirementCycle) {
    var attempts: [Attempt] = []
    var player = try Replay.Player(recording, rules: rules, watcher: AttemptCollector { attempts.append($0) })
    var readings: [DeviceID: [Reading]] = [:]
    var last = Timestamp(microseconds: 0)
    while let next = player.nextTime {
      // Measured times grow between frames, so the measures are read just before and just after each frame or deadline.
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
      // An empty reading is needed only once, after the last measures.
      guard !gauges.isEmpty || readings[device.id]?.last?.gauges.isEmpty == false else { continue }
      readings[device.id, default: []].append(Reading(time: time, gauges: gauges))
    }
  }

  func readings(in attempt: Attempt) -> ArraySlice<Reading> {
    (readings[attempt.device] ?? []).drop { $0.time < attempt.began }.prefix { $0.time <= attempt.ended }
  }
}
