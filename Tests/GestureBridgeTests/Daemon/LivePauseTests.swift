import Foundation
import Support
import Testing

/// Pausing by a gesture, and bounds for what gestures start, on mocked devices.
@Suite(.enabled(if: Bed.isThere, Bed.absence), .serialized) struct LivePauseTests {
  private static let tap = "[gesture.knock]\nkind = \"tap\"\nrun = \(Bed.notes("knock"))\n"
  private static let drag = """
    [gesture.drag]
    kind = "pan"
    fingers = 2
    began = \(Bed.notes("began"))
    ended = \(Bed.notes("ended"))
    cancelled = \(Bed.notes("cancelled"))

    """

  /// The block of the shipped rules, without its `#`.
  private static var shipped: String {
    let lines = Documentation.text("bindings.toml").split(separator: "\n")
    return lines.drop { $0 != "# [gesture.pause]" }.prefix { !$0.hasPrefix("# ----") }
      .map { "\($0.dropFirst(2))\n" }.joined()
  }

  /// A bed whose desktop notes the messages that it should show.
  private func bed(_ rules: String, _ devices: String = "touchscreen event0", _ environment: [String: String] = [:])
    throws -> Bed
  {
    let folder = try Folder()
    try folder.write("notify-send", "#!/bin/sh\nfor word; do :; done\necho \"shown: $word\" >> \"$RAN\"\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path("notify-send"))
    let config = try folder.write("bindings.toml", rules)
    let path = "\(folder.url.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
    let bed = try Bed(
      program: ["--debug-plain", "--log-level", "info", "--config", config], in: folder,
      environment: environment.merging(["PATH": path]) { $1 })
    for device in devices.split(separator: ",") { try bed.perform("add \(device)") }
    try bed.perform("start\nawait ready: within=15s")
    return bed
  }

  private static let shown = "shown: The gesture \"pause\" or `gesture-bridge resume` resumes them."

  @Test func fiveFingersPauseAndLetThingsGoOn() throws {
    let bed = try bed(Self.tap + Self.shipped)
    try bed.expect(["knock"], after: "play event0 tap")
    try bed.expect([Self.shown], after: "play event0 hold fingers=5 duration=3400ms")
    #expect(
      bed.log.contains(
        "gesture-bridge: notice: gestures are paused: the gesture \"pause\" or `gesture-bridge resume` resumes them\n"))
    let on = "  pause    on: no action runs, except the action that resumes gestures\n"
    #expect(bed.log.contains(on), Comment(rawValue: bed.log))
    try bed.perform("play event0 tap\nwait 200ms\nplay event0 tap\nwait 200ms")
    let seen = bed.log.split(separator: "\n").count { $0.contains(" ms  knock ") && $0.contains(" recognized") }
    #expect(seen == 3, "they are seen all the same")
    try bed.save(Self.tap + Self.shipped + "# new\n")
    try bed.perform("play event0 tap\nwait 200ms")
    try bed.expect(["shown: "], after: "play event0 hold fingers=5 duration=3400ms")
    #expect(bed.log.contains("gesture-bridge: notice: gestures are resumed\n"), Comment(rawValue: bed.log))
    try bed.expect(["knock"], after: "play event0 tap")
    #expect(bed.ran.count { $0.hasPrefix("shown: The gesture \"") } == 1, "new rules leave a pause as it is")
  }

  @Test func whatHasBegunIsCancelledAndItsFingersAreDead() throws {
    let rules = """
      [gesture.stop]
      kind = "swipe"
      device = "touchpad"
      fingers = 3
      run = { pause = "toggle", command = \(Bed.notes("stop")) }

      """
    let bed = try bed(Self.tap + Self.drag + rules, "touchscreen event0, touchpad event1")
    try bed.expect(["began"], after: "down event0 a 100,90 b 120,90\nmove event0 a,b by 20,0 over 120ms")
    try bed.perform("play event1 swipe left\nawait 'gestures are paused'")
    try bed.awaitNotes(4)
    #expect(bed.ran.sorted() == ["began", "cancelled", Self.shown.replacing("pause", with: "stop"), "stop"])
    try bed.perform("move event0 a,b by 20,0 over 120ms\nplay event1 swipe left\nawait 'gestures are resumed'")
    try bed.perform("move event0 a,b by 20,0 over 120ms\nup event0\nwait 200ms")
    #expect(bed.ran.dropFirst(4).sorted() == ["shown: ", "stop"], Comment(rawValue: bed.log))
    try bed.expect(["knock"], after: "play event0 tap")
  }

  // MARK: What commands get

  /// Names of a device and a folder, and an environment, that would do harm if any part were run as a command.
  @Test func nothingOfADeviceIsRunAndNothingOfTheDaemonIsHandedOn() throws {
    let folder = try Folder()
    let evil = "$(touch evil) `touch evil`; touch evil"
    let script = """
      import sys; sys.path.insert(0, sys.argv[1])
      import devices
      it = devices.touchscreen()
      bytes_of = lambda data: " ".join("%02x" % byte for byte in data)
      print("N: " + sys.argv[2])
      print("I: " + " ".join("%04x" % number for number in it.ids))
      print("P: " + bytes_of(it.properties))
      for kind, mask in it.bits.items(): print("B: %02x " % kind + bytes_of(mask))
      for code, axis in it.axes.items():
        print("A: %02x %d %d %d %d %d" % (code, axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution))
      """
    let made = try Program.python(script, [packageRoot.appendingPathComponent("contrib/testbed").path, evil])
    let device = try folder.write("device.evemu", made)
    let secrets = [
      "CREDENTIALS_DIRECTORY": "/run/credentials/x", "INVOCATION_ID": "0123", "GESTURE_SCALE": "outer",
      "SWIFT_BACKTRACE": "enable=no", "HOME": folder.url.path, "KEPT": "kept",
    ]
    let rules = """
      [gesture.knock]
      kind = "tap"
      run = 'env > "$RAN.env"; pwd > "$RAN.pwd"; echo "$GESTURE_DEVICE" >> "$RAN"'

      """
    let bed = try bed(rules, "\(device) event0", secrets)
    try bed.expect([evil], after: "play event0 tap")
    let environment = bed.folder.lines("ran.env")
    let names = Set(environment.map { line in String(line.prefix { $0 != "=" }) })
    #expect(names.isDisjoint(with: ["CREDENTIALS_DIRECTORY", "INVOCATION_ID", "SWIFT_BACKTRACE"]))
    #expect(environment.contains("GESTURE_SCALE=") && environment.contains("KEPT=kept"))
    #expect(bed.folder.lines("ran.pwd") == [folder.url.resolvingSymlinksInPath().path])
    for place in [folder, bed.folder] { #expect(!FileManager.default.fileExists(atPath: place.path("evil"))) }
  }

  // MARK: Storms

  @Test func aStormIsBoundedAndToldOnce() throws {
    let rules = """
      [commands]
      max-per-second = 5

      [gesture.drag]
      kind = "pan"
      changed = \(Bed.notes("changed"))

      """
    let bed = try bed(rules)
    try bed.perform("down event0 a 50,90\nmove event0 a by 200,0 over 1500ms\nup event0")
    try bed.perform("await 'gestures can start commands again; ' within=5s\nwait 200ms")
    #expect((6...20).contains(bed.ran.count), "\(bed.ran.count)")
    #expect(bed.log.components(separatedBy: "gestures start more than 5 commands a second").count == 2)
    #expect(bed.log.contains("drag changed: not started, too many commands within a second\n"))
    let left = bed.log.components(separatedBy: "not started, too many commands within a second").count - 1
    #expect(
      bed.log.contains("gestures can start commands again; \(left) commands were skipped\n"), Comment(rawValue: bed.log)
    )
    try bed.save(rules.replacing("= 5", with: "= 1000"))
    let before = bed.ran.count
    try bed.perform("down event0 a 50,90\nmove event0 a by 100,0 over 400ms\nup event0\nwait 300ms")
    #expect(bed.ran.count - before > 20, Comment(rawValue: bed.log))
  }

  // MARK: Scopes

  @Test func aScopeIsAskedForWhereThereIsSystemd() throws {
    let rules = "[commands]\nscope = true\n" + Self.tap
    let bed = try bed(rules)
    // No service manager listens, so there are no scopes, and the log reports it once.
    try bed.expect(["knock", "knock"], after: "play event0 tap\nwait 300ms\nplay event0 tap")
    #expect(bed.log.components(separatedBy: "commands are started without a systemd scope of their own").count == 2)
    try bed.folder.write(
      "systemd-run",
      """
      #!/bin/sh
      if [ "$1" = --version ]; then echo "systemd 252"; exit; fi
      echo "scope of $GESTURE_NAME" >> "$RAN"
      while [ "$1" != -- ]; do shift; done
      shift
      exec "$@"

      """)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: bed.folder.path("systemd-run"))
    try FileManager.default.createDirectory(atPath: bed.folder.path("systemd"), withIntermediateDirectories: false)
    try bed.folder.write("systemd/private", "")
    try bed.expect(["scope of knock", "knock"], after: "play event0 tap")
    try bed.save(Self.tap)
    try bed.expect(["knock"], after: "play event0 tap")
  }
}
