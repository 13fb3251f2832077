import Foundation
import GestureCore
import Recordings
import Support
import Testing

/// Every reference recording can be read, and its frames are sound.
@Suite(.enabled(if: ReferenceData.isThere, ReferenceData.absence)) struct ReferenceRecordingTests {
  @Test(arguments: ReferenceData.recordings)
  func everyFileGivesSoundFrames(_ file: ReferenceFile) throws {
    let recording = try file.read()
    #expect(recording.devices.count == 1)
    #expect(recording.devices.first?.deviceClass == file.deviceClass)
    let flaws = flaws(recording)
    #expect(flaws == [])
  }

  /// Downs, counted by another program from the same files.
  @Test(arguments: [
    ("playback/celes_touchpad_164.17_three-finger-swipe-left", 3),
    ("playback/samus_touchpad_164.17_tap-click", 1),
    ("playback/samus_touchpad_164.17_tap-drag-left", 2),
    ("playback/samus_touchscreen_164.13_zoom-in", 2),
    ("playback/cyan_touchscreen_0d10_tap", 1),
    ("playback/syn-dropped-touchpad.dat", 1),
    ("evemu/touchpads/AlpsPS2-ALPS-DualPoint-TouchPad-non-MT.doubletap.events", 2),
    ("evemu/touchpads/AlpsPS2 ALPS GlidePoint.double-tap.events", 2),
    ("evemu/touchpads/AlpsPS2 ALPS GlidePoint.2-finger-tap.events", 2),
    ("evemu/touchpads/SynPS2 Synaptics TouchPad.events", 45),
    ("evemu/touchpads/SynPS2 Synaptics TouchPad-fdo23890.events", 2),
    ("evemu/touchpads/bcm5974.three-finger-click.events", 6),
    ("evemu/touchscreens/N-Trig MultiTouch.2-fingers-touch-release.events", 2),
    ("evemu/touchscreens/EP0430M09.4-finger-drag-down.events", 4),
    ("evemu/touchscreens/QUANTA OpticalTouchScreen.events", 9),
  ])
  func contactsAreCounted(_ path: String, _ count: Int) throws {
    let file = try #require(ReferenceData.recordings.first { $0.path == path })
    let downs = try file.read().frames.flatMap(\.touches).filter { $0.phase == .began }.count
    #expect(downs == count)
  }

  @Test func frameByFrameTheSameEveryTime() throws {
    for file in ReferenceData.recordings { #expect(try file.read() == file.read()) }
  }

  @Test(arguments: ReferenceData.recordings)
  func writtenAsScriptsTheyReadBackTheSame(_ file: ReferenceFile) throws {
    let recording = try file.read()
    let script = recording.touchScript
    let again = try TouchScript.read(script, name: "again").recording
    #expect(again.touchScript == script)
    // Frames of one time, as in the floods, are written a microsecond apart.
    let shifts = zip(again.frames, recording.frames).map { abs(($0.time - $1.time).microseconds) }
    #expect(again.frames.count == recording.frames.count && (shifts.max() ?? 0) < 1000)
    #expect(
      again.frames.map { $0.touches.map { "\($0.id) \($0.phase)" } }
        == recording.frames.map { $0.touches.map { "\($0.id) \($0.phase)" } })
    #expect(flaws(again) == [])
  }

  /// The violated rules, in words; empty for a sound recording.
  private func flaws(_ recording: Recording) -> [String] {
    var flaws: [String] = []
    var live: Set<Int32> = []
    var time = Timestamp(microseconds: 0)
    var buttons: Buttons = []
    for frame in recording.frames {
      if frame.time < time { flaws.append("time goes back to \(frame.time)") }
      if frame.touches.isEmpty, frame.buttons == buttons { flaws.append("nothing changed at \(frame.time)") }
      time = frame.time
      buttons = frame.buttons
      for touch in frame.touches {
        if !touch.position.isFinite { flaws.append("touch \(touch.id) is nowhere") }
        switch touch.phase {
        case .began: if !live.insert(touch.id).inserted { flaws.append("\(touch.id) came down twice") }
        case .moved, .stationary: if !live.contains(touch.id) { flaws.append("\(touch.id) moved while up") }
        case .ended, .cancelled: if live.remove(touch.id) == nil { flaws.append("\(touch.id) went up twice") }
        }
      }
    }
    return flaws + live.map { "\($0) never moved up" }
  }
}
