import Bindings
import GestureCore
import Testing

/// Files that exist only in a test; two names with the same text are one file.
struct MadeUpFiles {
  var files: [String: String]
  var home: String? = "/home/me"
  /// Whether a file that isn't among them is reported as missing, as on a disk.
  var isDisk = false

  init(_ files: [String: String]) { self.files = files }

  func load(_ file: String = "bindings.toml") -> LoadedRules {
    let includes = Includes(home: home, identity: files[file] ?? "") { path in
      guard let text = files[path] else {
        return isDisk
          ? .failure(.init("can't read \(path): it is not there", fix: "create it", isMissing: true))
          : .failure(.init("can't read \(path): it is made up", fix: "make it up"))
      }
      return .success(.init(text: Array(text.utf8), identity: text))
    }
    return Rules.load(text: Array((files[file] ?? "").utf8), file: file, includes: includes)
  }

  func report() -> String { load().diagnostics.map(\.description).joined(separator: "\n") }
}

/// Rules read from several files.
struct IncludeTests {
  private func tap(_ name: String, _ more: String = "run = \"x\"") -> String {
    "[gesture.\(name)]\nkind = \"tap\"\ntaps = \(name.utf8.count)\n\(more)\n"
  }

  @Test func includedFilesComeBeforeTheOneThatIncludesThem() throws {
    let files = MadeUpFiles([
      "bindings.toml": "include = [\"layers/b.toml\", \"c.toml\"]\n" + tap("a"),
      "layers/b.toml": "include = \"inner/d.toml\"\n" + tap("bbb"),
      "layers/inner/d.toml": tap("dddd"),
      "c.toml": tap("cc"),
    ])
    let loaded = files.load()
    let rules = try #require(loaded.rules, "\(loaded.diagnostics)")
    #expect(rules.ruleSet.gestures.map(\.name) == ["dddd", "bbb", "cc", "a"])
    #expect(
      rules.locations.map(\.description)
        == ["layers/inner/d.toml:1:1", "layers/b.toml:2:1", "c.toml:1:1", "bindings.toml:2:1"])
    #expect(rules.bindings.map(\.location.file).first == "layers/inner/d.toml")
    #expect(loaded.files == ["bindings.toml", "layers/b.toml", "layers/inner/d.toml", "c.toml"])
  }

  @Test(arguments: [
    ("rules/bindings.toml", "a.toml", "rules/a.toml"), ("rules/bindings.toml", "./x/a.toml", "rules/x/a.toml"),
    ("rules/bindings.toml", "../a.toml", "rules/../a.toml"), ("/etc/g/bindings.toml", "a.toml", "/etc/g/a.toml"),
    ("bindings.toml", "/etc/a.toml", "/etc/a.toml"), ("rules/bindings.toml", "~/a.toml", "/home/me/a.toml"),
    ("bindings.toml", "~a.toml", "~a.toml"),
  ])
  func pathsAreRelativeToTheIncludingFile(_ file: String, _ path: String, _ target: String) {
    let loaded = MadeUpFiles([file: "include = [\"\(path)\"]\n" + tap("a"), target: tap("bb")]).load(file)
    #expect(loaded.rules?.ruleSet.gestures.map(\.name) == ["bb", "a"])
    #expect(loaded.files == [file, target])
  }

  @Test func ofTwoDefaultsThatOfTheIncludingFileCounts() throws {
    let files = MadeUpFiles([
      "bindings.toml": """
      include = ["a.toml", "b.toml"]
      [defaults]
      tap.slop = "3 mm"
      [defaults.touchpad]
      swipe.min-distance = "13 mm"

      """ + tap("a"),
      "a.toml": """
      [defaults]
      tap.slop = "1 mm"
      tap.max-duration = "111 ms"
      [defaults.touchpad]
      swipe.min-distance = "11 mm"
      swipe.min-speed = "11 mm/s"
      """,
      "b.toml": "[defaults]\ntap.slop = \"2 mm\"\ntap.max-duration = \"222 ms\"\n",
    ])
    let loaded = files.load()
    let rules = try #require(loaded.rules?.ruleSet, "\(loaded.diagnostics)")
    #expect(rules.defaults == ["tap": ["slop": .quantity(3), "max-duration": .quantity(222)]])
    #expect(
      rules.classDefaults == [.touchpad: ["swipe": ["min-distance": .quantity(13), "min-speed": .quantity(11)]]])
  }

  @Test func deviceSectionsOfOnePatternAllApplyAndTheLaterIsStronger() throws {
    let files = MadeUpFiles([
      "bindings.toml": "include = [\"a.toml\"]\n[device.\"*\"]\nsize = \"20 x 20 mm\"\n" + tap("a"),
      "a.toml": "[device.\"*\"]\nsize = \"10 x 10 mm\"\nturned = \"90 deg\"\n",
    ])
    let rules = try #require(files.load().rules?.ruleSet)
    #expect(rules.size(of: DeviceIdentity("X", .touchscreen)) == Size(width: 20, height: 20))
    #expect(rules.fixedRotation(of: DeviceIdentity("X", .touchscreen)) == Rotation(rawValue: 90))
  }

  @Test func theLastBindingOfAllFilesCounts() throws {
    let binding = "[[override]]\ngesture = \"a\"\nrun = "
    let files = MadeUpFiles([
      "bindings.toml": "include = [\"b.toml\"]\n" + tap("a", "") + binding + "\"main\"\n",
      "b.toml": binding + "\"included\"\n",
    ])
    let loaded = files.load()
    let rules = try #require(loaded.rules, "\(loaded.diagnostics)")
    #expect(rules.bindings.map(\.location.description) == ["b.toml:1:1", "bindings.toml:6:1"])
    expectProblems(files.report(), "the last binding of all files counts", "6:1 warning")
  }

  @Test func namesOfOneFileAreKnownInAllOthers() {
    let files = MadeUpFiles([
      "bindings.toml": "include = [\"b.toml\"]\n[zone.half]\nrect = { x = \"50 %\" }\n" + tap("a"),
      "b.toml": tap("bb", "zone = \"half\"\nrequire-to-fail = [\"a\"]\nrun = \"x\""),
    ])
    #expect(files.report() == "")
  }
}

/// The modes that rules know.
struct ModesTests {
  @Test func modesAreThoseThatSomethingAsksFor() {
    let loaded = load(
      """
      [gesture.a]
      kind = "tap"
      receive = { mode = "one" }
      begin-if = { mode = "two" }
      require-to-fail = [{ gesture = "b", when = { mode = "three" } }]
      run = "x"
      [gesture.b]
      kind = "tap"
      taps = 2
      run = "x"
      """)
    #expect(loaded.rules?.modes == ["default", "one", "two", "three"], "\(loaded.diagnostics)")
    #expect(Rules().modes == ["default"])
    #expect(loaded.rules?.retainedMode("two") == "two")
    #expect(loaded.rules?.retainedMode("gone") == "default")
    let action = Action(
      Effect(mode: "five"), on: .run, location: FileLocation(file: "f", line: 1, column: 1))
    let when = GestureCore.Condition.inMode("six")
    let binding = Binding(gesture: GestureID(0), when: when, actions: [action], location: action.location)
    #expect(Rules(bindings: [binding]).modes == ["default", "five", "six"])
  }
}

extension GestureCore.Condition {
  fileprivate static func inMode(_ mode: String) -> GestureCore.Condition {
    var condition = GestureCore.Condition()
    condition.modes = [mode]
    return condition
  }
}
