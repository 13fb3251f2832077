import Foundation
import GestureCore
import Support
import Testing

@testable import Bindings
@testable import Doctor
@testable import gesture_bridge

/// Python's validator of JSON Schemas, as `contrib/schema` uses it.
enum SchemaValidator {
  static let absence: Comment = "needs python3-jsonschema: `contrib/setup` installs it"
  static let isThere: Bool = {
    if TestbedProgram.isAllRequired { return true }
    let check = Process()
    check.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    check.arguments = ["-c", "import jsonschema, tomllib"]
    check.standardError = FileHandle.nullDevice
    guard (try? check.run()) != nil else { return false }
    check.waitUntilExit()
    return check.terminationStatus == 0
  }()
}

/// `schema`, compared with right and wrong rules files by an independent validator.
@Suite(.enabled(if: SchemaValidator.isThere, SchemaValidator.absence)) struct SchemaTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write("schema.json", try Program.run("schema").output)
  }

  /// The validator's errors for some files, which are named `0.toml`, `1.toml` and so on: a list of lines for each.
  private func differences(_ texts: [String]) throws -> [[String]] {
    for (index, text) in texts.enumerated() { try folder.write("\(index).toml", text) }
    let tool = packageRoot.appendingPathComponent("contrib/schema").path
    let names = texts.indices.map { "\($0).toml" }
    let outcome = try Program.shell("\(tool) schema.json \(names.joined(separator: " "))", in: folder)
    #expect(outcome.errors == "")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    return names.map { name in
      lines.filter { $0.hasPrefix(name + ": ") }.map { String($0.dropFirst(name.count + 2)) }
    }
  }

  private func expectFit(_ texts: [String]) throws {
    for (text, lines) in zip(texts, try differences(texts)) {
      #expect(lines == ["ok"], Comment(rawValue: text))
    }
  }

  @Test func everyEffectIsDescribed() throws {
    let schema = try JSONSerialization.jsonObject(with: Data(Program.run("schema").output.utf8)) as? [String: Any]
    let definitions = schema?["definitions"] as? [String: [String: Any]]
    let effects = try #require(definitions?["effect"]?["properties"] as? [String: [String: Any]])
    let keys = Effects.descriptions.map(\.key) + Effects.options.map(\.key)
    #expect(effects.keys.sorted() == keys.sorted())
    #expect(effects.values.allSatisfy { !$0.isEmpty })
  }

  @Test func theShippedRulesFit() throws {
    let texts = ["bindings.toml", "contrib/try.toml"].map { Documentation.text($0) }
    #expect(texts.allSatisfy { !$0.isEmpty })
    try expectFit(texts)
  }

  @Test func shownRulesFit() throws {
    let others = ["must-fail", "file=templates/"]
    let rules = Documentation.blocks("toml").filter { block in !others.contains { block.note.hasPrefix($0) } }
    try expectFit(rules.map(\.text))
  }

  @Test func startingRulesFit() throws {
    try expectFit(Desktop.all.map { StartingRules($0, devices: []).text(withSchema: true) })
  }

  @Test func everySettingFits() throws { try expectFit(Catalogue.kinds.map(everySetting)) }

  /// Every setting of a kind, with its default and with the ends of its range. Settings that exclude each other are in
  /// gestures of their own.
  private func everySetting(of kind: Kind) -> String {
    var text = ""
    for pick in 0..<max(2, kind.traits.alternatives.count) {
      text += "[gesture.g\(pick)]\nkind = \"\(kind.name)\"\nrun = \"true\"\n"
      for setting in kind.allSettings {
        if let place = kind.traits.alternatives.firstIndex(of: setting.name), place != pick { continue }
        let values = setting.shape.samples
        let value = values[min(pick, values.count - 1)]
        text += "\(setting.name) = \(value.written(in: setting.shape))\n"
      }
    }
    for section in ["defaults", "defaults.touchpad", "device.\"*\""] {
      text += "[\(section).\(kind.name)]\n"
      for setting in kind.allSettings where kind.mayHaveDefault(setting) {
        text += "\(setting.name) = \(setting.touchpad.written(in: setting.shape))\n"
      }
    }
    return text
  }

  static let right: [String] = [
    """
    include = ["more.toml"]
    [accommodations]
    hold = "200 ms"
    touchpad = { steady = "2 mm", ignore-repeats = "0.3 s" }
    [[scroll]]
    when = { app = ["*term*", "code"], device = "touchpad", not = { mode = "slow" } }
    speed = "50 %"
    reversed = true
    [gesture.volume]
    kind = "pan"
    fingers = "3-4"
    step = { every = "6 mm", up = "louder", down = ["quieter"], overlap = "skip", at-most-every = "0.1 s" }
    changed = { stream = "zoom", at-most-every = "50 ms" }
    run = { mode = "reading" }
    require-to-fail = ["a", { gesture = "kind:tap", when = { tool = "stylus" } }]
    prevents = "tag:scroll"
    begin-if = { direction = ["left", "right"], fingers = 3 }
    receive = { zone = "knob", modifiers = "ctrl" }
    """,
    """
    [[override]]
    gesture = "volume"
    when = { app = "firefox", output = "eDP-1", device = "touchpad" }
    also = true
    ended = { command = ["a"], overlap = "restart" }
    [device."ELAN*"]
    rotation.min-angle = "10 deg"
    accommodations = { hold = "200 ms", steady = "2 mm" }
    [device."Other"]
    size = "25.6 x 14.4 cm"
    turned = "90 deg"
    """,
    """
    [zone.knob]
    corner = "bottom-right"
    size = "10 % x 5 mm"
    exclusive = true
    [zone.rest]
    rect = { x = "-10 mm", height = "50%" }
    [zone.strip]
    edge = "left"
    band = ".5cm"
    inside = "rest"
    multi-touch = false
    """,
    """
    [gesture.a]
    kind = "stroke"
    path = " down-right:1, up-right:.5 circle-cw"
    after = "hold  0.3 s"
    [gesture.b]
    kind = "stroke"
    templates = "Étoile-2"
    after = "force-press"
    [gesture.c]
    kind = "stroke"
    templates = ["a_b", "c"]
    [defaults]
    stroke.after = "landing"
    """,
    """
    [commands]
    max-running = 1
    max-per-second = 1000
    scope = true
    [gesture.a]
    kind = "long-press"
    run = { pause = "toggle", scope = false, command = "x" }
    step = { every = "6 mm", up = { pause = "off" }, scope = true }
    """,
    "gesture.a.kind = \"tap\"\ngesture.a.slop = \" 0.3 cm \"\n",
  ]

  @Test func whatReadersTakeFits() throws { try expectFit(Self.right) }

  /// Wrong files, each with the place of its error.
  static let wrong: [(String, String)] = [
    ("gestures.a.kind = \"tap\"", ""),
    ("[gesture]\n\"a:b\".kind = \"tap\"", "gesture"),
    ("[gesture.a]\nkind = \"swype\"", "gesture.a.kind"),
    ("[gesture.a]\nrun = \"true\"", "gesture.a"),
    ("[gesture.a]\nkind = \"tap\"\nfingerz = 2", "gesture.a"),
    ("[gesture.a]\nkind = \"tap\"\nmin-speed = \"80 mm/s\"", "gesture.a.min-speed"),
    ("[gesture.a]\nkind = \"tap\"\nslop = \"3\"", "gesture.a.slop"),
    ("[gesture.a]\nkind = \"tap\"\nslop = 3", "gesture.a.slop"),
    ("[gesture.a]\nkind = \"tap\"\nslop = \"3 ms\"", "gesture.a.slop"),
    ("[gesture.a]\nkind = \"tap\"\nslop = \"-3 mm\"", "gesture.a.slop"),
    ("[gesture.a]\nkind = \"tap\"\nfingers = 11", "gesture.a.fingers"),
    ("[gesture.a]\nkind = \"tap\"\nfingers = \"two\"", "gesture.a.fingers"),
    ("[gesture.a]\nkind = \"swipe\"\ndirection = \"sideways\"", "gesture.a.direction"),
    ("[gesture.a]\nkind = \"pinch\"\ndirection = \"left\"", "gesture.a.direction"),
    ("[gesture.a]\nkind = \"tap\"\npriority = \"high\"", "gesture.a.priority"),
    ("[gesture.a]\nkind = \"tap\"\nrun = 5", "gesture.a.run"),
    ("[gesture.a]\nkind = \"tap\"\nrun = \" \"", "gesture.a.run"),
    ("[gesture.a]\nkind = \"tap\"\nrun = []", "gesture.a.run"),
    ("[gesture.a]\nkind = \"tap\"\nrun = [\"a\", 1]", "gesture.a.run.1"),
    ("[gesture.a]\nkind = \"pan\"\nchanged = { command = \"a\", stream = \"b\" }", "gesture.a.changed"),
    ("[gesture.a]\nkind = \"pan\"\nchanged = { overlap = \"skip\" }", "gesture.a.changed"),
    ("[gesture.a]\nkind = \"pan\"\nchanged = { command = \"a\", overlap = \"both\" }", "gesture.a.changed.overlap"),
    ("[gesture.a]\nkind = \"pan\"\nstep = { every = \"6 mm\" }", "gesture.a.step"),
    ("[gesture.a]\nkind = \"pan\"\nstep = { up = \"a\" }", "gesture.a.step"),
    ("[gesture.a]\nkind = \"pan\"\nstep = { every = 6, up = \"a\" }", "gesture.a.step.every"),
    ("[gesture.a]\nkind = \"pan\"\nstep = { every = \"6 mm\", upwards = \"a\" }", "gesture.a.step"),
    ("[gesture.a]\nkind = \"sequence\"", "gesture.a.kind"),
    ("[gesture.a]\nkind = \"stroke\"", "gesture.a"),
    ("[gesture.a]\nkind = \"stroke\"\npath = \"up down\"\nshape = \"checkmark\"", "gesture.a"),
    ("[gesture.a]\nkind = \"stroke\"\npath = \"sideways\"", "gesture.a.path"),
    ("[gesture.a]\nkind = \"stroke\"\npath = \"up:\"", "gesture.a.path"),
    ("[gesture.a]\nkind = \"stroke\"\npath = \"\"", "gesture.a.path"),
    ("[gesture.a]\nkind = \"stroke\"\npath = \"up down up down up down up down up\"", "gesture.a.path"),
    ("[gesture.a]\nkind = \"stroke\"\nshape = \"none\"", "gesture.a.shape"),
    ("[gesture.a]\nkind = \"stroke\"\ntemplates = []", "gesture.a.templates"),
    ("[gesture.a]\nkind = \"stroke\"\ntemplates = \"a/b\"", "gesture.a.templates"),
    ("[gesture.a]\nkind = \"stroke\"\ntemplates = [\"a\", \"b.toml\"]", "gesture.a.templates.1"),
    ("[gesture.a]\nkind = \"stroke\"\ntemplates = [\"a\", \"a\"]", "gesture.a.templates"),
    ("[gesture.a]\nkind = \"stroke\"\nshape = \"checkmark\"\nafter = \"300 ms\"", "gesture.a.after"),
    ("[gesture.a]\nkind = \"tap\"\npath = \"up down\"", "gesture.a.path"),
    ("[gesture.a]\nkind = \"tap\"\nreceive = { direction = \"left\" }", "gesture.a.receive"),
    ("[gesture.a]\nkind = \"tap\"\nreceive = { tool = \"palm\" }", "gesture.a.receive.tool"),
    ("[gesture.a]\nkind = \"tap\"\nrequire-to-fail = [{ when = { mode = \"x\" } }]", "gesture.a.require-to-fail.0"),
    ("[gesture.a]\nkind = \"tap\"\nprevents = [{ gesture = \"b\" }]", "gesture.a.prevents.0"),
    ("[[override]]\nrun = \"a\"", "override.0"),
    ("[[override]]\ngesture = \"a\"", "override.0"),
    ("[override]\ngesture = \"a\"", "override"),
    ("[zone.a]\nexclusive = true", "zone.a"),
    ("[zone.a]\nedge = \"left\"", "zone.a"),
    ("[zone.a]\nedge = \"middle\"\nband = \"5 mm\"", "zone.a.edge"),
    ("[zone.a]\nrect = { z = \"5 mm\" }", "zone.a.rect"),
    ("[zone.a]\nrect = { x = \"5\" }", "zone.a.rect.x"),
    ("[defaults]\nmin-distance = \"3 mm\"", "defaults"),
    ("[defaults.touchpad]\nswipe.slop = 3", "defaults.touchpad.swipe.slop"),
    ("[defaults]\nstroke.path = \"up down\"", "defaults.stroke"),
    ("[device.\"E*\"]\nturned = \"45 deg\"", "device.E*.turned"),
    ("[device.\"E*\"]\nsize = \"256 mm\"", "device.E*.size"),
    ("[commands]\nmax-running = 0", "commands.max-running"),
    ("[commands]\nfoo = 1", "commands"),
    ("[gesture.a]\nkind = \"tap\"\nrun = { pause = \"of\" }", "gesture.a.run.pause"),
    ("[gesture.a]\nkind = \"tap\"\nrun = { scope = true }", "gesture.a.run"),
  ]

  @Test func wrongRulesDoNot() throws {
    for ((text, place), lines) in zip(Self.wrong, try differences(Self.wrong.map(\.0))) {
      #expect(lines.contains { $0.hasPrefix("\(place): ") }, "\(text) gives \(lines)")
    }
  }

  @Test func eachMistakeOfOneKeyIsToldOnce() throws {
    #expect(
      try differences(["[gesture.a]\nkind = \"pinch\"\nfingers = 11\ndirection = \"left\"\n"]) == [
        [
          "gesture.a.direction: 'left' is not one of ['both', 'in', 'out']",
          "gesture.a.fingers: 11 is greater than the maximum of 10",
        ]
      ])
  }
}

/// The texts of the schema that editors show.
struct SchemaTextTests {
  @Test func itIsTheSameEachTime() throws {
    let outcome = try Program.run("schema")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(try Program.run("schema") == outcome)
    #expect(outcome.output.hasPrefix("{\n  \"$schema\": \"http://json-schema.org/draft-07/schema#\","))
  }

  @Test func aSettingIsExplained() throws {
    func text(_ kind: String, _ setting: String) throws -> String {
      SchemaText.setting(
        try #require(Catalogue.kind(named: kind)?.allSettings.first { $0.name == setting }))
    }
    #expect(try text("tap", "taps") == "How many taps in a row. Allowed: 1 to 5. Default: 1.")
    #expect(
      try text("tap", "max-duration")
        == "How long each tap can last, from the first landing to the last lift. Allowed: 20 to 10000 ms. "
        + "Default: \"500 ms\" on touchscreens, \"200 ms\" on touchpads.")
    #expect(!(try text("stroke", "path")).contains("Default"))
    #expect(!(try text("stroke", "shape")).contains("Default"))
    #expect(!(try text("stroke", "shape")).contains("none"))
    #expect(
      try text("stroke", "templates")
        == "The names of one or more drawings learned with `gesture-bridge learn`; any of them counts. "
        + "Allowed: 1 to 16 names of learned drawings.")
  }

  /// The keys that the schema has for a section.
  private func keys(_ definition: String) throws -> Set<String> {
    let text = try Program.run("schema").output
    let schema = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let definitions = try #require(schema?["definitions"] as? [String: [String: Any]])
    return Set(try #require(definitions[definition]?["properties"] as? [String: Any]).keys)
  }

  @Test func zonesHaveTheKeysOfTheirReader() throws {
    #expect(try keys("zone") == Set(ZoneReader.keys))
  }

  /// The schema has no key that a reader would report as unknown.
  @Test func readersKnowEveryKey() throws {
    for (section, header) in [("gesture", "[gesture.a]\nkind = \"pan\""), ("override", "[[override]]")] {
      for key in try keys(section) where key != "kind" {
        let text = "\(header)\n\(key) = true\n"
        let found = Rules.load(text: Array(text.utf8), file: "rules.toml").diagnostics.map(\.message)
        #expect(!found.contains("unknown key \"\(key)\""), "\(section)")
      }
    }
  }

  @Test func everyKindIsExplained() throws {
    let text = try Program.run("schema").output
    for kind in Catalogue.kinds { #expect(text.contains(kind.summary.replacingOccurrences(of: "\"", with: "\\\""))) }
  }
}
