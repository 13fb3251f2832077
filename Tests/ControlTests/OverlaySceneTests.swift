import Testing
import Text

@testable import Control

/// The lines for the overlay, written and read, and how a reader treats wrong lines.
@Suite struct OverlaySceneTests {
  private func read(_ text: String) throws -> OverlayLine { try OverlayLine(line: Array(text.utf8)) }

  /// A scene with these members in addition to the required ones.
  private func scene(_ more: String) throws -> OverlayScene? {
    let line = try read(
      #"{"version":1,"event":"scene","device":"Panel","class":"touchscreen","width":344,"height":194,"time":7,\#(more)}"#
    )
    guard case .scene(let scene) = line else { return nil }
    return scene
  }

  @Test func settings() throws {
    let settings = OverlaySettings(
      theme: .light, colour: .init(red: 1, green: 0xAB, blue: 0xFF), size: 1.5, position: .topRight, motion: .reduced)
    let line =
      ##"{"version":1,"event":"overlay","theme":"light","colour":"#01abff","size":1.5,"position":"top-right","motion":"reduced"}"##
    #expect(String(decoding: ControlEvent.overlay(settings).line, as: UTF8.self) == line)
    #expect(try read(line) == .settings(settings))
  }

  @Test func settingsThatCantBeUsedAreAsUsual() throws {
    let usual = OverlaySettings()
    #expect(try read(#"{"version":1,"event":"overlay"}"#) == .settings(usual))
    let wrong =
      #"{"version":1,"event":"overlay","theme":7,"colour":"red","size":"big","position":"under","motion":[],"new":1}"#
    #expect(try read(wrong) == .settings(usual))
    for (size, meant) in [("9", 3.0), ("0", 0.5), ("-1e300", 0.5)] {
      #expect(try read(#"{"version":1,"event":"overlay","size":\#(size)}"#) == .settings(OverlaySettings(size: meant)))
    }
    for colour in ["#12345", "#1234567", "1234567", "#12345g", "#+12345", "#é1234"] {
      #expect(OverlaySettings.Colour(colour) == nil)
    }
  }

  @Test func scenes() throws {
    let looks: [OverlayScene.Look] =
      OverlayScene.Direction.allCases.map { .arrow($0) } + OverlayScene.Side.allCases.map { .edge($0) }
      + OverlayScene.Pinch.allCases.map { .pinch($0) } + OverlayScene.Turn.allCases.map { .turn($0) }
      + [
        .arrow(nil), .pinch(nil), .turn(nil), .stationary, .draw([.init(x: 0.125, y: 1), .init(x: 0, y: 0.5)]),
        .draw([]),
      ]
    let states = OverlayScene.State.allCases
    let shows = OverlayScene.Show.allCases
    let items = looks.enumerated().map { index, look in
      OverlayScene.Item(
        show: shows[index % shows.count], name: "gesture \(index)", does: "swaymsg \"\(index)\"", look: look,
        state: states[index % states.count], progress: Double(index) / 32,
        level: index % 2 == 0 ? nil : 0.5, text: index % 3 == 0 ? "40 %" : nil)
    }
    for (surface, output) in [(OverlayScene.Surface.touchscreen, "DP-1"), (.touchpad, nil)] {
      let scene = OverlayScene(
        device: "Panel", surface: surface, output: output, width: 344, height: 193.5, time: 123_456_789,
        touches: [.init(id: 1, x: 10.25, y: 20), .init(id: 2, x: 0, y: 193.5)], items: items.map(rounded))
      #expect(try OverlayLine(line: scene.line) == .scene(scene))
    }
  }

  /// Rounded to the precision of a line.
  private func rounded(_ item: OverlayScene.Item) -> OverlayScene.Item {
    var item = item
    item.progress = (item.progress * 1000).rounded() / 1000
    return item
  }

  @Test func theLineOfAScene() {
    let scene = OverlayScene(
      device: "Panel", surface: .touchscreen, output: "DP-1", width: 344, height: 194, time: 123_456_789,
      touches: [.init(id: 1, x: 10.2, y: 20)],
      items: [
        .init(
          show: .progress, name: "next", does: "swaymsg workspace next", look: .arrow(.left), progress: 0.42),
        .init(show: .step, name: "é\"", look: .draw([.init(x: 0, y: 0.5)]), state: .began, level: 1, text: "x"),
      ])
    let line =
      #"{"version":1,"event":"scene","device":"Panel","class":"touchscreen","output":"DP-1","width":344,"height":194,"#
      + #""time":123456789,"touches":[{"id":1,"x":10.2,"y":20}],"items":["#
      + #"{"show":"progress","name":"next","does":"swaymsg workspace next","look":"arrow","direction":"left","#
      + #""state":"possible","progress":0.42},"#
      + #"{"show":"step","name":"é\"","does":"","look":"draw","direction":"","points":[[0,0.5]],"state":"began","#
      + #""progress":0,"level":1,"text":"x"}]}"#
    #expect(String(decoding: scene.line, as: UTF8.self) == line)
  }

  @Test func invalidPartsAreSkipped() throws {
    #expect(try scene(#""items":{},"touches":"none""#)?.isEmpty == true)
    let some = try scene(
      #""touches":[{"id":1,"x":"a","y":1},{"id":2,"x":-5,"y":1e300},7,{"id":1.5,"x":1,"y":1}],"#
        + #""items":[{},1,null,{"show":"dance","name":"a","look":"stay"},{"show":"hint","name":"a","look":"edge"},"#
        + #"{"show":"hint","name":"a","look":"sing"},{"show":"hint","look":"stay"},"#
        + #"{"show":"hint","name":"kept","look":"draw","points":[[1],[0.5,9],["a",1],7],"progress":-3,"state":"gone","more":{}}]"#
    )
    #expect(some?.touches == [.init(id: 2, x: 0, y: 194)])
    #expect(some?.items == [.init(show: .hint, name: "kept", look: .draw([.init(x: 0.5, y: 1)]))])
    #expect(try scene(#""output":7"#)?.output == nil)
    for wrong in [
      #""class":"mouse","device":"a","width":1,"height":1,"time":1"#,
      #""class":"touchpad","device":"a","width":0,"height":1,"time":1"#,
      #""class":"touchpad","device":"a","width":1e9,"height":1,"time":1"#,
      #""class":"touchpad","device":"a","width":1,"height":1"#, #""class":"touchpad","width":1,"height":1,"time":1"#,
    ] {
      #expect(try read(#"{"version":1,"event":"scene",\#(wrong)}"#) == .other)
    }
  }

  @Test func whatIsTooMuchIsCut() throws {
    let touch = #"{"id":1,"x":1,"y":1}"#
    let item = #"{"show":"hint","name":"a","look":"stay"}"#
    let many = { (one: String) in Array(repeating: one, count: 1000).joined(separator: ",") }
    let long = try scene(#""touches":[\#(many(touch))],"items":[\#(many(item))]"#)
    #expect(long?.touches.count == OverlayScene.mostTouches)
    #expect(long?.items.count == OverlayScene.mostItems)
    let drawn = try scene(#""items":[{"show":"hint","name":"a","look":"draw","points":[\#(many("[0,0]"))]}]"#)
    guard case .draw(let points)? = drawn?.items.first?.look else {
      Issue.record("there is no drawing")
      return
    }
    #expect(points.count == OverlayScene.mostPoints)
    let name = String(repeating: "x", count: 5000)
    let cut = try scene(#""items":[{"show":"hint","name":"\#(name)","look":"stay","text":"\#(name)"}]"#)?.items.first
    #expect(cut?.name.count == OverlayScene.longestText + 1)
    #expect(cut?.text?.hasSuffix("x…") == true)
    #expect(throws: ControlError.tooLong(limit: OverlayLine.longest)) {
      try read(#"{"version":1,"event":"\#(String(repeating: "x", count: OverlayLine.longest))"}"#)
    }
  }

  @Test func namesChangeNothingAround() throws {
    let item = try scene(#""items":[{"show":"hint","name":"a\u202Eb\u0007\nc","does":"<b>&","look":"stay"}]"#)?.items[0]
    #expect(item?.name == "a\u{FFFD}b\u{2407}\u{240A}c")
    #expect(item?.does == "<b>&")
  }

  @Test func otherLines() throws {
    #expect(try read(#"{"version":1,"event":"ended"}"#) == .end)
    #expect(try read(#"{"version":1,"event":"dropped"}"#) == .end)
    #expect(try read(#"{"version":1,"ok":true,"to":["overlay"]}"#) == .other)
    #expect(try read(#"{"version":1,"event":"mode","mode":"a"}"#) == .other)
    #expect(try read(#"{"version":1,"ok":false,"error":"no"}"#) == .refused("no"))
    #expect(throws: ControlError.otherVersion("2")) { try read(#"{"version":2,"event":"ended"}"#) }
    #expect(
      String(decoding: OverlayLine.subscription, as: UTF8.self)
        == #"{"version":1,"do":"subscribe","to":["overlay"]}"#)
  }
}
