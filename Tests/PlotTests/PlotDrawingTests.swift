import Analysis
import Bindings
import Foundation
import GestureCore
import Recordings
import Support
import Testing

@testable import Plot

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The form of the SVG and of the page: whole, the same every time, and safe whatever names there are.
struct PlotDrawingTests {
  /// GESTURE_BRIDGE_WRITE_PLOTS=1 rewrites the drawing. Such a run fails: look at the new drawing first.
  @Test func theWholeDrawing() throws {
    let url = Fixtures.folder.appendingPathComponent("plots/chain.svg")
    let svg = try PlotTests.plot(PlotTests.tapThenSwipe).svg
    if ProcessInfo.processInfo.environment["GESTURE_BRIDGE_WRITE_PLOTS"] == "1" {
      try svg.write(to: url, atomically: true, encoding: .utf8)
      Issue.record("wrote chain.svg: look at it, then run again without GESTURE_BRIDGE_WRITE_PLOTS")
    }
    let golden = try String(contentsOf: url, encoding: .utf8)
    let difference = zip(svg.split(separator: "\n"), golden.split(separator: "\n")).first { $0 != $1 }
    #expect(svg == golden, "the first line that differs: \(difference.map { "\($0.0)" } ?? "one is longer")")
  }

  @Test func itsParts() throws {
    let tree = try SVGTree(PlotTests.plot(PlotTests.tapThenSwipe).svg)
    #expect(tree.elements.first?.name == "svg" && tree.elements.first?["xmlns"] == "http://www.w3.org/2000/svg")
    #expect(tree.elements.filter { $0.name == "script" || $0.name == "image" || $0.name == "a" }.isEmpty)
    #expect(!tree.elements.contains { $0.attributes.keys.contains { $0.contains("href") || $0.hasPrefix("on") } })
    // One ring for each finger that landed, and one that explains it.
    #expect(tree.count("circle", "ring") == 3 + 1)
    #expect(tree.count("g", "lane") == 3 + 3)
    #expect(tree.count("g", "mark-recognized") == 1 + 1)
    #expect(tree.count("rect", "held") == 1 + 1)
    #expect(tree.count("rect", "zone") == 1 + 2, "in the whole, and from near by in each attempt")
    #expect(tree.count("path", "bar") == 2, "a scale for the whole, and one for all attempts")
    let texts = tree.texts.joined(separator: "\n")
    for words in [
      "Attempt 1", "Attempt 2", "Attempts 1, 2", "waits for double to fail", "100 mm  ·  the whole surface", "bar",
    ] {
      #expect(texts.contains(words), "\(words)")
    }
    #expect(texts.contains("left   swipe   failed at 1150 ms: moved 9.6 mm, needs 12 mm (min-distance)"))
  }

  /// Whatever is drawn lies within the drawing.
  @Test func nothingIsOutside() throws {
    let tree = try SVGTree(PlotTests.plot(PlotTests.tapThenSwipe).svg)
    let root = try #require(tree.elements.first)
    let (width, height) = (try #require(root.number("width")), try #require(root.number("height")))
    for element in tree.elements {
      for x in ["x", "x1", "x2", "cx"].compactMap(element.number) { #expect((0...width).contains(x)) }
      for y in ["y", "y1", "y2", "cy"].compactMap(element.number) { #expect((0...height).contains(y)) }
    }
  }

  static let names = [
    "</style><script>alert(1)</script>", "a\" onload=\"alert(1)", "<!--", "]]>", "&amp;", "\u{1}\u{7F}\u{FFFE}",
    "</script><script>window.broken = 1</script>", "'quoted'", "\u{202E}backwards", "👍🏽", "{{}}",
    String(repeating: "long ", count: 100),
  ]

  private static func hostile(_ name: String) throws -> RecordingPlot {
    let rules = RuleSet(
      gestures: [GestureRule(name: name, kind: Tap.kind), GestureRule(name: "other", kind: Swipe.kind)],
      zones: [Zone(name: name, shape: .edge(.left, band: .percent(100)))])
    let read = try TouchScript.read("touches\n  0ms down a 50,50\n  60ms up a\n", name: name)
    var recording = read.recording
    recording.devices[0].name = "device \(name)"
    return try RecordingPlot(recording, rules: Rules(ruleSet: rules))
  }

  @Test(arguments: names) func namesAreTextAndNothingElse(_ name: String) throws {
    let plot = try Self.hostile(name)
    let tree = try SVGTree(plot.svg)
    #expect(tree.elements.filter { $0.name == "script" }.isEmpty)
    #expect(Set(tree.elements.map(\.name)).isSubset(of: SVGTree.known))
    #expect(!tree.elements.contains { $0.attributes.keys.contains { $0.hasPrefix("on") } })
    let html = plot.html
    #expect(html.components(separatedBy: "<script").count == 2, "the page's own")
    #expect(html.components(separatedBy: "</script>").count == 2)
    #expect(html.components(separatedBy: "<!--").count == 1)
    #expect(html.contains("<b>\(Markup.escaped(name))</b>"))
  }

  @Test func thePageNeedsNothingElse() throws {
    let html = try PlotTests.plot(PlotTests.tapThenSwipe).html
    #expect(!html.contains("http://www.w3.org/1999") && !html.contains("https:") && !html.contains("src="))
    #expect(!html.contains("http:"))
    #expect(html.contains("default-src 'none'"))
  }

  @Test func aLongRecordingShowsItsBeginning() throws {
    let taps = (0..<40).map { "  \($0 * 1000)ms down a 50,50\n  \($0 * 1000 + 60)ms up a\n" }.joined()
    let plot = try PlotTests.plot("gestures\n  a = tap\ntouches\n\(taps)")
    let texts = try SVGTree(plot.svg).texts
    #expect(
      texts.contains(
        "and 10 more attempts: --attempt 31-40 draws the next attempts; -o FILE.html makes a page with all attempts"))
    let headings = texts.filter { $0.hasPrefix("Attempt ") }
    #expect(headings.filter { $0.contains("   from ") }.count == 30, "a drawing each")
    #expect(headings.filter { $0.contains(" 60 ms from ") }.count == 30, "a timeline each")
    #expect(plot.html.components(separatedBy: "class=\"timeline\"").count == 40 + 1)
    let selection = RecordingPlot.Selection(attempts: 9...99)
    let laterTexts = try SVGTree(PlotTests.plot("gestures\n  a = tap\ntouches\n\(taps)", selection).svg).texts
    #expect(laterTexts.contains { $0.hasPrefix("Attempt 9 ") } && !laterTexts.contains { $0.hasPrefix("Attempt 8 ") })
    #expect(
      laterTexts.contains(
        "and 2 more attempts: --attempt 39-40 draws the next attempts; -o FILE.html makes a page with all attempts"))
    let last = PlotWording.omitted([31], atATime: 30)
    #expect(last.hasPrefix("and 1 more attempt: --attempt 31 draws the next attempt; "))
  }

  /// Four times the same movement: each attempt has a drawing of its own, all of the same size and scale.
  @Test func severalAttemptsAreDrawnApart() throws {
    let swipes = (0..<4).map {
      "  \($0)000ms down a 250,20\n  \($0)000ms move a by -200,150 over 200ms\n  \($0)300ms up a\n"
    }
    let script = "gestures\n  a = swipe direction=right\n  b = tap\ntouches\n"
    let tree = try SVGTree(PlotTests.plot(script + swipes.joined()).svg)
    #expect(tree.count("g", "attempt") == 4)
    let surfaces = tree.elements.filter { $0["class"] == "surface" }
    let rings = tree.elements.filter { $0["class"] == "ring f0" }.prefix(4)
    #expect(surfaces.count == 4 && Set(surfaces.map { $0["width"] }).count == 1)
    let positions = zip(surfaces, rings).map { surface, ring in
      Pixels(
        (ring.number("cx") ?? 0) - (surface.number("x") ?? 0), (ring.number("cy") ?? 0) - (surface.number("y") ?? 0))
    }
    #expect(
      positions.allSatisfy { abs($0.x - positions[0].x) < 0.2 && abs($0.y - positions[0].y) < 0.2 }, "\(positions)")
    #expect(Set(surfaces.compactMap { $0["x"] }).count == 3 && Set(surfaces.compactMap { $0["y"] }).count == 2)
    #expect(tree.texts.contains("Attempt 4   from 3000 ms, 1 finger"))
    #expect(!tree.texts.contains { $0.hasPrefix("Attempts") }, "the whole surface is in each drawing")
  }

  /// The outcome of an attempt is above its drawing, in its colour and not shortened.
  @Test func anOutcomeIsAboveItsDrawing() throws {
    let tree = try SVGTree(PlotTests.plot(PlotTests.tapThenSwipe).svg)
    #expect(tree.texts.contains("single recognized") && tree.count("text", "tgood") == 1)
    let lines = ["no gesture; left failed: moved 9.6 mm,", "needs 12 mm (min-distance)"]
    #expect(lines.allSatisfy(tree.texts.contains) && tree.count("text", "tbad") == 2, "\(tree.texts)")
  }

  @Test func linesBreakBetweenWords() {
    #expect(TextFit.lines("one two three", size: 10, into: 50, most: 3) == ["one two", "three"])
    #expect(TextFit.lines("one two three four", size: 10, into: 50, most: 2) == ["one two", "three f…"])
    #expect(TextFit.lines("extraordinary", size: 10, into: 50, most: 2) == ["extraor…"])
    #expect(TextFit.lines("", size: 10, into: 50, most: 2) == [])
  }

  /// Thresholds that are met at one time can't be written over one another.
  @Test func flagsOfOneTimeShareALabel() throws {
    let script = """
      gestures
        left = swipe fingers=2 direction=left
      touches
        0ms down a 150,90 b 170,90
        0ms move a,b by -60,0 over 300ms
        320ms up a,b
      """
    let tree = try SVGTree(PlotTests.plot(script).svg)
    let labels = tree.elements.filter { $0["class"] == "tiny" }.map { "\($0["x"] ?? "") \($0["y"] ?? "")" }
    #expect(!labels.isEmpty && Set(labels).count == labels.count, "\(labels)")
    #expect(tree.texts.contains("min-speed, together"), "\(tree.texts)")
  }

  /// Two devices are drawn separately, and each attempt names its device.
  @Test func severalDevices() throws {
    let svg = try PlotTests.plot(
      """
      gestures
        a = tap
      touches
        device desk: touchscreen 100x60 mm name="Desk"
        0ms     down a 50,50
        60ms    up a
        device wall: touchscreen 300x190 mm name="Wall"
        1000ms  down a 50,50
        1060ms  up a
      """
    ).svg
    let texts = try SVGTree(svg).texts
    #expect(texts.contains { $0.hasPrefix("Wall   touchscreen of 300 x 190 mm") })
    #expect(texts.contains { $0.hasPrefix("Desk   touchscreen of 100 x 60 mm") })
    #expect(texts.contains { $0.hasPrefix("Attempt 1   Desk, 1 finger") })
  }
}

/// Every reference recording can be drawn, the same every time.
@Suite(.enabled(if: ReferenceData.isThere, ReferenceData.absence)) struct ReferencePlotTests {
  @Test(arguments: ReferenceData.recordings) func theSameEveryTime(_ file: ReferenceFile) throws {
    let recording = try file.read()
    let rules = try #require(Self.rules)
    guard recording.frames.contains(where: { $0.touches.contains { $0.phase == .began } }) else {
      #expect(throws: RecordingPlot.Problem.noTouches) { try RecordingPlot(recording, rules: rules) }
      return
    }
    let plot = try RecordingPlot(recording, rules: rules)
    let again = try RecordingPlot(file.read(), rules: rules)
    #expect(plot.svg == again.svg)
    #expect(plot.html == again.html)
    let tree = try SVGTree(plot.svg)
    #expect(Set(tree.elements.map(\.name)).isSubset(of: SVGTree.known))
    #expect(!plot.svg.contains("nan") && !plot.svg.contains("inf"))
    #expect(plot.html.contains("class=\"timeline\""))
  }

  private static let rules: Rules? = try? TouchScript.read(
    """
    gestures
      swipe = swipe fingers=3
      double = tap taps=2
      single = tap require-to-fail=double
      scroll = pan fingers=2
      drag = pan
      zoom = pinch
      turn = rotation
      press = long-press
    touches
      0ms down a 1,1
      1ms up a
    """, name: "rules"
  ).rules.map { Rules(ruleSet: $0) }
}
