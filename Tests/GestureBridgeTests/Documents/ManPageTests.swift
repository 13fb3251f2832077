import Actions
import Bindings
import Control
import Examples
import Foundation
import GestureCore
import Support
import Synchronization
import Testing

@testable import gesture_bridge

/// The man pages describe every option, command and name.
struct ManPageTests {
  /// A page with all parts that the program fills in.
  private static func page(_ section: Int) throws -> String { try page("gesture-bridge.\(section)") }

  private static func page(_ name: String) throws -> String {
    try pages.withLock { pages in
      if let page = pages[name] { return page }
      let folder = packageRoot.appendingPathComponent("contrib/man")
      let page = folder.appendingPathComponent("\(name).scd").path
      let run = try Program.shell("/usr/bin/python3 \(folder.path)/fill.py \(page) $PROGRAM")
      #expect(run.status == 0 && run.errors == "")
      pages[name] = run.output
      return run.output
    }
  }

  /// Those that were filled in, which takes a while.
  private static let pages = Mutex<[String: String]>([:])

  /// The part below a heading, up to the next one.
  private static func part(_ heading: String, of page: String) -> Substring {
    guard let start = page.range(of: "\n\(heading)\n")?.upperBound else { return "" }
    let rest = page[start...]
    return rest[..<(rest.range(of: "\n#")?.lowerBound ?? rest.endIndex)]
  }

  @Test func everyKindWithEverySetting() throws {
    let page = try Self.page(5)
    let common = Self.part("## Settings of most kinds", of: page)
    for kind in Catalogue.kinds {
      let part = Self.part("## \(kind.name)", of: page)
      #expect(!part.isEmpty, "\(kind.name)")
      for setting in kind.allSettings {
        let item = "\n*\(setting.name)* = "
        #expect(part.contains(item) || common.contains(item), "\(setting.name) of \(kind.name)")
      }
    }
  }

  @Test func everyVariable() throws {
    let page = try Self.page(5)
    for value in EventValue.forCommands {
      #expect(page.contains(Scdoc.literal(value.variable)), "\(value.variable)")
    }
  }

  @Test func everyEffect() throws {
    let page = try Self.page(5)
    for kind in Effects.descriptions {
      #expect(page.contains(Scdoc.item(Scdoc.literal(kind.key), Scdoc.prose(kind.manual))), "\(kind.key)")
    }
  }

  static let keys: [String] =
    Trigger.allCases.map(\.rawValue) + StepSettings.StepDirection.allCases.map(\.rawValue)
    + Overlap.allCases.map { "\"\($0.rawValue)\"" }
    + [
      "include", "every", "stream", "overlap", "at-most-every",
      "kind", "device", "zone", "priority", "tags", "receive", "begin-if", "exclusive-touch-type", "overlay", "level",
      "gesture", "also",
      "when", "mode", "pause", "scope", "app", "output", "modifiers", "tool", "fingers", "direction", "rect", "edge",
      "band", "corner",
      "size", "inside", "exclusive", "ignore", "multi-touch", "turned", "require-to-fail", "required-to-fail-by",
      "simultaneous-with", "prevents", "cannot-prevent", "cannot-be-prevented-by", "intercept", "source",
    ]

  /// Each key is a term of its own, at the beginning of a line; settings of different kinds share names.
  @Test(arguments: keys)
  func everyKey(key: String) throws {
    let page = try Self.page(5).components(separatedBy: "\n# KINDS OF GESTURE\n")[0]
    let terms = page.split(separator: "\n").filter { $0.hasPrefix("*") }
    #expect(terms.contains { $0.contains("*\(key)*") })
  }

  @Test(arguments: [
    "\\[gesture.NAME]", "\\[\\[override]]", "\\[zone.NAME]", "\\[defaults]", "\\[defaults.touchscreen]",
    "\\[defaults.touchpad]", "\\[device.\"PATTERN\"]", "\\[commands]",
  ])
  func everySection(name: String) throws {
    #expect(try Self.page(5).contains("*\(name)*"))
  }

  /// Every type of object that `--debug-json` prints is a term, and every name is below its type.
  @Test(arguments: ["tap-chain", "interactions/stylus", "interactions/pinch-rotation-pan", "interactions/force-press"])
  func everyNameOfTheDebugLines(_ script: String) throws {
    let page = try Self.page(1)
    let path = Fixtures.folder.appendingPathComponent("\(script).touches").path
    let lines = try Program.run("replay", path, "--debug-json").output.split(separator: "\n").dropFirst()
    #expect(lines.count > 10)
    for line in lines {
      let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let type = object["type"] as? String ?? ""
      // Other lists before have terms of the same name.
      let part = try #require(page.components(separatedBy: "\n*\(type)*\n\t").dropFirst().last)
      let told = part.components(separatedBy: "\n\n")[0]
      for name in object.keys where !["type", "t_ms", "device"].contains(name) {
        #expect(told.contains("*\(name)*"), "\(name) of \(type)")
      }
    }
  }

  /// The lines of the control socket: each request and each topic, which is an event's name too, is a term of its page.
  @Test func everyLineOfTheControlSocket() throws {
    let page = try Self.page("gesture-bridge-control.7")
    let topics = ControlTopics.named.map(\.key) + ["scene", "dropped", "ended"]
    for name in ControlRequest.names + topics { #expect(page.contains("\n*\(name)*\n\t"), "\(name)") }
    #expect(page.contains("\n# LIMITS\n") && !page.contains("\n|"))
  }

  /// The page of touch scripts has the guide's text, with its scripts unchanged.
  @Test func thePageOfTouchScripts() throws {
    let page = try Self.page("gesture-bridge-touches.7")
    let scripts = Documentation.blocks(of: "contrib/guide/touch-scripts.md").filter { $0.language == "touches" }
    #expect(scripts.count >= 3)
    for script in scripts { #expect(page.contains("; touches\n```\n\(script.text)```")) }
    for section in ["zones", "gestures", "touches", "expect"] {
      #expect(page.contains("\n*\(section)*\n\t"), "\(section)")
    }
    #expect(page.contains("*device=ELAN\\**") && page.contains("\n# RECORDINGS\n"))
  }

  @Test func theLimitsAreTheProgramsOwn() throws {
    let options = CommandRunner.Options()
    let words = try Self.page(5).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.contains(
        "At most \(options.perBinding) commands of one gesture or override and \(options.overall) in all are alive"))
    #expect(words.contains("and at most \(options.perSecond) are started in a second"))
    for setting in CommandSettings.declarations {
      #expect(try Self.page(5).contains("\n*\(setting.name)* = \(setting.touchscreen.written(in: setting.shape))\n"))
    }
    #expect((options.overall, options.perSecond) == (CommandSettings().maxRunning, CommandSettings().maxPerSecond))
  }

  @Test func everyVariableThatIsWithheld() throws {
    let page = try Self.page(5)
    for name in InheritedEnvironment.withheld.flatMap(\.names) {
      #expect(page.contains(Scdoc.literal(name)), "\(name)")
    }
  }

  @Test func everyCommandWithEveryOption() throws {
    let page = try Self.page(1)
    let help = try #require(
      JSONSerialization.jsonObject(with: Data(Program.run("--experimental-dump-help").output.utf8)) as? [String: Any])
    let root = try #require(help["command"] as? [String: Any])
    let commands = (root["subcommands"] as? [[String: Any]] ?? []).filter { $0["shouldDisplay"] as? Bool ?? true }
    #expect(commands.count >= 6)
    for command in commands where command["commandName"] as? String != "help" {
      try check(command, path: "", on: page)
    }
    #expect(!page.contains("## manual"), "this one is for contrib/man/build alone")
  }

  private func check(_ command: [String: Any], path: String, on page: String) throws {
    let name = path + (try #require(command["commandName"] as? String))
    let parts = command["subcommands"] as? [[String: Any]] ?? []
    for part in parts { try check(part, path: "\(name) ", on: page) }
    let text = Self.part("## \(name)", of: page)
    #expect(!text.isEmpty || !parts.isEmpty, "\(name)")
    for argument in command["arguments"] as? [[String: Any]] ?? [] where !text.isEmpty {
      let names = (argument["names"] as? [[String: Any]] ?? []).compactMap { one in
        (one["name"] as? String).map { one["kind"] as? String == "short" ? "-\($0)" : "--\($0)" }
      }
      let isEverywhere = names.contains("--help") || names.contains("--version")
      for option in isEverywhere ? [] : names { #expect(text.contains("*\(option)*"), "\(option) of \(name)") }
      if names.isEmpty, let value = argument["valueName"] as? String { #expect(text.contains("\n_\(value)_\n")) }
    }
    #expect(try Self.page(1).contains("*--help*, or *-h*, and *--version*"))
  }

  @Test func theWholePartOfAKind() {
    let page = KindReport.manual([CheckMark.kind])
    #expect(Self.part("## check-mark", of: page) == Self.checkMark)
    #expect(
      page.hasPrefix(
        """
        ## Settings of most kinds

        *fingers* = the smallest number that the kind allows
        \tHow many fingers: a number or a range. The section of each kind has the allowed numbers.

        *land-within* = "120 ms" on touchscreens, "160 ms" on touchpads
        \tHow long after the first finger the other fingers can land; gestures that need fewer fingers \
        than this gesture wait at most this long. Allowed: 10 to 2000 ms. Why this default: touchpads: \
        fingers of one recorded gesture land up to 155 ms apart; touchscreens: an estimate.

        """))
  }

  private static let checkMark: Substring = """

    One finger draws a check mark: down to the right, then up to the right.

    States: recognized once.++
    Fingers: 1.++
    Recognized: before the fingers lift.++
    Reports: fingers and position.++
    Needs: any touch device.

    *min-down* = "5 mm" on touchscreens, "3 mm" on touchpads
    \tHow long the stroke down must be. Allowed: 1 to 100 mm. Why this default: twice the slop of a pan: less may be a finger that \
    only shifts.

    *min-up* = "10 mm" on touchscreens, "6 mm" on touchpads
    \tHow long the stroke up must be. Allowed: 1 to 200 mm. Why this default: twice the stroke down, as people write it.

    *slack* = "2 mm" on touchscreens, "1.5 mm" on touchpads
    \tHow far the finger can move back without an effect. Allowed: 0 to 20 mm. Why this default: as for a long press.

    *max-angle* = "40 deg"
    \tHow far each stroke may lean from its diagonal. Allowed: 5 to 45 deg. Why this default: an estimate: strokes that \
    lean further are nearly level or upright.

    *max-duration* = "2000 ms"
    \tHow long the check mark can take after the landing. Allowed: 100 to 10000 ms. Why this default: an estimate: \
    several times the usual duration.

    """

  @Test func signsOfThePagesLanguageAreTakenAsTheyAre() {
    #expect(Scdoc.literal("GESTURE_X") == "*GESTURE\\_X*")
    #expect(Scdoc.prose("a * b_ c\\d `e_f` g") == "a \\* b\\_ c\\\\d *e\\_f* g")
    #expect(Scdoc.item("*a*", "is this") == "*a*\n\tis this\n")
  }

  @Test func partsOfThePageAreWrittenForWhoeverAsks() throws {
    let variables = try Program.run("manual", "variables")
    #expect(variables.status == 0 && variables.errors == "")
    #expect(
      variables.output.contains(
        "*GESTURE\\_DX* (mm)\n\thorizontal movement so far, positive to the right\n\n*GESTURE\\_DY* (mm)"))
    #expect(try Program.run("manual", "kinds").output == KindReport.manual(Catalogue.kinds))
    #expect(try Program.run("manual", "weather").status == 2)
  }
}
