import Analysis
import Bindings
import Desktop
import Foundation
import GestureCore
import InputEmulation
import Logging
import Recordings
import Support
import Testing

@testable import gesture_bridge

/// Inputs of devices that users have reported, and the expected results.
@Suite(.enabled(if: ReportedInput.areThere, ReferenceData.absence)) struct ReportedInputTests {
  /// The events of a recording but for changes: `3202 ms tap recognized`.
  private func story(_ input: ReportedInput, _ rules: String) throws -> [String] {
    let rules = try load(rules)
    let recording = try input.recording
    var story: [String] = []
    try Replay.run(recording, rules: rules) { event, _ in
      guard event.state != .changed else { return }
      let name = rules.ruleSet.gestures[event.gesture.rawValue].name
      story.append("\(event.time.microseconds / 1000) ms \(name) \(event.state.rawValue)")
    }
    return story
  }

  private func load(_ text: String) throws -> Rules {
    try #require(Rules.load(text: Array(text.utf8), file: "rules.toml", kinds: Catalogue.kinds).rules)
  }

  // MARK: A touchpad that loses the release of three of four fingers

  private static let fourFingers = """
    [gesture.tap]
    kind = "tap"
    device = "*"
    [gesture.swipe]
    kind = "swipe"
    device = "*"
    direction = "left"
    [gesture.tap-of-four]
    kind = "tap"
    fingers = 4
    [gesture.swipe-of-four]
    kind = "swipe"
    fingers = 4
    [gesture.pan-of-four]
    kind = "pan"
    fingers = 4
    [gesture.tap-beside-three]
    kind = "hold-and-tap"
    fingers = 4
    holding = 3
    """

  @Test func theRealFingerWorksBesideThreeThatWereNotReleased() throws {
    let story = try story(.lostRelease, Self.fourFingers)
    // Four fingers did move at first.
    let first = story.prefix { $0.contains("pan-of-four") }
    #expect(first.count <= 2)
    #expect(
      story.dropFirst(first.count).map { String($0.drop { $0 != "m" }.dropFirst(3)) } == [
        "swipe recognized", "tap recognized", "tap recognized",
      ], "\(story)")
  }

  @Test func theExplanationSaysThatTheyWereNotReleased() throws {
    let rules = try load(Self.fourFingers)
    let recording = try ReportedInput.lostRelease.recording
    let explanation = try Explanation(recording, rules: rules, triesChanges: false)
    let sentence = "3 contacts were not released: the touchpad's firmware did not report the lifts"
    #expect(explanation.text(recording: "lost").contains(sentence))
    // As `explain` has it, from the touches that the daemon keeps.
    var kept = RecentTouches()
    for device in recording.devices { kept.add(device, rotation: .none, at: Timestamp(microseconds: 0)) }
    for frame in recording.frames { kept.record(frame) }
    let again = try TouchScript.read(kept.script(), name: "again").recording
    #expect(try Explanation(again, rules: rules, triesChanges: false).text(recording: "lost").contains(sentence))
    var lines: [String] = []
    let trace = Trace(rules, as: .plain, .everything, of: .recording) { lines.append($0) }
    try Replay.run(recording, rules: rules, watcher: trace) { _, _ in }
    #expect(
      lines.count { $0.contains("1 contact was not released: the touchpad's firmware did not report the lift") } == 3)
  }

  // MARK: Touchpads without a size

  @Test func aTapOnATouchpadWithoutSizeIsATap() throws {
    let rules = "[gesture.tap]\nkind = \"tap\"\ndevice = \"*\"\n"
    #expect(try story(.clickpadTap, rules) == ["63 ms tap recognized"])
    #expect(try ReportedInput.clickpadTap.recording.devices.map(\.size) == [Size(width: 69, height: 50)])
  }

  /// The fingers rest for 0.2 s before they lift, so the speed at the end is 0.
  @Test func aScrollOnATouchpadWithoutSize() throws {
    let rules = """
      [gesture.scroll]
      kind = "pan"
      fingers = 2
      device = "touchpad"
      changed = { scroll = "natural" }
      """
    #expect(try story(.scroll, rules) == ["323 ms scroll began", "787 ms scroll ended"])
    let events = try Replay.events(try ReportedInput.scroll.recording, rules: try load(rules).ruleSet)
    let movement = try #require(events.last).values.translation
    #expect(movement.y > 15 && movement.y < 20 && abs(movement.x) < 2)
    let fastest = events.map(\.values.velocity.y).max() ?? 0
    #expect(fastest > 80 && fastest < 130)
  }

  /// It glides if the rules allow a rest before the lift.
  @Test(arguments: [("100 ms", false), ("300 ms", true)]) func aScrollGlides(_ span: String, glides: Bool) throws {
    let rules = try load(
      """
      [gesture.scroll]
      kind = "pan"
      fingers = 2
      device = "touchpad"
      changed = { scroll = "natural", glide = "\(span)" }
      """)
    let scrolled = ScrolledSession()
    try Replay.run(try ReportedInput.scroll.recording, rules: rules) { _, orders in
      for order in orders { scrolled.perform(order, rules) }
    }
    let glide = scrolled.emulator.glide
    #expect((glide.nextDeadline != nil) == glides)
    let count = scrolled.link.steps.count
    while let deadline = glide.nextDeadline { glide.advance(to: deadline) }
    let steps = scrolled.link.steps.dropFirst(count)
    #expect(steps.isEmpty != glides && steps.allSatisfy { $0 < 0 }, "what is below the pointer goes down")
    #expect(scrolled.link.ends == 1)
  }

  // MARK: Fingers that come back

  private static let drawing = """
    [gesture.tap]
    kind = "tap"
    device = "*"
    [gesture.press]
    kind = "long-press"
    device = "*"
    [gesture.draw]
    kind = "pan"
    device = "*"

    """

  @Test func aPenThatBouncesMakesOneDrawing() throws {
    let rules = Self.drawing + "[accommodations]\nignore-repeats = \"100 ms\"\n"
    let story = try story(.penBounce, rules)
    #expect(story.map { String($0.drop { $0 != "m" }.dropFirst(3)) } == ["draw began", "draw ended"], "\(story)")
    #expect(story.last == "4404 ms draw ended", "the end is not late")
  }

  @Test func aFingerThatThePanelLosesForAMomentIsHeld() throws {
    #expect(try story(.panelFlicker, Self.drawing) == ["500 ms press began", "1844 ms press ended"])
    // Without a tolerance for bounces each landing is a separate touch.
    let strict = Self.drawing + "[defaults]\nlong-press.bounce = \"0 ms\"\n"
    #expect(try story(.panelFlicker, strict) == ["500 ms press began", "914 ms press ended"])
  }

  // MARK: Others

  @Test func aThirdFingerWithoutASlotCounts() throws {
    let rules = """
      [gesture.tap]
      kind = "tap"
      fingers = 3
      [gesture.swipe]
      kind = "swipe"
      fingers = 3
      direction = "left"
      [gesture.two]
      kind = "tap"
      fingers = 2
      device = "*"
      """
    let story = try story(.thirdFinger, rules)
    #expect(
      story.map { String($0.drop { $0 != "m" }.dropFirst(3)) } == [
        "tap recognized", "tap recognized", "swipe recognized",
      ], "\(story)")
  }

  /// The cookbook's gesture, and the one that users can switch on in the shipped rules file.
  @Test(arguments: [BackGesture.cookbook, .shipped])
  func aShortScrollIsNotBack(_ back: BackGesture) throws {
    let rules = try load(try back.rules)
    for input in [ReportedInput.shortScroll, .scroll] {
      #expect(try Replay.events(try input.recording, rules: rules.ruleSet).isEmpty, "\(input)")
    }
    for path in ["playback", "evemu/touchpads"].flatMap({ ReferenceData.files(in: $0) }).map(\.lastPathComponent) {
      guard let file = ReferenceData.recordings.first(where: { $0.url.lastPathComponent == path }),
        file.deviceClass == .touchpad
      else { continue }
      #expect(try Replay.events(try RecordedSummary.recording(file.path), rules: rules.ruleSet).isEmpty, "\(path)")
      #expect(try Replay.events(try file.read(), rules: rules.ruleSet).isEmpty, "\(path) of unknown size")
    }
  }

  /// A flick of 30 mm within 0.1 s.
  @Test(arguments: [BackGesture.cookbook, .shipped])
  func aFlickIsBack(_ back: BackGesture) throws {
    let rules = try load(try back.rules)
    let flick = """
      touches
        device pad: touchpad 100x66 mm pointing
        0ms down a 40,40 b 55,36
        30ms move a,b by 32,2 over 100ms
        300ms up a,b
      """
    let recording = try TouchScript.read(flick, name: "flick").recording
    #expect(
      try Replay.events(recording, rules: rules.ruleSet).map { rules.ruleSet.gestures[$0.gesture.rawValue].name } == [
        "flick-back"
      ])
  }
}

/// The place of the rules for back and forward with two fingers.
enum BackGesture: String, CaseIterable, CustomTestStringConvertible {
  case cookbook
  /// `bindings.toml`, which has them as comments.
  case shipped

  var testDescription: String { rawValue }

  var rules: String {
    get throws {
      switch self {
      case .cookbook:
        return try #require(
          Documentation.blocks(of: "contrib/guide/cookbook.md").first { $0.text.contains("[gesture.flick-back]") }
        ).text
      case .shipped:
        let text = try String(contentsOf: packageRoot.appendingPathComponent("bindings.toml"), encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0.hasPrefix("# [gesture.flick-back]") })
        return lines[start...].prefix { $0.hasPrefix("#") }.map { $0.dropFirst(2) }.joined(separator: "\n")
      }
    }
  }
}

/// One of the reported inputs, in its own folder of the reference data.
enum ReportedInput: String, CaseIterable {
  case lostRelease = "lost-release.evemu"
  case clickpadTap = "clickpad-tap.events"
  case penBounce = "pen-bounce.events"
  case shortScroll = "short-scroll-two-slots.yml"
  case panelFlicker = "panel-flicker.evemu"
  case thirdFinger = "two-slots-third-finger.evemu"
  case scroll = "scroll-down-with-speed.events"

  private static let folder = ReferenceData.folder.appendingPathComponent("cases")
  static var areThere: Bool { FileManager.default.fileExists(atPath: folder.path) }

  /// The file that describes the device, if it is apart.
  private var description: String? {
    switch self {
    case .clickpadTap: "clickpad.desc"
    case .penBounce: "pen.desc"
    case .scroll: "scroll.desc"
    case .lostRelease, .shortScroll, .panelFlicker, .thirdFinger: nil
    }
  }

  var recording: Recording {
    get throws {
      let text = try description.map {
        try String(contentsOf: Self.folder.appendingPathComponent($0), encoding: .utf8)
      }
      let path = Self.folder.appendingPathComponent(rawValue).path
      return try RecordingFile(path, ReadingOptions(description: text)).recording
    }
  }
}

/// A session that is scrolled.
private final class ScrolledSession {
  /// A link that keeps the vertical steps.
  final class Link: EmulationLink {
    let name = "played"
    let state = LinkState.ready
    let capabilities = InputNeeds.pointer
    let wait: (descriptor: Int32, events: Int16)? = nil
    private(set) var steps: [Double] = []
    private(set) var ends = 0

    func ready() {}
    func close(_ reason: String) {}
    func obstacle(to symbol: KeySymbol, with others: [KeySymbol]) -> KeyObstacle? { nil }
    func send(_ events: [EmulatedEvent]) {
      for event in events {
        if case .fingerScroll(let step) = event { steps.append(step.y) }
        if event == .fingerScrollEnd { ends += 1 }
      }
    }
  }

  let link = Link()
  let emulator: InputEmulator

  init() {
    let link = link
    emulator = InputEmulator(dryRun: false, log: Logger(label: "scrolled"), now: { 0 }) { _ in [{ link }] }
    emulator.use(.pointer)
  }

  func perform(_ order: Order, _ rules: Rules) {
    let rule = rules.ruleSet.gestures[order.event.gesture.rawValue]
    for case .input(let request) in PerformedOrder(order, rule, device: "a touchpad").requests {
      emulator.perform(request)
    }
  }
}
