import Testing

@testable import Control

/// Lessons, written and read, and how a reader treats wrong lines.
@Suite struct OverlayLessonTests {
  private func read(_ text: String) throws -> OverlayLesson? {
    guard case .lesson(let lesson) = try OverlayLine(line: Array(text.utf8)) else { return nil }
    return lesson
  }

  @Test func lessonsComeAsTheyWent() throws {
    let looks: [OverlayScene.Look] = [
      .arrow(.left), .arrow(nil), .edge(.top), .pinch(.inward), .turn(.clockwise), .stationary,
      .draw([.init(x: 0.125, y: 1), .init(x: 0, y: 0.5)]),
    ]
    for (index, look) in looks.enumerated() {
      let lesson = OverlayLesson(
        number: index + 1, count: looks.count, results: (0..<index).map { $0 % 2 == 0 }, name: "gesture \"\(index)\"",
        look: look, fingers: index + 1, how: ["Fingers land.", "fingers 3"], does: index == 2 ? [] : ["swaymsg reload"],
        verdict: index == 0 ? nil : OverlayLesson.Verdict.allCases[index % 3], words: index == 0 ? "" : "Not yet",
        keys: "Enter leaves a gesture out")
      #expect(try read(String(decoding: lesson.line, as: UTF8.self)) == lesson)
    }
  }

  @Test func whatIsMissingIsAsUsual() throws {
    let lesson = try read(
      #"{"version":1,"event":"lesson","number":1,"count":1,"name":"tap","look":"stay","direction":""}"#)
    #expect(lesson == OverlayLesson(number: 1, count: 1, name: "tap", look: .stationary, fingers: 1))
  }

  @Test(arguments: [
    #""number":0,"count":3,"name":"a","look":"stay""#, #""number":4,"count":3,"name":"a","look":"stay""#,
    #""number":1,"count":0,"name":"a","look":"stay""#, #""number":-1,"count":-1,"name":"a","look":"stay""#,
    #""number":1,"count":1000,"name":"a","look":"stay""#, #""number":1,"count":1,"look":"stay""#,
    #""number":1,"count":1,"name":"a","look":"wave""#, #""number":"1","count":1,"name":"a","look":"stay""#,
  ]) func whatLacksSomethingIsNoLesson(_ members: String) throws {
    #expect(try read(#"{"version":1,"event":"lesson",\#(members)}"#) == nil)
  }

  @Test func whatIsTooMuchIsLeftOut() throws {
    let long = String(repeating: "x", count: 1000)
    let lines = (0..<100).map { "\"line \($0)\"" }.joined(separator: ",")
    let lesson = try #require(
      try read(
        #"{"version":1,"event":"lesson","number":2,"count":3,"results":[true,true,false,7],"name":"\#(long)","look":"stay","#
          + #""fingers":99,"how":[\#(lines)],"does":[1,"b\u202e"],"verdict":"odd","words":"\#(long)"}"#))
    #expect(lesson.results == [true] && lesson.fingers == 10 && lesson.how.count == OverlayLesson.mostLines)
    #expect(lesson.name.count == OverlayLesson.longestText + 1 && lesson.words.hasSuffix("…"))
    #expect(lesson.does.count == 1 && !lesson.does[0].unicodeScalars.contains("\u{202e}") && lesson.verdict == nil)
  }
}
