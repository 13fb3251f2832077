import Foundation
import Support
import Testing

/// `replay` of recordings made by other programs, and of files that are not recordings.
struct ReplayInputTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write("bindings.toml", "[gesture.tap]\nkind = \"tap\"\nrun = \"true\"\n")
    try folder.write("tap.events", Self.events)
    try folder.write("screen.desc", Self.description)
    try folder.write("whole.events", Self.description + Self.events)
  }

  /// A tap of 60 ms at 1000,500.
  private static let events = """
    E: 1443140392.100000 0003 0039 7
    E: 1443140392.100000 0003 0035 1000
    E: 1443140392.100000 0003 0036 500
    E: 1443140392.100000 0000 0000 0
    E: 1443140392.160000 0003 0039 -1
    E: 1443140392.160000 0000 0000 0

    """
  private static let description = """
    N: Test Screen
    I: 0003 0001 0002 0001
    P: 02 00 00 00 00 00 00 00
    A: 2f 0 9 0 0 0
    A: 35 0 2000 0 0 10
    A: 36 0 1000 0 0 10
    A: 39 0 65535 0 0 0

    """

  private func replay(_ arguments: String...) throws -> Program.Outcome {
    try Program.run(["replay"] + arguments, in: folder)
  }

  private func json(_ device: String, _ x: String, _ y: String) -> String {
    """
    {"t_ms":60.000,"since_ms":60.000,"gesture":"tap","kind":"tap","state":"recognized","fingers":1,\
    "device":"\(device)","x":\(x),"y":\(y),"taps":1}

    """
  }

  /// The most memory, in kB, that the program and its child processes use.
  private func mostMemory(_ file: String) throws -> Int {
    let script = """
      import resource, subprocess, sys
      subprocess.run(sys.argv[1:], stderr=subprocess.DEVNULL)
      print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
      """
    let answer = try Program.python(script, [Program.path, "replay", folder.path(file)])
    return try #require(Int(answer.trimmingCharacters(in: .whitespacesAndNewlines)))
  }

  /// A line takes no more memory than its bytes.
  @Test func emptyLinesTakeNoMemory() throws {
    let lines = String(repeating: "\n", count: 4_000_000)
    try folder.write("empty.events", lines)
    #expect(try mostMemory("empty.events") < 100_000)
    try folder.write("empty.touches", "touches\n" + lines)
    #expect(try mostMemory("empty.touches") < 100_000)
    let refused = try replay("empty.events")
    #expect(refused.status == 1 && refused.errors.contains("empty.events"))
  }

  @Test func aFileThatIsTooLargeIsNotRead() throws {
    try folder.write("large", "touches\n")
    try #require(truncate(folder.path("large"), (64 << 20) + 1) == 0)
    expectSnapshot(try replay("large").errors, "a file that is too large is not read")
  }

  @Test func aDescriptionInTheFileOrBesideIt() throws {
    let expected = Program.Outcome(status: 0, output: json("Test Screen", "100.000", "50.000"), errors: "")
    #expect(try replay("whole.events", "--format", "json") == expected)
    #expect(try replay("tap.events", "--format", "json", "--description", "screen.desc") == expected)
    expectSnapshot(try replay("tap.events", "--format", "json", "--description", "none.desc").errors, "no description")
    expectSnapshot(
      try replay("tap.events", "--format", "json", "--description", "tap.events").errors, "a description that is none")
  }

  @Test func barePlaybackWithItsFigures() throws {
    let outcome = try replay(
      "tap.events", "--format", "json", "--device-kind", "touchscreen", "--units-per-mm", "20x10")
    #expect(outcome.status == 0)
    #expect(outcome.output == json("tap.events", "50.000", "50.000"))
    expectSnapshot(outcome.errors, "bare playback with its figures")
  }

  @Test func barePlaybackWithoutASize() throws {
    let outcome = try replay("tap.events", "--format", "json", "--device-kind", "touchpad")
    #expect(outcome.status == 0)
    #expect(outcome.output == json("tap.events", "69.000", "34.500"))
    #expect(
      outcome.errors.hasPrefix(
        "tap.events: note: the device reports no usable size: 69 x 35 mm is assumed; correct the size with --units-per-mm\n"
      ))
  }

  @Test func theRulesMeasureADeviceThatTellsNoSize() throws {
    try folder.write(
      "sized.toml", "[gesture.tap]\nkind = \"tap\"\nrun = \"true\"\n[device.\"tap*\"]\nsize = \"200 x 80 mm\"\n")
    let outcome = try replay("tap.events", "--format", "json", "--device-kind", "touchpad", "--config", "sized.toml")
    #expect(outcome.output == json("tap.events", "200.000", "80.000"))
  }

  /// Contents of a file named `it`, and the errors for them.
  static let broken: [(String, String)] = [
    ("", "it: the file is empty: use a file with a recording"),
    ("# only a comment\n", "it: the file is empty: use a file with a recording"),
    (
      "hello\n",
      "it:1: not a recording: expected a touch script (with the section \"touches\"), evemu or evdev lines such as "
        + "\"E: 0.012345 0003 0035 1039\", or the output of `libinput record`"
    ),
    (
      events,
      "it: the class of the device is not in the recording: add --device-kind touchpad or --device-kind touchscreen"
    ),
    (
      events + "E: 1443140392.17 0003\n",
      "it:7: expected \"E: seconds type code value\" with type and code in hex and the value in decimal"
    ),
    (
      events + "E: 1443140392.17 0003 0039 99999999999999999999\n",
      "it:7: expected \"E: seconds type code value\" with type and code in hex and the value in decimal"
    ),
    (events + "E: 1e300 0003 0039 1\n", "it:7: \"1e300\" is not a time in seconds such as 0.012345"),
    (events + "E: 999999999999 0000 0000 0\n", "it:7: \"999999999999\" is not a time in seconds such as 0.012345"),
    (
      "touches\n  0ms down a 50,50\n  60ms up b\n",
      "it:3: the touch \"b\" is not down: write \"down b X,Y\" above this line"
    ),
    ("touches\n  999999999s down a 50,50\n", "it:2: \"999999999s\" is not a time such as 120ms or 1.5s"),
    ("touches\n  0ms down a 1e999,50\n", "it:2: \"1e999,50\" is not a position in mm such as 50,12.5"),
  ]

  @Test(arguments: broken) func brokenFiles(_ text: String, _ message: String) throws {
    try folder.write("it", text)
    #expect(
      try replay("it") == Program.Outcome(status: 1, output: "", errors: "gesture-bridge: error: \(message)\n"))
  }

  /// A fault of the recording is reported first, whatever the rules contain.
  @Test func aBrokenFileWithoutRules() throws {
    try FileManager.default.removeItem(atPath: folder.path("bindings.toml"))
    try folder.write("it", "touches\n  0ms up a\n")
    #expect(
      try replay("it").errors
        == "gesture-bridge: error: it:2: the touch \"a\" is not down: write \"down a X,Y\" above this line\n")
  }

  @Test func noFileAtAll() throws {
    expectSnapshot(try replay("it").errors, "no file")
    expectSnapshot(try replay("/").errors, "a folder")
    #expect(try replay("it").status == 1 && replay("/").status == 1)
  }

  /// Bytes of any kind, and a sound recording broken off anywhere, end in a result or in a reason.
  @Test func neverACrash() throws {
    var generator = SeededRandom(seed: 7)
    let whole = Array((Self.description + Self.events).utf8)
    for round in 0..<24 {
      let noise = (0..<2000).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      let bytes = round % 2 == 0 ? noise : Array(whole.prefix(generator.below(whole.count)))
      try Data(bytes).write(to: folder.url.appendingPathComponent("it"))
      let outcome = try replay("it", "--device-kind", "touchpad")
      #expect(outcome.status == 0 || outcome.status == 1 && outcome.errors.hasPrefix("gesture-bridge: error: it"))
    }
  }

  /// The farthest places and the latest moment that are read.
  @Test func theGreatestNumbers() throws {
    try folder.write(
      "it",
      """
      E: 0.1 0003 0039 2147483647
      E: 0.1 0003 0035 2147483647
      E: 0.1 0003 0036 -2147483648
      E: 0.1 0000 0000 0
      E: 86400000 0003 0035 -2147483648
      E: 86400000 0000 0000 0
      """)
    for figures in [[], ["--units-per-mm", "0.01"]] {
      #expect(try Program.run(["replay", "it", "--device-kind", "touchpad"] + figures, in: folder).status == 0)
    }
  }
}
