import Foundation
import Support
import Testing

/// Three fingers that move at constant speeds on a touchpad, read by its slots and by real libinput.
@Suite(.enabled(if: Bed.isThere, Bed.absence)) struct LiveSpeedTests {
  private static let unitsPerMM = 30
  /// Wider than any touchpad: at 800 mm/s and 60 Hz fingers go 13 mm in a frame.
  private static let width = 200

  private static func rules(_ source: String) -> String {
    """
    [gesture.drag]
    kind = "pan"
    fingers = 3
    slop = "0 mm"
    began = "true"

    [device."*"]
    source = "\(source)"

    """
  }

  @Test(arguments: ["raw", "libinput"], SteadyMovement.rates)
  func itIsKnownFromTheThirdFrameOn(source: String, rate: Double) throws {
    let movements = SteadyMovement.all(rate: rate)
    let folder = try Folder()
    let config = try folder.write("bindings.toml", Self.rules(source))
    let pad = PadDescription("Pad", unitsPerMM: Self.unitsPerMM, widthInMM: Self.width)
    let device = try folder.write("pad", pad.text)
    let hand = try folder.write("hand", Self.events(of: movements))
    let bed = try Bed(program: ["record", folder.path("a.touches"), "--config", config], in: folder)
    try bed.perform("add \(device) event0\nstart\nawait recording within=15s")
    try bed.perform("script event0 \(hand)\nwait 300ms\nsignal INT\nawait-exit")
    let drags = try Self.drags(
      in: Program.run("replay", "--format", "json", "--config", config, folder.path("a.touches")).output)
    #expect(drags.count == movements.count, Comment(rawValue: bed.log))
    for (movement, speeds) in zip(movements, drags) {
      #expect(speeds.count >= 4, "\(movement.testDescription): \(speeds)")
      for (index, speed) in speeds.enumerated() {
        // One or two frames can be too few for the speed, so only its upper limit is checked.
        let margin = movement.margin(atFrame: max(3, index + 1), unitsPerMM: Double(Self.unitsPerMM))
        let least = index < 2 ? 0 : movement.speed - margin
        #expect(
          speed >= least && speed <= movement.speed + margin,
          "\(movement.testDescription): \(speeds), frame \(index + 1)")
      }
    }
  }

  /// The events, in evemu's format, of fingers that land, move to the right and lift, one movement after another.
  private static func events(of movements: [SteadyMovement]) -> String {
    var text = ""
    var start = 0.0
    for movement in movements {
      // libinput discards the first frames of a sudden movement, and begins a swipe after 2 mm.
      let frames = Int(((movement.rest + 2200 / movement.speed) / 1000 * movement.rate).rounded(.up)) + 8
      for number in 0...frames {
        add(frame(number, of: movement), at: start + movement.time(ofFrame: number), to: &text)
      }
      start += movement.time(ofFrame: frames + 1)
      add((0..<3).flatMap { [(3, 0x2f, $0), (3, 0x39, -1)] } + fingers(are: false), at: start, to: &text)
      start += 120
    }
    return text
  }

  private static func add(_ events: [(type: Int, code: Int, value: Int)], at ms: Double, to text: inout String) {
    for event in events + [(0, 0, 0)] {
      text += String(format: "E: %.6f %04x %04x %d\n", ms / 1000, event.type, event.code, event.value)
    }
  }

  private static func fingers(are down: Bool) -> [(type: Int, code: Int, value: Int)] {
    [(1, 0x14e, down ? 1 : 0), (1, 0x14a, down ? 1 : 0)]
  }

  /// A frame of fingers above one another, each with another fraction of a unit to be rounded; unchanged values are not
  /// reported.
  private static func frame(_ number: Int, of movement: SteadyMovement) -> [(type: Int, code: Int, value: Int)] {
    var events: [(type: Int, code: Int, value: Int)] = []
    for finger in 0..<3 {
      func column(_ number: Int) -> Int {
        Int(((20 + movement.distance(atFrame: number)) * Double(unitsPerMM) + 0.3 * Double(finger + 1)).rounded())
      }
      if number > 0, column(number) == column(number - 1) { continue }
      events.append((3, 0x2f, finger))
      if number == 0 { events += [(3, 0x39, 100 + finger), (3, 0x36, (15 + 14 * finger) * unitsPerMM)] }
      events.append((3, 0x35, column(number)))
    }
    return number == 0 ? events + fingers(are: true) : events
  }

  /// For each drag, the speeds to the right at each instant, in mm/s.
  private static func drags(in output: String) throws -> [[Double]] {
    var drags: [[(ms: Double, speed: Double)]] = []
    for line in output.split(separator: "\n") {
      let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      guard let event, let state = event["state"] as? String, let ms = event["t_ms"] as? Double,
        let speed = event["vx"] as? Double
      else { continue }
      if state == "began" { drags.append([]) }
      guard state != "ended", let last = drags.indices.last else { continue }
      // A recording keeps frames of one instant a microsecond apart.
      if let before = drags[last].last?.ms, ms - before < 0.5 { drags[last].removeLast() }
      drags[last].append((ms, speed))
    }
    return drags.map { $0.map(\.speed) }
  }
}
