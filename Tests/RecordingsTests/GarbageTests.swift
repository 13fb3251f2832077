import Foundation
import Evdev
import GestureCore
import Recordings
import Support
import Testing

/// For any content of a file, reading ends in a recording or an error, and replaying the recording ends.
@Suite struct GarbageTests {
  static let script = """
    zones
      left = edge=left band=10mm exclusive
      inner = x=10mm y=50% width=20mm inside=left ignore multi-touch=false
      corner = corner=top-left width=15mm height=15mm device=touchpad
    gestures
      it = tap zone=left tool=stylus mode=x receive.app=a* receive.modifiers=ctrl+alt begin-if.direction=up,down
      other = tap require-to-fail=it?mode=x&zone=inner required-to-fail-by=kind:pan tags=a,b prevents=tag:a
      double = tap taps=2 max-interval=250ms
      single = tap require-to-fail=double priority=-1 slop="3 mm"
      drag = pan fingers=2-3 simultaneous-with=kind:pinch device=touchpad tags=a
    touches
      device pad: touchpad 100x66 mm pressure fingers=1-5 rotation=90 name="A \\"pad\\""
      0ms    down a 50,50 b 60.5,50; pressure a 0.5
      8ms    move a,b by 0,-12 over 80ms
      20ms   mode x; app firefox; output; modifiers shift
      90ms   palm a; up b
      1.5s   cancel a # done
    expect
      310ms  single recognized since=60ms dx=12.5 direction=left
    """

  static let everyKind = RuleSet(gestures: Catalogue.kinds.map { GestureRule(name: $0.name, kind: $0) })

  /// A script with an error would be refused at once, and its mutations would test nothing.
  @Test func theScriptItselfIsSound() throws {
    let script = try TouchScript.read(Self.script, name: "t")
    #expect(script.rules?.gestures.count == 5 && script.rules?.zones.count == 3)
    #expect(try Recording.read(text: script.recording.touchScript, name: "t") == script.recording)
  }

  @Test func mutatedScripts() {
    var random = SeededRandom(seed: 1)
    for _ in 0..<3000 { readAndReplay(random.mutated(Array(Self.script.utf8))) }
  }

  @Test func mutatedEvents() {
    var random = SeededRandom(seed: 2)
    let text = EventsReaderTests.description + "\n" + EventsReaderTests.tap
    for _ in 0..<3000 { readAndReplay(random.mutated(Array(text.utf8))) }
  }

  @Test(.enabled(if: ReferenceData.isThere, ReferenceData.absence)) func mutatedReferenceRecordings() throws {
    var random = SeededRandom(seed: 3)
    let small = try ReferenceData.recordings.map { Array(try Data(contentsOf: $0.url)) }.filter { $0.count < 15_000 }
    for round in 0..<1000 { readAndReplay(random.mutated(small[round % small.count])) }
  }

  @Test func randomEvents() {
    var random = SeededRandom(seed: 4)
    let codes: [UInt16] = [0, 1, 0x18, 0x2f, 0x30, 0x35, 0x36, 0x37, 0x39, 0x3a, 0x3b]
    for scheme in [ContactScheme.slots, .anonymous, .single] {
      let axis = SurfaceAxes.Axis(unitsPerMM: 10)
      var decoder = SlotDecoder(
        device: DeviceID(0), axes: SurfaceAxes(x: axis, y: axis, pressure: 0...255), scheme: scheme)
      var live: Set<Int32> = []
      for step in 0..<100_000 {
        let isSyn = random.below(4) == 0
        let code = isSyn ? [0, 0, 0, 2, 3][random.below(5)] : codes[random.below(codes.count)]
        let type: UInt16 = isSyn ? 0 : random.below(10) == 0 ? 1 : 3
        let value = random.below(50) == 0 ? Int32(truncatingIfNeeded: random.next()) : Int32(random.below(8)) - 1
        let frame = decoder.decode(
          type: type, code: type == 1 ? 0x14a : code, value: value, time: Timestamp(microseconds: Int64(step)))
        for touch in frame?.touches ?? [] { check(touch, &live) }
      }
    }
  }

  private func check(_ touch: Touch, _ live: inout Set<Int32>) {
    switch touch.phase {
    case .began: #expect(live.insert(touch.id).inserted)
    case .moved, .stationary: #expect(live.contains(touch.id))
    case .ended, .cancelled: #expect(live.remove(touch.id) != nil)
    }
  }

  private func readAndReplay(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    do {
      let recording = try Recording.read(text: text, name: "garbage")
      let rules = RecordingFormat(text: text) == .touchScript ? try TouchScript.read(text, name: "g").rules : nil
      _ = try Replay.events(recording, rules: rules ?? Self.everyKind)
      _ = recording.touchScript
    } catch {
      #expect(!"\(error)".isEmpty)
    }
  }
}

extension SeededRandom {
  /// `bytes` with a few of them replaced, removed, doubled or moved.
  mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    let likely = Array(" \n:;,.=-#\"\\019afxEABP".utf8)
    for _ in 0...below(6) where !bytes.isEmpty {
      let offset = below(bytes.count)
      switch below(5) {
      case 0: bytes[offset] = UInt8(truncatingIfNeeded: next())
      case 1: bytes[offset] = likely[below(likely.count)]
      case 2: bytes.removeSubrange(offset..<min(bytes.count, offset + below(30)))
      case 3: bytes.insert(contentsOf: bytes[offset..<min(bytes.count, offset + below(30))], at: below(bytes.count))
      default: bytes.insert(likely[below(likely.count)], at: offset)
      }
    }
    return bytes
  }
}
