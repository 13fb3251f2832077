import GestureCore
import Testing

@testable import LiveView

/// The effects of keys in the live view.
struct ViewKeyTests {
  private static let slow = """
    gestures
      next = swipe fingers=3 direction=left
      double = tap taps=2
      single = tap require-to-fail=double
    touches
      device screen: touchscreen 300x190 mm name="Panel"
      0ms    down a 150,90 b 165,85 c 180,90
      40ms   move a,b,c by -20,2 over 330ms
      400ms  up a,b,c
      1000ms down a 50,50
      1060ms up a
    """

  @Test(arguments: [KeyPress.character("q"), .interrupt]) func quitting(_ key: KeyPress) throws {
    #expect(try Scene(Self.slow).press(key) == .quit)
  }

  @Test func pausingFreezesWhatIsShown() throws {
    let scene = try Scene(Self.slow)
    scene.play(to: 200)
    let before = scene.draw().lines
    scene.press(.character(" "))
    let paused = scene.draw().lines
    #expect(paused[0].hasSuffix(" paused"))
    #expect(Array(paused[1...]) == Array(before[1...]))
    scene.play(to: 1400)
    let later = scene.draw().lines
    #expect(later[0].hasSuffix(" paused, 2 more"))
    #expect(Array(later[1...]) == Array(before[1...]))
    scene.press(.character("p"))
    #expect(scene.draw().text.contains("single"))
    #expect(!scene.draw().text.contains("paused"))
  }

  @Test func aPausedViewHasNewsOnlyWhenItsCountGrows() throws {
    let scene = try Scene(Self.slow)
    scene.play(to: 100)
    scene.press(.character("p"))
    scene.draw()
    #expect(!scene.view.hasChanges)
    scene.play(to: 200)
    #expect(!scene.view.hasChanges)
    scene.play(to: 500)
    #expect(scene.view.hasChanges)
  }

  @Test func theFilterIsTyped() throws {
    let scene = try Scene(Self.slow)
    scene.play()
    scene.press(.character("/"))
    scene.type("qSINGx")
    scene.press(.backspace)
    let typing = scene.draw().lines[23]
    #expect(typing == " filter: qSING   Enter: keep, Esc: clear")
    #expect(!scene.draw().text.contains("next "))
    scene.press(.escape)
    scene.press(.character("f"))
    scene.type("SING")
    scene.press(.enter)
    let lines = scene.draw().lines
    #expect(lines[0].hasSuffix(" filter: SING"))
    #expect(lines.contains { $0.contains("single") })
    #expect(!lines.contains { $0.contains("double  ") || $0.contains("next") })
    scene.press(.escape)
    #expect(scene.draw().lines.contains { $0.contains("double  ") })
  }

  @Test func dryRunsAreSwitchedOnAndOff() throws {
    let scene = try Scene(Self.slow)
    #expect(scene.press(.character("d")) == .dryRun(true))
    #expect(scene.draw().lines[0].hasSuffix(" dry run"))
    #expect(scene.draw().lines[23] == " dry run: commands are shown, but don't run")
    #expect(scene.press(.character("d")) == .dryRun(false))
    #expect(!scene.draw().lines[0].contains("dry run"))
    #expect(try Scene(Self.slow, dryRun: true).press(.character("d")) == .dryRun(false))
  }

  @Test func theNearMissIsCopiedAsARuleChange() throws {
    let scene = try Scene(Self.slow, isLoosened: true)
    #expect(scene.press(.character("c")) == nil)
    #expect(scene.draw().lines[23] == " \(ViewWording.noMiss)")
    scene.play(to: 600)
    let change = "[gesture.next.touchscreen]\nmin-speed = \"54 mm/s\"  # was 80 mm/s"
    #expect(scene.press(.character("c")) == .copy(change))
    #expect(scene.press(.character("c")) == .copy(change))
    #expect(scene.view.copied == [change])
    #expect(scene.draw().lines[23] == " copied: [gesture.next.touchscreen] min-speed = \"54 mm/s\"  # was 80 mm/s")
  }

  private static let slowTouches = """
    touches
      device screen: touchscreen 300x190 mm name="Panel"
      0ms    down a 150,90 b 165,85 c 180,90
      40ms   move a,b,c by -20,2 over 330ms
      400ms  up a,b,c
    """

  /// As in `explain`, a change that would not help isn't offered; one that helps another gesture is copied instead.
  @Test func whatWouldHaveFailedAllTheSameIsNotCopied() throws {
    let brief = "gestures\n  next = swipe fingers=3 direction=left max-duration=150ms"
    let scene = try Scene("\(brief)\n\(Self.slowTouches)", isLoosened: true)
    scene.play()
    #expect(scene.press(.character("c")) == nil)
    #expect(
      scene.draw(200, 24).lines[23]
        == " nothing to copy: even with touchscreen.min-distance = \"10.5 mm\", next would have failed "
        + "(moved at 61 mm/s, needs 80 mm/s (min-speed))")
    let other = "  long = swipe fingers=3 direction=left min-distance=35mm min-speed=0mm/s"
    let both = try Scene("\(brief)\n\(other)\n\(Self.slowTouches)", isLoosened: true)
    both.play()
    #expect(
      both.press(.character("c"))
        == .copy("[gesture.long.touchscreen]\nmin-distance = \"18 mm\"  # was 35 mm"))
  }

  /// If no threshold decides, nothing can be copied; a gesture that is filtered out doesn't count as meant.
  @Test func whatCantBeCopiedSaysWhy() throws {
    let scene = try Scene("gestures\n  double = tap taps=2\ntouches\n  0ms down a 50,50\n  60ms up a\n")
    scene.play()
    scene.press(.character("c"))
    #expect(
      scene.draw(200, 24).lines[23]
        == " nothing to copy: double failed (made 1 tap, needs 2 (taps)), "
        + "and no small change of a setting would have helped")
    scene.press(.character("/"))
    scene.type("next")
    scene.press(.enter)
    scene.press(.character("c"))
    #expect(scene.draw().lines[23] == " \(ViewWording.noMiss)")
    #expect(scene.view.copied.isEmpty)
  }

  private static let two = """
    gestures
      single = tap
    touches
      device screen: touchscreen 300x190 mm name="Panel"
      device pad: touchpad 100x66 mm name="Pad"
      0ms    down a 50,50
      60ms   up a
      device screen
      100ms  down b 50,50
      160ms  up b
    """

  @Test func theDeviceFollowsTheFingersUntilOneIsChosen() throws {
    let scene = try Scene(Self.two)
    #expect(scene.draw().lines[0].hasPrefix(" Panel (1 of 2) "))
    scene.play(to: 30)
    #expect(scene.draw().lines[0].hasPrefix(" Pad (2 of 2) "))
    scene.press(.character("n"))
    #expect(scene.draw().lines[0].hasPrefix(" Panel (1 of 2) "))
    scene.press(.tab)
    scene.play(to: 130)
    #expect(scene.draw().lines[0].hasPrefix(" Pad (2 of 2) "))
    scene.press(.escape)
    #expect(scene.draw().lines[0].hasPrefix(" Panel (1 of 2) "))
  }

  @Test func aChosenDeviceThatGoesIsNoneAnyMore() throws {
    let scene = try Scene(Self.two)
    scene.press(.character("n"))
    #expect(scene.draw().lines[0].hasPrefix(" Pad (2 of 2) "))
    scene.remove(1)
    #expect(scene.draw().lines[0].hasPrefix(" Panel   "))
    #expect(scene.draw().text.contains("disconnected: touchpad Pad"))
  }

  @Test func theHelpListsEveryKey() throws {
    let scene = try Scene(Self.slow)
    scene.press(.character("?"))
    let lines = scene.draw().lines
    #expect(lines[1] == " Symbols and keys")
    for key in ["Space, p", "f, /", "n, Tab", " d ", " c ", "Esc", "q, Ctrl-C"] {
      #expect(lines.contains { $0.contains(key) })
    }
    scene.draw(40, 12)
    for _ in 0..<50 { scene.press(.down) }
    #expect(scene.draw(40, 12).lines[10].contains("× cancelled"))
    scene.press(.up)
    #expect(!scene.draw(40, 12).lines[10].contains("× cancelled"))
    scene.press(.character("?"))
    #expect(scene.draw().lines[1].contains("recognizers"))
  }

  @Test func theLogIsScrolled() throws {
    let scene = try Scene(Self.slow)
    for number in 0..<100 { scene.view.entered("mode\(number)", at: scene.time) }
    #expect(scene.draw().lines[22].hasSuffix("mode mode99"))
    scene.press(.up)
    #expect(scene.draw().lines[22].hasSuffix("mode mode98"))
    #expect(scene.draw().text.contains("1 newer line below"))
    // New lines don't move the lines that the user reads.
    scene.view.entered("more", at: scene.time)
    #expect(scene.draw().lines[22].hasSuffix("mode mode98"))
    scene.press(.pageUp)
    #expect(scene.draw().lines[22].hasSuffix("mode mode93"))
    scene.press(.home)
    #expect(scene.draw().lines[18].hasSuffix("connected: touchscreen Panel"))
    scene.press(.up)
    scene.press(.pageDown)
    #expect(scene.draw().lines[18].hasSuffix("mode mode4"))
    scene.press(.end)
    #expect(scene.draw().lines[22].hasSuffix("mode more"))
  }

  @Test func theRecognizersAreScrolled() throws {
    let gestures = (0..<30).map { "  tap\($0) = tap fingers=2" }.joined(separator: "\n")
    let scene = try Scene("gestures\n\(gestures)\ntouches\n  0ms down a 50,50\n  50ms up a\n")
    #expect(scene.draw().text.contains("and 16 more"))
    scene.press(.left)
    scene.press(.down)
    #expect(scene.draw().text.contains("and 15 more, 1 above"))
    scene.press(.end)
    #expect(scene.draw().text.contains("29 above"))
    #expect(scene.draw().text.contains("tap29"))
    scene.press(.up)
    #expect(scene.draw().text.contains("28 above"))
    scene.press(.right)
    scene.press(.up)
    #expect(scene.draw().text.contains("28 above"))
  }

  @Test func whatNoKeyMeansDoesNothing() throws {
    let scene = try Scene(Self.slow)
    let before = scene.draw()
    for key in [KeyPress.character("z"), .enter, .backspace, .left, .right] { #expect(scene.press(key) == nil) }
    #expect(scene.draw() == before)
  }
}
