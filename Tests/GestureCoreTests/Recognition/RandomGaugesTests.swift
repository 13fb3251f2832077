import GestureCore
import Recordings
import Support
import Testing

/// Random touches, seeded: whenever a recognizer fails on a threshold, a gauge has shown this threshold.
@Suite struct RandomGaugesTests {
  private static let frames = 3000

  /// Each group is played alone; its first gestures are the parts of its last one.
  private static let gestures = [
    ["tap taps=2 slop=1mm"], ["tap fingers=2 min-apart=15mm max-apart=25mm"], ["tap max-duration=40ms"],
    ["tap taps=2 max-distance=4mm"], ["tap fingers=2 lift-within=10ms"],
    ["long-press fingers=2 min-duration=50ms strict-fingers=true lift-within=10ms"],
    ["swipe direction=straight max-angle=5deg min-speed=10mm/s min-distance=4mm"], ["pinch min-share=1000%"],
    ["rotation min-angle=1deg min-arc=0mm min-share=1000%"], ["edge-swipe fingers=2 edge=left band=60mm"],
    ["edge-pan fingers=2 edge=any-corner corner=60mm"], ["hold-and-tap min-hold=20ms max-duration=30ms"],
    ["long-press min-duration=200ms slop=1mm"], ["long-press fingers=2 min-duration=50ms strict-fingers=true"],
    ["long-press taps=1 min-duration=100ms"], ["pan axis=horizontal"], ["pan taps=1 axis=vertical slop=1mm"],
    ["swipe fingers=1-2 direction=right min-speed=20mm/s"],
    ["swipe fingers=1-2 min-distance=4mm min-speed=0mm/s together=100%"],
    ["swipe min-speed=100mm/s max-duration=80ms min-distance=2mm"], ["pinch direction=out"], ["pinch min-scale=30%"],
    ["pinch min-span=30mm"], ["rotation min-arc=0mm"], ["rotation min-angle=1deg"], ["rotation min-span=30mm"],
    ["edge-swipe edge=left band=60mm max-angle=10deg slop=1mm"], ["edge-pan edge=any-corner corner=70mm"],
    ["edge-swipe edge=left band=60mm max-duration=100ms"],
    ["force-press min-duration=20ms"], ["force-press min-pressure=30% release-pressure=25% slop=1mm"],
    ["hold-and-tap min-hold=20ms max-duration=20ms"], ["hold-and-swipe min-hold=20ms min-distance=4mm hold-slop=1mm"],
    ["hold-and-pan min-hold=20ms slop=1mm hold-slop=50mm hold-share=5%"],
    ["hold-and-pan strict-fingers=true lift-within=10ms slop=1mm"],
    ["hold-and-tap min-hold=50ms slop=1mm hold-slop=1mm"],
    ["hold-and-tap fingers=3 holding=2 max-duration=30ms side=left"],
    ["stroke path=down-right:1,up-right:2 min-length=6mm"], ["stroke shape=triangle min-length=4mm tolerance=10%"],
    ["stroke shape=triangle fingers=2 spread=1mm"], ["stroke path=down-right:1,up-right:2 after=\"hold 100 ms\""],
    ["stroke path=down-right:1,up-right:2 after=force-press min-pressure=99%"],
    ["stroke shape=chevron either-way=true max-duration=100ms"],
    ["stroke shape=triangle min-length=1mm tolerance=400% rotation=180deg fingers=2 lift-within=10ms"],
  ]

  @Test func theDecisiveGaugeIsShown() throws {
    let log = GaugeLog()
    for (number, group) in Self.gestures.enumerated() {
      try play(group, log, seed: UInt64(number + 1))
    }
    #expect(log.faults.prefix(5) == [])
    let expected = [
      "tap slop", "tap max-duration", "tap max-distance", "tap bounce", "tap taps", "tap min-apart",
      "tap max-apart", "tap lift-within", "long-press min-duration", "long-press slop", "long-press lift-within",
      "long-press max-interval", "pan slop", "swipe min-distance", "swipe min-speed", "swipe max-angle",
      "swipe together",
      "pinch min-change", "pinch min-scale", "pinch min-span", "pinch min-share", "rotation min-angle",
      "rotation min-arc",
      "rotation min-span", "rotation min-share", "edge-swipe band", "edge-swipe max-angle", "edge-swipe max-duration",
      "edge-swipe min-travel", "edge-pan corner", "edge-pan min-travel", "force-press min-pressure",
      "force-press min-duration", "force-press slop", "hold-and-tap slop", "hold-and-tap hold-slop",
      "hold-and-tap min-hold", "hold-and-tap max-duration", "hold-and-swipe hold-slop",
      "hold-and-swipe min-distance", "stroke min-length", "stroke tolerance",
      "stroke spread", "stroke after", "stroke slop",
      "stroke min-pressure", "stroke max-duration",
    ]
    #expect(expected.filter { !log.failures.contains($0) } == [], "each threshold decides some attempt")
  }

  /// Plays the same frames with and without an observer that asks for the gauges.
  private func play(_ group: [String], _ log: GaugeLog, seed: UInt64) throws {
    let lines = group.dropLast() + ["it = \(group.last ?? "")"]
    var rules = try #require(try TouchScript.read("gestures\n" + lines.joined(separator: "\n"), name: "random").rules)
    let plain = Journal()
    var unasked = try Engine(rules: rules, observer: plain)
    rules.gestures[rules.gestures.count - 1].kind = Gauged.kind(rules.gestures[rules.gestures.count - 1].kind, log)
    let watched = Journal()
    var asked = try Engine(rules: rules, observer: watched)
    let screen = Device(
      id: CoreBench.screen.id, name: "screen", deviceClass: .touchscreen, size: CoreBench.screen.size,
      capabilities: [.contacts, .places, .pressure])
    unasked.add(screen)
    asked.add(screen)
    var hand = RandomTouches(seed: seed)
    for _ in 0..<Self.frames {
      let frame = pressed(hand.next())
      _ = unasked.process(frame)
      _ = asked.process(frame)
      #expect(asked.snapshots(of: screen.id, at: frame.time).count == rules.gestures.count)
    }
    #expect(plain.decisions == watched.decisions, "\(group)")
    #expect(plain.decisions.count > 100, "\(group)")
  }

  /// Fingers that press harder and lighter by turns.
  private func pressed(_ frame: Frame) -> Frame {
    var touches = frame.touches
    let wave = Double(frame.time.microseconds / 1000 % 400) / 400
    for index in touches.indices { touches[index].pressure = wave }
    return Frame(device: frame.device, time: frame.time, touches: touches)
  }
}
