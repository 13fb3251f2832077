import Testing

@testable import Control

/// Answers and events as they are written and read.
@Suite struct ControlLineTests {
  private func text(_ line: [UInt8]) -> String { String(decoding: line, as: UTF8.self) }

  @Test func answers() throws {
    let answers: [(ControlAnswer, String)] = [
      (.done(), #"{"version":1,"ok":true}"#),
      (.done([.init("mode", .string("a"))]), #"{"version":1,"ok":true,"mode":"a"}"#),
      (.refused("no"), #"{"version":1,"ok":false,"error":"no"}"#),
      (
        .refused("no", fix: "yes", more: [.init("diagnostics", .array([]))]),
        #"{"version":1,"ok":false,"error":"no","fix":"yes","diagnostics":[]}"#
      ),
    ]
    for (answer, line) in answers {
      #expect(text(answer.line) == line)
      #expect(try ControlAnswer(line: Array(line.utf8)) == answer)
    }
    #expect(throws: ControlError.noResult) { try ControlAnswer(line: Array(#"{"version":1}"#.utf8)) }
    #expect(throws: ControlError.otherVersion("7")) { try ControlAnswer(line: Array(#"{"version":7}"#.utf8)) }
  }

  @Test func events() throws {
    let events: [(ControlEvent, String)] = [
      (.mode("media"), #"{"version":1,"event":"mode","mode":"media"}"#),
      (.paused(true), #"{"version":1,"event":"paused","paused":true}"#),
      (.rules(gestures: 2, file: "/b"), #"{"version":1,"event":"rules","gestures":2,"file":"/b"}"#),
      (.absence(["locked"]), #"{"version":1,"event":"inactive","inactive":["locked"]}"#),
      (
        .device(.added, name: "Pad", deviceClass: "touchpad"),
        #"{"version":1,"event":"device","change":"added","name":"Pad","class":"touchpad"}"#
      ),
      (.dropped, #"{"version":1,"event":"dropped"}"#), (.ended, #"{"version":1,"event":"ended"}"#),
    ]
    for (event, line) in events {
      #expect(text(event.line) == line)
      let news = try #require(try ReceivedEvent(line: event.line))
      #expect(event.topic.map { $0.names == [news.event] } ?? ["dropped", "ended"].contains(news.event))
    }
    #expect(text(ControlEvent.head("gesture")) == #"{"version":1,"event":"gesture""#)
    #expect(try ReceivedEvent(line: ControlAnswer.done().line) == nil)
  }

  @Test func everyTopicHasItsName() throws {
    #expect(try ControlTopics(names: ControlTopics.all.names) == .all)
    #expect(ControlTopics.all.names + ["overlay", "touches"] == ControlTopics.named.map(\.key))
  }

  @Test func aStatusIsReadAsItIsWritten() {
    let status = ControlStatus(
      pid: 7, program: "0.1.0", session: "3", file: "/b.toml", trouble: "/b.toml has 1 error",
      gestures: 4, mode: "default", modes: ["default", "m"],
      isPaused: true, absence: ["locked"],
      devices: [
        .init(name: "Pad", deviceClass: "touchpad", unreleased: 3),
        .init(name: "Panel", deviceClass: "touchscreen", output: "eDP-1", rotation: 90, isOff: true),
      ], remarks: ["touchpad \"Pad\" now reports only 2 fingers instead of 5"],
      compositors: .init(programs: ["sway"], passCancel: true), desktop: ["X11 tells of the workspace"], commands: 1,
      subscribers: 2, uptimeInSeconds: 61)
    #expect(ControlStatus(status.members) == status)
    var silent = status
    silent.compositors = nil
    #expect(ControlStatus(silent.members) == silent)
    #expect(ControlStatus(status.members.filter { $0.name != "compositors" }) == silent, "an older daemon's")
    // An older daemon reports none of these.
    let optional = ["trouble", "remarks", "compositors", "desktop"]
    for index in status.members.indices where !optional.contains(status.members[index].name) {
      var members = status.members
      members.remove(at: index)
      #expect(ControlStatus(members) == nil)
    }
  }

  // MARK: Bytes on their way

  @Test func linesComeInPiecesOfAnySize() throws {
    let text = Array("one\n\ntwo two\nthree".utf8)
    for size in 1...text.count {
      var buffer = LineBuffer(limit: 7)
      var lines: [[UInt8]] = []
      for start in stride(from: 0, to: text.count, by: size) {
        buffer.append(text[start..<min(start + size, text.count)])
        let isReady = buffer.isReady
        var isFirst = true
        while let line = try buffer.next() {
          lines.append(line)
          #expect(isReady || !isFirst)
          isFirst = false
        }
      }
      #expect(lines.map(self.text) == ["one", "", "two two"])
      #expect(buffer.removeRemainder().map(self.text) == "three")
      #expect(buffer.removeRemainder() == nil)
    }
  }

  @Test func aLineThatIsTooLongIsRefusedWholeOrNot() throws {
    for text in ["12345678", "12345678\n"] {
      var buffer = LineBuffer(limit: 7)
      buffer.append(Array(text.utf8))
      let isReady = buffer.isReady
      #expect(isReady)
      #expect(throws: ControlError.tooLong(limit: 7)) { try buffer.next() }
    }
    var buffer = LineBuffer(limit: 7)
    buffer.append(Array("1234567\n".utf8))
    #expect(try buffer.next().map(text) == "1234567")
  }

  @Test func unsentLinesAreSentInOrder() {
    var lines = OutgoingLines()
    lines.append(Array("one".utf8))
    lines.append(Array("two".utf8))
    #expect(lines.count == 8 && text(Array(lines.unsent)) == "one\ntwo\n")
    lines.removeSent(2)
    lines.dropUnsentLines()
    #expect(text(Array(lines.unsent)) == "e\n")
    lines.removeSent(2)
    #expect(lines.isEmpty)
    lines.append(Array("three".utf8))
    lines.dropUnsentLines()
    #expect(lines.isEmpty)
    lines.append(Array("four".utf8))
    lines.append(Array("five".utf8))
    lines.removeSent(5)
    lines.dropUnsentLines()
    #expect(lines.isEmpty)
    lines.removeSent(3)
    #expect(lines.isEmpty)
  }
}
