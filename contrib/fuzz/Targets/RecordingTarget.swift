import Bindings
import GestureCore
import Importers
import Recordings

extension FuzzTarget {
  /// Any file of touches: read, played to rules, and written as a script that plays the same.
  static let recording = FuzzTarget(name: "recording") { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    do {
      switch RecordingFormat(text: text) {
      case .libinput:
        let imported = try LibinputRecording(bytes: bytes, file: "f").evemu
        play(try Recording.read(text: imported, name: "f"), everyKind)
      case .touchScript:
        let script = try TouchScript.read(text, name: "f")
        play(script.recording, script.rules ?? everyKind)
      case .events, nil:
        play(try Recording.read(text: text, name: "f"), everyKind)
      }
    } catch {
      expect(!"\(error)".isEmpty, "what is refused is refused for a reason")
    }
  }

  private static let everyKind = RuleSet(gestures: Catalogue.kinds.map { GestureRule(name: $0.name, kind: $0) })

  private static func play(_ recording: Recording, _ rules: RuleSet) {
    var last = Timestamp(microseconds: .min)
    for frame in recording.frames {
      expect(frame.time >= last, "frames are in the order of time")
      last = frame.time
    }
    // A cycle was refused when the script was read; the rules of every kind have none.
    guard let events = try? Replay.events(recording, rules: rules) else { return expect(false, "the rules start") }
    var course = EventCourse(rules)
    for event in events { course.take(event) }
    course.finish()
    let written = recording.touchScript
    expect((try? Recording.read(text: written, name: "f")) != nil, "what is written can be read: \(written)")
  }
}
