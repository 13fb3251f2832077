import Control
import Foundation
import GestureCore
import Recordings
import Support
import Testing

@testable import gesture_bridge

/// The movements of fingers, for clients that subscribe to them.
@Suite(.enabled(if: Bed.isThere, Bed.absence), .serialized) struct TouchTopicTests {
  private static let rules = """
    [gesture.tap]
    kind = "tap"
    run = \(Bed.notes("tap"))

    [gesture.other]
    kind = "tap"
    fingers = 2
    run = { mode = "other" }

    """

  private func ctl(_ bed: Bed, _ arguments: String...) throws -> Program.Outcome {
    try Program.run(["ctl"] + arguments, environment: Program.surroundings(bed.folder))
  }

  private func subscribed(_ bed: Bed) throws -> ControlConnection {
    let connection = try ControlConnection(bed.folder.path("gesture-bridge/bed.sock"))
    guard case .done = try ControlAnswer(line: connection.ask(.subscribe(.touches))) else {
      throw ConnectionError.other("no subscription")
    }
    return connection
  }

  /// All events until the daemon ends.
  private func told(_ connection: ControlConnection) throws -> [TouchScriptStream.Event] {
    var stream = TouchScriptStream()
    var events: [TouchScriptStream.Event] = []
    while let line = try connection.nextLineWhileRead() {
      guard let news = try ReceivedEvent(line: line), news.event != "ended" else { break }
      events += try stream.read(try #require(news.facts["script"]?.string))
    }
    return events
  }

  private func frames(_ events: [TouchScriptStream.Event]) -> [Frame] {
    events.compactMap { if case .frame(let frame) = $0 { frame } else { nil } }
  }

  /// The events include motion that no gesture needs, and are exactly those of a recording.
  @Test func theyAreToldAsTheyAreRecorded() throws {
    let folder = try Folder()
    let config = try folder.write("bindings.toml", Self.rules)
    let record = folder.path("a.touches")
    let bed = try Bed(program: ["--debug-plain", "--record", record, "--config", config], in: folder)
    try bed.perform("add touchscreen event0\nadd touchpad event1\nstart\nawait ready: within=15s")
    let connection = try subscribed(bed)
    try bed.perform(
      "play event0 swipe left fingers=4\nwait 50ms\nplay event0 tap fingers=2\nwait 400ms\nplay event0 tap")
    try bed.perform("wait 400ms\nremove event1\nwait 100ms\nstop")
    let events = try told(connection)
    let recording = try Recording.read(text: folder.text("a.touches"), name: "a")
    #expect(frames(events) == recording.frames && recording.frames.count > 20, "\(recording.frames.count)")
    let names = events.compactMap { if case .device(let device) = $0 { device.name } else { nil } }
    #expect(names == recording.devices.map(\.name))
    let modes = events.compactMap { if case .session(let change) = $0 { change.context.mode } else { nil } }
    #expect(modes.isEmpty, "what gestures switch on is not told: a replay does it, too")
    #expect(events.contains { if case .interruption(let one) = $0 { one.extent != .all } else { false } })
  }

  /// A later subscriber gets the devices, and no finger that landed before; earlier subscribers don't get the devices
  /// twice.
  @Test func anotherSubscriberIsToldFromTheBeginning() throws {
    let bed = try Bed.started(Self.rules)
    let first = try subscribed(bed)
    try bed.perform("play event0 tap\nwait 300ms\ndown event0 a 50,50\nwait 50ms")
    let second = try subscribed(bed)
    try bed.perform("move event0 a by 5,0 over 80ms\nup event0\nwait 300ms\nplay event0 tap\nwait 300ms\nstop")
    let (before, after) = (try told(first), try told(second))
    #expect(after.first == .beginning && before.filter { $0 == .beginning }.count == 2)
    let landings = frames(after).flatMap(\.touches).filter { $0.phase == .began }.count
    #expect(landings == 1, "\(frames(after))")
    #expect(frames(before).flatMap(\.touches).filter { $0.phase == .began }.count == 3)
  }

  /// After the subscription the daemon skips movements again that no gesture needs.
  @Test func itEndsWithTheSubscription() throws {
    let bed = try Bed.started("[privacy]\nremember = false\n" + Self.rules)
    do {
      let connection = try subscribed(bed)
      _ = connection
      #expect(try ctl(bed, "status").output.contains("subscribers  1\n"))
    }
    try bed.perform("play event0 tap\nwait 300ms")
    #expect(try ctl(bed, "status").output.contains("subscribers  0\n"))
    try bed.expect(["tap"], after: "play event0 tap\nwait 300ms")
  }
}
