import Actions
import Testing

@testable import Bindings
@testable import GestureCore
@testable import LiveView

/// The facts that the view collects, and the way in which it shows them.
struct ViewStateTests {
  private static let panel = Device(
    id: DeviceID(9), name: "Panel", deviceClass: .touchscreen, size: Size(width: 300, height: 190),
    capabilities: [.contacts, .places])

  private func scene(_ touches: String, gestures: String = "single = tap") throws -> Scene {
    try Scene("gestures\n  \(gestures)\ntouches\n  device screen: touchscreen 300x190 mm name=\"Panel\"\n\(touches)")
  }

  @Test func withoutADevice() throws {
    let view = LiveView(Rules(), dryRun: false, from: Timestamp(microseconds: 0))
    var grid = ScreenGrid(columns: 80, rows: 24)
    grid.write(view.draw(columns: 80, rows: 24, at: Timestamp(microseconds: 0)))
    #expect(grid.text.contains("no touch device yet"))
    #expect(grid.text.contains("nothing yet"))
  }

  /// The view reports it until a device can be read.
  @Test func devicesThatCannotBeRead() throws {
    let view = LiveView(Rules(), dryRun: false, from: Timestamp(microseconds: 0))
    func text(_ columns: Int, _ rows: Int) -> String {
      var grid = ScreenGrid(columns: columns, rows: rows)
      view.forgetScreen()
      grid.write(view.draw(columns: columns, rows: rows, at: Timestamp(microseconds: 0)))
      return grid.text
    }
    _ = text(80, 24)
    view.unreadableDevices(2)
    #expect(view.hasChanges)
    for (columns, rows) in [(40, 12), (80, 24), (200, 50)] {
      #expect(text(columns, rows).contains("2 touch devices can't be read"), "\(text(columns, rows))")
      #expect(text(columns, rows).contains("`gesture-bridge devices` shows why"), "\(text(columns, rows))")
      #expect(!text(columns, rows).contains("no touch device yet"))
    }
    view.unreadableDevices(2)
    #expect(!view.hasChanges)
    view.added(Self.panel)
    #expect(!text(80, 24).contains("can't be read"))
    view.removed(Self.panel.id, at: Timestamp(microseconds: 0))
    view.unreadableDevices(0)
    #expect(text(80, 24).contains("no touch device yet"))
  }

  @Test func anActionThatIsSkipped() throws {
    let scene = try scene("0ms down a 50,50\n50ms up a")
    scene.play(to: 100)
    for time in [100_000, 200_000] as [Int64] {
      scene.view.show(
        SkippedAction(gesture: "single", key: "run", reason: "nothing can press keys here"),
        at: Timestamp(microseconds: time))
    }
    #expect(scene.draw().text.contains("! single"), "\(scene.draw().text)")
    #expect(scene.draw().text.contains("2× run skipped: nothing can press keys here"))
  }

  @Test func aTrailStaysUntilTheNextAttempt() throws {
    let scene = try scene(
      """
        0ms    down a 50,50
        10ms   move a by 100,0 over 100ms
        200ms  up a
        3000ms down b 250,150
        3010ms wait
      """)
    scene.play(to: 150)
    #expect(scene.draw().brailleCount > 5)
    scene.play(to: 2500)
    let lifted = scene.draw()
    #expect(lifted.text.contains(" lifted"))
    #expect(!scene.view.hasChanges)
    scene.play(to: 2900)
    #expect(scene.draw() == lifted)
    scene.play(to: 3005)
    #expect(scene.draw().brailleCount == 0)
    #expect(scene.draw().text.contains("1 finger down"))
  }

  @Test func whatWasCancelledIsCrossedOut() throws {
    let scene = try scene("0ms down a 50,50 b 100,50\n50ms palm a\n80ms cancel b\n90ms wait")
    scene.play(to: 60)
    #expect(scene.draw().text.contains("×a"))
    #expect(scene.draw().text.contains("1 finger down"))
    scene.play(to: 85)
    #expect(scene.draw().text.contains("×b"))
  }

  @Test func theNearestMissStandsFirstAndOnce() throws {
    let scene = try scene(
      "0ms down a 150,90 b 165,85 c 180,90\n40ms move a,b,c by -20,2 over 330ms\n400ms up a,b,c",
      gestures: """
        near = swipe fingers=3 direction=left min-speed=65mm/s
          far = swipe fingers=3 direction=left
          fewer = tap fingers=2
        """)
    scene.play()
    let misses = scene.draw(120, 40).lines.filter { $0.contains("✗") && $0.contains("failed:") }
    #expect(misses.count == 2, "three fingers that move are no tap of two")
    #expect(misses.first?.contains("near ") == true)
    #expect(misses.first?.hasSuffix("failed: moved at 61 mm/s, needs 65 mm/s (min-speed)") == true)
  }

  /// A tap that is held for far too long isn't a near miss, and a long press with one finger too many is. The tap still
  /// comes first in the log, in the list and for the copy key, because it has the right number of fingers.
  @Test func theNumberOfFingersSaysWhatWasMeant() throws {
    let scene = try scene(
      "0ms down a 150,90 b 165,85 c 180,90 d 195,95\n900ms up a,b,c,d",
      gestures: """
        talk = long-press fingers=3 min-duration=800ms
          far = swipe fingers=4
          it = tap fingers=4
        """)
    scene.play()
    let lines = scene.draw(120, 40).lines
    let misses = lines.filter { $0.contains("✗") && $0.contains("failed:") }
    #expect(misses.count == 2)
    #expect(misses.first?.hasSuffix("failed: held 900 ms, allows 500 ms (max-duration)") == true)
    #expect(misses.last?.contains("failed: landed 4 fingers, allows 3 (fingers)") == true)
    let rows = lines.filter { $0.contains("failed") && !$0.contains("failed:") }
    #expect(rows.last?.contains(" talk ") == true)
    #expect(scene.press(.character("c")) == nil)
    #expect(
      scene.draw(120, 40).lines[39]
        == " nothing to copy: it was not a near miss (held 900 ms, allows 500 ms (max-duration))")
  }

  @Test func theLogGoesForwards() throws {
    let scene = try scene("0ms down a 50,50\n900ms up a", gestures: "it = tap")
    scene.play(to: 100)
    scene.draw(120, 40)
    scene.view.note("before", at: Timestamp(microseconds: 50_000))
    scene.view.entered("other", at: Timestamp(microseconds: 40_000))
    let log = scene.draw(120, 40).lines.drop { !$0.contains("log") }.dropFirst()
    let times = log.compactMap { line in line.split(separator: " ").first.flatMap { Double($0) } }
    #expect(times.count == 3 && times == times.sorted())
  }

  /// The advice is at the end of a warning, so a warning is wrapped and not cut.
  @Test func warningsAreWrapped() throws {
    let scene = try scene("0ms down a 50,50\n900ms up a", gestures: "it = tap")
    let warning =
      "warning: a touch device can't be opened, permission denied; `gesture-bridge devices` shows what is to be done about it"
    scene.view.note(warning, at: Timestamp(microseconds: 0))
    let lines = scene.draw(80, 40).lines
    #expect(!lines.contains { $0.contains("…") && $0.contains("warning") })
    let shown = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
    #expect(shown.contains(warning))
  }

  @Test func whyItFailedStaysUntilTheNextAttempt() throws {
    let scene = try scene(
      """
        0ms    down a 150,90 b 165,85 c 180,90
        40ms   move a,b,c by -20,2 over 330ms
        400ms  up a,b,c
        3000ms down a 9,9
        3010ms wait
      """,
      gestures: "near = swipe fingers=3 direction=left")
    scene.play(to: 2000)
    #expect(scene.draw().text.contains("moved at 61 mm/s, needs 80 mm/s"))
    #expect(scene.draw().lines.contains { $0.contains("✗ near") && $0.contains("failed") })
    scene.play(to: 3005)
    #expect(scene.draw().lines.contains { $0.contains("○ near") && $0.contains("waiting") })
    #expect(scene.draw().text.contains("waits for 3 fingers"))
  }

  @Test func commandsAndHowTheyEnded() throws {
    let scene = try scene("0ms down a 9,9\n9ms up a")
    scene.command("single", "true", .started(pid: 1, latency: 1200))
    #expect(scene.draw().text.contains("→ single               run after 1.2 ms, running: true"))
    scene.command("single", "true", .exited(pid: 1, .code(2)))
    #expect(scene.draw().text.contains("! single"))
    #expect(scene.draw().text.contains("exit status 2: true"))
    scene.command("single", "true", .started(pid: 2, latency: nil))
    for number in 0..<10 { scene.view.entered("\(number)", at: scene.time) }
    scene.command("single", "true", .exited(pid: 2, .code(0)), .skipped, .skipped)
    #expect(scene.draw().text.contains("run ended, exit status 0: true"))
    #expect(scene.draw().lines.contains { $0.contains("run skipped") && $0.contains("2× run skipped") })
  }

  @Test func thatGesturesArePausedStandsAboveAndInTheLog() throws {
    let scene = try scene("0ms down a 9,9\n9ms up a")
    scene.view.paused(true, at: scene.time)
    #expect(scene.draw().lines.first?.contains("gestures paused") == true)
    #expect(scene.draw().text.contains("gestures are paused: only actions with `pause` run"))
    scene.view.paused(false, at: scene.time)
    #expect(scene.draw().lines.first?.contains("gestures paused") == false)
    #expect(scene.draw().text.contains("gestures are resumed"))
  }

  @Test func theLogForgetsItsBeginning() {
    var log = ViewLog()
    for number in 0..<5000 { log.add(.init(.note, at: nil, .text("\(number)"))) }
    #expect(log.entries.count < ViewLog.capacity + 100)
    #expect(log.end == 5000)
    #expect(log.entries.last?.content == .text("4999"))
    #expect(log.first + log.entries.count == 5000)
  }

  @Test func aTrailForgetsItsBeginning() {
    var trail = FingerTrail()
    for number in 0..<2000 { trail.add(Vector(Double(number), 0), at: Timestamp(microseconds: Int64(number))) }
    #expect(trail.count == FingerTrail.capacity)
    #expect(trail[0].position == Vector(Double(2000 - FingerTrail.capacity), 0))
    #expect(trail[trail.count - 1].position == Vector(1999, 0))
    trail.add(Vector(1999.1, 0), at: Timestamp(microseconds: 3000))
    #expect(trail[trail.count - 1].position == Vector(1999, 0))
  }

  @Test func otherRulesAndDevicesThatComeAndGo() throws {
    let scene = try scene("0ms down a 9,9\n9ms up a")
    var second = Self.panel
    second.name = "Second"
    scene.add(second)
    #expect(scene.draw().text.contains("connected: touchscreen Second"))
    let fresh = Rules(ruleSet: RuleSet(gestures: [GestureRule(name: "fresh", kind: Tap.kind)]))
    try scene.use(fresh, [second])
    #expect(scene.draw().text.contains("rules reloaded: 1 gesture"))
    #expect(scene.draw().lines.filter { $0.contains(" connected: ") }.count == 2)
    scene.press(.character("n"))
    #expect(scene.draw().text.contains("fresh"))
  }

  /// Lines that come without a time have that of the drawing that first shows them.
  @Test func linesWithoutATimeGetOne() throws {
    let scene = try scene("0ms down a 9,9\n1500ms up a")
    scene.play(to: 1500)
    var second = Self.panel
    second.name = "Second"
    scene.add(second)
    scene.draw()
    scene.play(to: 3000)
    #expect(scene.draw().lines.contains { $0.hasPrefix("     1.500 □ connected: touchscreen Second") })
  }

  @Test func nothingIsDrawnTwice() throws {
    let scene = try scene("0ms down a 9,9\n900ms up a\n2000ms wait")
    scene.play(to: 2000)
    scene.draw()
    #expect(!scene.written.isEmpty)
    scene.draw()
    #expect(scene.written.isEmpty)
    scene.view.forgetScreen()
    #expect(scene.view.hasChanges)
    let shown = scene.draw()
    #expect(!scene.written.isEmpty)
    #expect(shown == scene.draw())
  }

  @Test func withoutColoursThereIsNone() throws {
    let script = "gestures\n  single = tap\ntouches\n  0ms down a 50,50\n  10ms move a by 50,50 over 300ms\n"
    let plain = try Scene(script, colours: false)
    plain.play(to: 200)
    let colourful = try Scene(script)
    colourful.play(to: 200)
    let lines = plain.draw().lines
    #expect(lines == colourful.draw().lines)
    #expect(!plain.written.contains("38;5"))
    #expect(plain.written.contains("\u{1B}[0;1m"))
    #expect(colourful.written.contains("38;5"))
  }

  @Test func aTinyTerminalIsToldWhatItNeeds() throws {
    let scene = try scene("0ms down a 9,9\n9ms up a")
    #expect(scene.draw(39, 12).lines[..<2] == ["the terminal is too small", "40 columns, 12 rows"])
    #expect(scene.draw(1, 1).lines == ["…"])
    #expect(scene.view.draw(columns: 0, rows: 24, at: scene.time) == "")
    #expect(scene.view.draw(columns: 80, rows: -1, at: scene.time) == "")
  }

  /// Names that users give move nothing out of its place.
  @Test(arguments: [
    "触摸板触摸板触摸板触摸板触摸板触摸板", "\u{1B}[2J\u{1B}[H", "e\u{301}\u{302}\u{303}", "👍🏽👨‍👩‍👧", "\u{202E}abc", "a\nb\tc", "",
  ])
  func strangeNames(_ name: String) throws {
    let zone = Zone(name: name, shape: .edge(.left, band: .millimetres(60)))
    let rules = Rules(
      ruleSet: RuleSet(gestures: [GestureRule(name: name, kind: Tap.kind)], zones: [zone]))
    var device = Self.panel
    device.name = name
    let view = LiveView(rules, dryRun: false, from: Timestamp(microseconds: 0), file: name)
    var live = try LiveRules(rules, watcher: view)
    live.add(device)
    view.snapshots = { live.snapshots(of: $0, at: $1) }
    view.entered(name, at: Timestamp(microseconds: 0))
    for (columns, rows) in [(80, 24), (200, 50), (40, 12), (73, 13)] {
      var grid = ScreenGrid(columns: columns, rows: rows)
      grid.write(view.draw(columns: columns, rows: rows, at: Timestamp(microseconds: 0)))
      #expect(grid.faults.isEmpty)
      #expect(grid.lines[rows - 1].hasPrefix(" q quit  ? help "))
      #expect(grid.text.contains("log ───"))
    }
  }
}
