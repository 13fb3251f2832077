import Support
import Testing

@testable import Bindings
@testable import GestureCore

/// `[accommodations]`: the touches that it skips, and its diagnostics.
struct TouchFilterTests {
  private final class Notes: Watcher {
    private(set) var lines: [String] = []

    func observe(_ decision: Decision) {}

    func happened(_ event: GestureEvent, _ orders: [Order]) {
      guard event.state != .changed else { return }
      let (position, name) = (event.values.location, ["tap", "drag"][event.gesture.rawValue])
      lines.append("\(ms(event.time)) \(name) \(event.state) \(Int(position.x.rounded())),\(Int(position.y.rounded()))")
    }

    func ignored(_ touch: IgnoredTouch) {
      lines.append("\(ms(touch.time)) ignored by \(touch.setting) at \(Int(touch.position.x)),\(Int(touch.position.y))")
    }

    private func ms(_ time: Timestamp) -> Int64 { time.microseconds / 1000 }
  }

  /// Plays touches to rules, and keeps the results.
  private final class Bench {
    private let notes = Notes()
    private(set) var delivered: [String] = []
    private var live: LiveRules

    init(_ accommodations: String, capabilities: Capabilities = [.contacts, .places]) throws {
      let gestures = """
        [gesture.tap]
        kind = "tap"
        device = "touchscreen"
        run = "x"
        [gesture.drag]
        kind = "pan"
        device = "touchscreen"
        slop = "4 mm"
        run = "x"
        """
      let rules = try #require(load("\(accommodations)\n\(gestures)").rules)
      var device = screen
      device.capabilities = capabilities
      live = try LiveRules(rules, watcher: notes)
      live.add(device)
    }

    /// `ms down|move|up|cancel id x y`, a touch in a line.
    func play(_ script: String) -> [String] {
      var outcomes = Outcomes()
      var changes: [DeliveryChange] = []
      for line in script.split(separator: "\n") {
        let words = line.split(separator: " ").map(String.init)
        let time = Timestamp(microseconds: Int64(words[0] == "end" ? 100_000_000 : (Int64(words[0]) ?? 0) * 1000))
        if words.count < 5 {
          live.advance(to: time, into: &outcomes)
        } else {
          let phases = ["down": Touch.Phase.began, "move": .moved, "up": .ended, "cancel": .cancelled]
          let touch = Touch(
            id: Int32(words[2]) ?? 0, phase: phases[words[1]] ?? .moved,
            position: Vector(Double(words[3]) ?? 0, Double(words[4]) ?? 0))
          live.process(Frame(device: DeviceID(1), time: time, touches: [touch]), into: &outcomes)
        }
        live.deliveryChanges(of: DeviceID(1), into: &changes)
        delivered += changes.map { "\(words[0]) \($0.touch) \($0.delivery)" }
        changes = []
        outcomes.removeAll()
      }
      return notes.lines
    }

    var deadline: Int64? { live.nextDeadline.unlessNever.map { $0.microseconds / 1000 } }
    var isIdle: Bool { live.isIdle(DeviceID(1)) }

    func cancelAll() {
      var outcomes = Outcomes()
      live.cancelAll(at: Timestamp(microseconds: 0), into: &outcomes)
    }
  }

  private func lines(_ accommodations: String, _ script: String) throws -> [String] {
    try Bench("[accommodations]\n" + accommodations).play(script + "\nend")
  }

  private static let tap = "0 down 1 50 50\n60 up 1 50 50"

  @Test func nothingIsLeftOutByDefault() throws {
    #expect(try Bench("").play(Self.tap + "\nend") == ["60 tap recognized 50,50"])
    #expect(try lines("hold = \"0 ms\"", Self.tap) == ["60 tap recognized 50,50"])
  }

  @Test func shortTouchesAreIgnored() throws {
    #expect(try lines("hold = \"200 ms\"", Self.tap) == ["60 ignored by hold at 50,50"])
    #expect(
      try lines("hold = \"200 ms\"", "0 down 1 50 50\n260 up 1 50 50") == ["260 tap recognized 50,50"],
      "what counts, counts from then on")
    #expect(
      try lines("hold = \"200 ms\"", "0 down 1 50 50\n100 down 2 90 50\n150 up 2 90 50\n260 up 1 50 50")
        == ["150 ignored by hold at 90,50", "260 tap recognized 50,50"], "a finger that brushes the surface meanwhile")
    #expect(try lines("hold = \"200 ms\"", "0 down 1 50 50\n100 cancel 1 50 50") == [])
  }

  @Test func aTouchThatWaitsIsADeadline() throws {
    let bench = try Bench("[accommodations]\nhold = \"200 ms\"")
    #expect(bench.deadline == nil && bench.isIdle)
    _ = bench.play("10 down 1 50 50")
    #expect(bench.deadline == 210 && !bench.isIdle)
    _ = bench.play("20 up 1 50 50")
    #expect(bench.deadline == nil && bench.isIdle)
    _ = bench.play("30 down 2 50 50")
    bench.cancelAll()
    #expect(bench.deadline == nil)
    #expect(bench.play("40 move 2 70 50\n300 up 2 50 50\nend") == ["20 ignored by hold at 50,50"])
  }

  @Test func touchesThatBounceAreOne() throws {
    let script = "0 down 1 50 50\n60 up 1 50 50\n160 down 2 55 50\n220 up 2 55 50\n600 down 3 50 50\n660 up 3 50 50"
    #expect(
      try lines("ignore-repeats = \"300 ms\"", script) == [
        "160 ignored by ignore-repeats at 55,50", "220 tap recognized 50,50", "660 tap recognized 50,50",
      ], "the time of a tap is that of its lift, and its place that of its landing")
    #expect(
      try lines("ignore-repeats = \"300 ms\"", script.replacing("55 50", with: "90 50")).count == 3,
      "elsewhere it is another touch")
  }

  /// A drawing continues, without a leap.
  @Test func aDrawingOutlastsABounce() throws {
    let script = "0 down 1 50 50\n25 up 1 50 50\n50 down 2 52 50\n80 move 2 60 50\n100 move 2 72 50\n200 up 2 72 50"
    #expect(
      try lines("ignore-repeats = \"100 ms\"", script) == [
        "50 ignored by ignore-repeats at 52,50", "80 drag began 58,50", "200 drag ended 70,50",
      ])
  }

  /// Another finger elsewhere ends the touch at once, and late calls change nothing.
  @Test func theEndOfATouchIsKnownLater() throws {
    let bench = try Bench("[accommodations]\nignore-repeats = \"300 ms\"")
    #expect(bench.play("0 down 1 50 50\n60 up 1 50 50") == [])
    #expect(bench.deadline == 360 && !bench.isIdle)
    #expect(bench.play("100 down 2 90 50") == ["60 tap recognized 50,50"])
    #expect(bench.play("120 up 2 90 50\n900 down 3 50 50") == ["60 tap recognized 50,50", "120 tap recognized 90,50"])
    _ = bench.play("950 up 3 50 50")
    bench.cancelAll()
    #expect(bench.deadline == nil && bench.isIdle)
  }

  /// A press of 450 ms doesn't become a long press, however long it takes to know that the press has ended.
  @Test func timeStandsStillUntilTheEndIsKnown() throws {
    let script = "0 down 1 50 50\n450 up 1 50 50"
    #expect(try lines("ignore-repeats = \"1 s\"", script) == ["450 tap recognized 50,50"])
  }

  /// The device uses the number of a touch again at once.
  @Test func numbersThatAreUsedAgain() throws {
    let script =
      "0 down 1 50 50\n60 up 1 50 50\n100 down 1 50 50\n110 down 2 90 50\n120 up 1 50 50\n130 down 1 90 80\n140 up 1 90 80\n"
      + "150 up 2 90 50"
    #expect(try lines("ignore-repeats = \"300 ms\"", script).first == "100 ignored by ignore-repeats at 50,50")
  }

  /// A finger that trembles by less than this distance taps where it landed, and drags no farther.
  @Test func handsThatShakeAreSteadied() throws {
    let shaky = "0 down 1 50 50\n20 move 1 55 50\n40 move 1 46 52\n60 move 1 54 48\n80 up 1 54 48"
    #expect(try lines("steady = \"6 mm\"", shaky) == ["80 tap recognized 50,50"])
    #expect(try lines("steady = \"0 mm\"", shaky) != ["80 tap recognized 50,50"])
    let drag = "0 down 1 50 50\n20 move 1 58 50\n40 move 1 70 50\n60 move 1 67 53\n80 up 1 67 53"
    #expect(try lines("steady = \"6 mm\"", drag).last == "80 drag ended 64,50")
  }

  @Test func theLeash() {
    let start = Vector(10, 10)
    #expect(start.following(Vector(13, 14), within: 5) == start)
    #expect(start.following(Vector(16, 18), within: 5) == Vector(13, 14))
    #expect(start.following(Vector(16, 18), within: 0) == Vector(16, 18))
  }

  /// Ignored touches don't reach applications if the program forwards touches to them; touches that wait reach them
  /// later.
  @Test func whatApplicationsGet() throws {
    let bench = try Bench("[accommodations]\nhold = \"200 ms\"\nignore-repeats = \"300 ms\"")
    _ = bench.play(
      "0 down 1 50 50\n60 up 1 50 50\n100 down 2 50 50\n310\n400 up 2 50 50\n500 down 3 50 50\n560 up 3 50 50")
    #expect(
      bench.delivered.filter { !$0.hasSuffix("withoutEnd") && !$0.hasPrefix("400") }
        == ["0 1 withheld", "60 1 taken", "100 2 withheld", "310 2 passes", "500 3 taken"], "\(bench.delivered)")
  }

  /// If the program only gets gestures from a device, there are no touches to skip.
  @Test func classesAndSources() throws {
    let text = "[accommodations]\nhold = \"200 ms\"\ntouchpad = { hold = \"0 ms\", steady = \"2 mm\" }"
    let rules = try #require(load(text).rules).accommodations
    func own(_ deviceClass: DeviceClass, _ capabilities: Capabilities = .contacts) -> Accommodations? {
      rules.accommodations(
        of: Device(
          id: DeviceID(1), name: "it", deviceClass: deviceClass, size: Size(width: 100, height: 60),
          capabilities: capabilities))
    }
    #expect(own(.touchscreen)?.hold == TimeSpan(milliseconds: 200) && own(.touchscreen)?.steady == 0)
    #expect(own(.touchpad)?.hold == TimeSpan(milliseconds: 0) && own(.touchpad)?.steady == 2)
    #expect(own(.touchpad, []) == nil && !rules.isEmpty)
    #expect(try #require(load("").rules).accommodations.isEmpty)
  }

  /// The section of a device takes precedence over its class, and among several sections the last one that matches, key
  /// by key.
  @Test func devicesByName() throws {
    let text = """
      [accommodations]
      hold = "200 ms"
      touchscreen = { steady = "2 mm" }
      [device."ELAN*"]
      intercept = true
      accommodations = { hold = "300 ms", steady = "0 mm" }
      [device."ELAN9008:00 *".accommodations]
      hold = "400 ms"
      ignore-repeats = "500 ms"
      """
    let rules = try #require(load(text).rules)
    func own(_ name: String) -> [Double] {
      let device = Device(
        id: DeviceID(1), name: name, deviceClass: .touchscreen, size: Size(width: 100, height: 60),
        capabilities: .contacts)
      let own = rules.accommodations.accommodations(of: device)
      return own.map { [$0.hold.milliseconds, $0.ignoreRepeats.milliseconds, $0.steady] } ?? []
    }
    #expect(own("Goodix") == [200, 0, 2])
    #expect(own("ELAN2513") == [300, 0, 0])
    #expect(own("ELAN9008:00 04F3") == [400, 500, 0])
    #expect(rules.ruleSet.intercepts(DeviceIdentity("ELAN2513", .touchscreen)))
    #expect(try #require(load("[device.\"ELAN*\".accommodations]\nhold = \"0 ms\"").rules).accommodations.isEmpty)
    #expect(try !#require(load("[device.\"ELAN*\".accommodations]\nhold = \"1 ms\"").rules).accommodations.isEmpty)
  }

  /// A name takes precedence over the class, whichever comes first.
  @Test func aSectionOfAClassAccommodatesToo() throws {
    let text = """
      [device."elan*".accommodations]
      hold = "300 ms"
      [device.touchscreen.accommodations]
      hold = "200 ms"
      steady = "3 mm"
      [accommodations.touchscreen]
      hold = "100 ms"
      ignore-repeats = "400 ms"
      """
    let rules = try #require(load(text).rules)
    func own(_ name: String, _ deviceClass: DeviceClass) -> [Double] {
      let own = rules.accommodations.accommodations(of: DeviceIdentity(name, deviceClass))
      return [own.hold.milliseconds, own.ignoreRepeats.milliseconds, own.steady]
    }
    #expect(own("ELAN2513", .touchscreen) == [300, 400, 3])
    #expect(own("Goodix", .touchscreen) == [200, 400, 3])
    #expect(own("Goodix", .touchpad) == [0, 0, 0])
  }

  /// A finger that presses harder need not move.
  @Test func pressureOfASteadyFinger() throws {
    let rules = try #require(
      load(
        "[accommodations]\nsteady = \"5 mm\"\n[gesture.tap]\nkind = \"force-press\"\ndevice = \"touchscreen\"\nrun = \"x\""
      ).rules)
    var device = screen
    device.capabilities = [.contacts, .places, .pressure]
    let notes = Notes()
    var live = try LiveRules(rules, watcher: notes)
    live.add(device)
    var outcomes = Outcomes()
    for (time, pressure) in [(0, 0.1), (50, 0.2), (100, 0.6), (150, 0.9), (400, 0.9)] {
      let touch = Touch(id: 1, phase: time == 0 ? .began : .moved, position: Vector(50, 50), pressure: pressure)
      live.process(
        Frame(device: DeviceID(1), time: Timestamp(microseconds: Int64(time) * 1000), touches: [touch]), into: &outcomes
      )
    }
    #expect(notes.lines.first?.contains("tap began") == true, "\(notes.lines)")
  }

  @Test func mistakes() {
    let problemText = load(
      "[accommodations]\nhodl = \"1 s\"\nhold = \"9 s\"\ntouchscreen = 3\n[accommodations.touchpad]\nsize = 3"
    )
    .diagnostics.map(\.message)
    #expect(problemText.count == 4 && problemText.first == "unknown key \"hodl\"", "\(problemText)")
    #expect(load("accommodations = 3").diagnostics.count == 1)
    let own = load("[device.\"*\".accommodations]\nhold = \"9 s\"\ntouchpad = 1").diagnostics
    #expect(own.map(\.message).last == "unknown key \"touchpad\"" && own.count == 2, "\(own)")
    #expect(
      load("[device.\"*\"]\naccommodations = 3").diagnostics.map(\.message) == [
        "`device.\"*\".accommodations` must be a section, not a whole number"
      ])
  }
}
