import Foundation
import Support
import Testing

/// Plots in a real browser: they have no errors, and the page reacts to a user.
@Suite(.serialized, .enabled(if: Browser.isThere, Browser.absence)) struct PlotPageTests {
  private static let script = """
    gestures
      double = tap taps=2 max-interval=250ms
      single = tap require-to-fail=double
      left   = swipe direction=left
    touches
      0ms     down a 100,90
      60ms    up a
      1000ms  down a 150,90
      1000ms  move a by -40,0 over 400ms
      1450ms  up a
    """

  private static let light = [255, 255, 255]
  private static let dark = [13, 17, 23]

  private static func folder() throws -> Folder {
    let folder = try Folder()
    let file = try folder.write("plot.touches", script)
    for name in ["plot.svg", "plot.html"] {
      let run = try Program.run("plot", file, "-o", folder.path(name))
      #expect(run.status == 0, "\(run.errors)")
    }
    return folder
  }

  /// The selector of an element that belongs to the chosen attempt.
  private static func chosen(_ name: String) -> String {
    "document.querySelector('[data-attempt]:not([hidden]) \(name)')"
  }

  /// The place of the finger's spot as a share of its path to the left, as long as it is down.
  private static let finger = """
    (() => {
      const spot = \(chosen(".finger")), ends = spot.dataset.points.split(' ').map(parseFloat)
      const place = parseFloat(spot.getAttribute('transform').slice('translate('.length))
      return getComputedStyle(spot).display === 'none' ? 'up'
        : ((place - ends[0]) / (ends[ends.length - 1] - ends[0])).toFixed(2)
    })()
    """
  private static let time = "document.getElementById('time').value"

  @Test func theSliderMovesTheFingers() throws {
    let visit = try Browser.visit(
      "plot.html#t=1200", in: Self.folder(),
      [
        ["evaluate": Self.finger], ["evaluate": "document.getElementById('now').textContent"],
        ["evaluate": "document.getElementById('time').value = 1400, document.getElementById('time').oninput()"],
        ["evaluate": Self.finger],
        ["evaluate": "document.getElementById('time').value = 1450, document.getElementById('time').oninput()"],
        ["evaluate": "\(Self.chosen(".done")).getAttribute('points').split(' ').length > 1"],
      ])
    #expect(visit.console == [])
    #expect(visit.text(0) == "0.50")
    #expect(visit.text(1) == "1200 ms")
    #expect(visit.text(3) == "1.00")
    #expect(visit.results[5] as? Bool == true)
  }

  @Test func keysMoveTheTimeAndPlay() throws {
    let visit = try Browser.visit(
      "plot.html#t=1000", in: Self.folder(),
      [
        ["key": "ArrowRight"], ["evaluate": Self.time], ["key": "ArrowLeft"], ["evaluate": Self.time],
        ["key": "End"], ["evaluate": Self.time], ["key": "Home"], ["evaluate": Self.time],
        ["key": " "], ["wait": "document.getElementById('time').value > 1100"], ["key": " "],
        ["evaluate": "document.getElementById('play').getAttribute('aria-pressed')"],
        ["evaluate": "document.getElementById('speed').value = 1, document.getElementById('play').click()"],
        ["wait": "document.getElementById('play').getAttribute('aria-pressed') === 'false'"], ["evaluate": Self.time],
      ])
    #expect(visit.console == [])
    #expect(visit.text(1).flatMap(Double.init) ?? 0 > 1003)
    #expect(visit.text(3) == "1000")
    #expect(visit.text(5) == visit.text(14), "it plays to the end and stops there")
    #expect(visit.text(7) == "1000")
    #expect(visit.text(11) == "false")
  }

  @Test func theMouseDragsTheSliderAndChoosesOnTheTimeline() throws {
    let box = "(name => { const b = document.querySelector(name).getBoundingClientRect(); "
    let visit = try Browser.visit(
      "plot.html", in: Self.folder(),
      [
        ["evaluate": "\(box) return [b.left, b.top, b.width, b.height] })('#time')"],
        ["evaluate": "\(box) return [b.left, b.top, b.width, b.height] })('.track')"],
      ])
    let slider = try #require(visit.results[0] as? [Double])
    let track = try #require(visit.results[1] as? [Double])
    let (y, end) = (slider[1] + slider[3] / 2, slider[0] + slider[2])
    let moves = try Browser.visit(
      "plot.html", in: Self.folder(),
      [
        ["drag": [slider[0] + 8, y, end - 8, y]], ["evaluate": Self.time],
        ["click": [track[0] + track[2] / 2, track[1] + 4]], ["evaluate": Self.time],
      ])
    #expect(moves.console == [])
    #expect(moves.text(1) == "310", "the end of the first attempt")
    #expect(abs((moves.text(3).flatMap(Double.init) ?? 0) - 155) < 2)
  }

  @Test func aClickJumpsToAnEventOrAnAttempt() throws {
    let visit = try Browser.visit(
      "plot.html", in: Self.folder(),
      [
        [
          "evaluate":
            "[...document.querySelectorAll('.events button')].find(b => b.textContent.includes('held')).click()"
        ],
        ["evaluate": Self.time],
        ["evaluate": "\(Self.chosen(".events [aria-current]")).textContent"],
        ["evaluate": "[...document.querySelectorAll('.state')].map(s => s.textContent).join('|')"],
        ["evaluate": "document.querySelectorAll('[data-attempt]:not([hidden]) .gauge:not(.off)').length"],
        [
          "evaluate":
            "control.go(100), \(Self.chosen(".gauge:not(.off) [role=meter]")).getAttribute('aria-valuetext')"
        ],
        ["evaluate": "document.querySelectorAll('#choice button')[1].click()"],
        ["evaluate": Self.time],
        ["evaluate": "document.querySelector('#choice [aria-current]').textContent"],
      ])
    #expect(visit.console == [])
    #expect(visit.text(1) == "60")
    #expect(visit.text(2) == "60 ms  single held: waits for double to fail")
    #expect(visit.text(3)?.contains("possible|waits for double to fail") == true)
    #expect(visit.number(4) ?? 0 > 0, "thresholds are shown as they stand")
    #expect(visit.text(5) == "made 1, taps 2")
    #expect(visit.text(7) == "1000")
    #expect(visit.text(8) == "2  left recognized")
  }

  /// Each on a wide screen and on a phone, in light and in dark.
  @Test(arguments: ["1200x900", "390x844"], [false, true])
  func itIsReadable(_ size: String, _ isDark: Bool) throws {
    let folder = try Self.folder()
    let page = try Browser.visit(
      "plot.html#t=1200", in: folder, size: size, isDark: isDark,
      [
        ["screenshot": folder.path("page.png")],
        ["evaluate": "document.documentElement.scrollWidth <= innerWidth"],
        ["evaluate": Self.overlaps],
        [
          "evaluate": "[...document.querySelectorAll('button, input, select, svg, nav')]"
            + ".filter(n => !(n.textContent.trim() || n.getAttribute('aria-label'))).length"
        ],
      ])
    #expect(page.console == [])
    #expect(page.requests.allSatisfy { $0.hasPrefix("file:") || $0.hasPrefix("data:") } && !page.requests.isEmpty)
    let colours = try #require(page.colours(0))
    #expect(colours.count > 100, "it is not blank")
    #expect(colours.most == (isDark ? Self.dark : Self.light))
    #expect(page.results[1] as? Bool == true, "nothing is cut off at the side")
    #expect(page.number(2) == 0, "no words over others")
    #expect(page.number(3) == 0, "everything that can be used has a name")
  }

  /// Neither the page nor the drawing ever runs a name as markup or script.
  @Test func namesOfGesturesAreNeverRun() throws {
    let folder = try Folder()
    let rules = try folder.write(
      "bindings.toml",
      """
      [gesture."</script><script>window.broken = 1</script>"]
      kind = "tap"
      device = "touchscreen"
      run = "echo '<img src=x onerror=window.broken=1>'"

      """)
    let file = try folder.write("<svg onload=window.broken=1>.touches", "touches\n  0ms down a 50,50\n  60ms up a\n")
    for name in ["plot.html", "plot.svg"] {
      #expect(try Program.run("plot", file, "--config", rules, "-o", folder.path(name)).status == 0)
      let visit = try Browser.visit(
        name, in: folder,
        [["evaluate": "window.broken === undefined"], ["evaluate": "document.querySelectorAll('img').length"]])
      #expect(visit.console == [])
      #expect(visit.results[0] as? Bool == true)
      #expect(visit.number(1) == 0)
    }
  }

  /// How many pairs of words in the drawing lie over one another.
  private static let overlaps = """
    (() => {
      const boxes = [...document.querySelectorAll('svg text, .measures > :not(.off)')]
        .filter(n => n.getClientRects().length === 1 && n.textContent.trim()).map(n => n.getBoundingClientRect())
      const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1
      return boxes.flatMap((a, i) => boxes.slice(i + 1).filter(b => !apart(a, b))).length
    })()
    """

  @Test(arguments: [false, true]) func theDrawingIsShown(_ isDark: Bool) throws {
    let folder = try Self.folder()
    let visit = try Browser.visit(
      "plot.svg", in: folder, size: "960x700", isDark: isDark,
      [
        ["screenshot": folder.path("drawing.png")], ["evaluate": "document.documentElement.tagName"],
        [
          "evaluate":
            "[...document.querySelectorAll('text')].filter(t => t.getBBox().x + t.getBBox().width > 960).length"
        ],
        ["evaluate": Self.overlaps],
      ])
    #expect(visit.console == [])
    #expect(visit.requests.count == 1)
    let colours = try #require(visit.colours(0))
    #expect(colours.count > 100)
    #expect(colours.most == (isDark ? Self.dark : Self.light))
    #expect(visit.text(1) == "svg")
    #expect(visit.number(2) == 0, "nothing is written beyond the edge")
    #expect(visit.number(3) == 0, "no words over others")
  }
}
