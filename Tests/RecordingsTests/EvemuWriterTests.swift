import GestureCore
import Recordings
import Support
import Testing

/// Recordings in the kernel's events, to the letter.
@Suite struct EvemuWriterTests {
  private let pad = Device(
    id: DeviceID(1), name: "A\npad", deviceClass: .touchpad, size: Size(width: 100.5, height: 66),
    capabilities: [.settledFingers], fingers: 1...4)
  private let screen = Device(
    id: DeviceID(2), name: "Screen", deviceClass: .touchscreen, size: Size(width: 300, height: 190),
    capabilities: [.contacts, .places, .pressure])

  private func time(_ ms: Int64) -> Timestamp { Timestamp(microseconds: 5_000_000 + ms * 1000) }

  private func touch(_ id: Int32, _ phase: Touch.Phase, _ x: Double = 10, _ y: Double = 20) -> Touch {
    Touch(id: id, phase: phase, position: Vector(x, y))
  }

  @Test func aTouchpadsTouches() throws {
    var recorder = Recorder(.evemu, remarks: ["A test."])
    _ = recorder.add(screen, rotation: .none, at: time(0))
    _ = recorder.add(pad, rotation: .half, at: time(0))
    #expect(recorder.drainText() == "")
    _ = recorder.record(Frame(device: pad.id, time: time(0), touches: [touch(0, .began), touch(1, .began, 30.0004)]))
    #expect(recorder.record(Frame(device: screen.id, time: time(1), touches: [touch(0, .began)])) == nil)
    _ = recorder.record(Frame(device: pad.id, time: time(8), touches: [touch(0, .moved, -1.25), touch(1, .ended)]))
    _ = recorder.record(Frame(device: pad.id, time: time(16), touches: [touch(0, .cancelled)]))
    _ = recorder.cancelAll(at: time(20))
    let keys = "B: 01 00 00 00 00 00 00 00 00\n"
    let text = """
      # EVEMU 1.3
      # A test.
      # libinput reports the gestures of a touchpad, but not its touches. The touches in this file are computed from the gestures, and are near the middle of the touchpad.
      # gesture-bridge device touchpad: touchpad 100.5x66 mm no-contacts no-places settled-fingers fingers=1-4 \
      rotation=180 name="A\\npad"
      N: A pad
      I: 0006 0000 0000 0001
      P: 05 00 00 00 00 00 00 00
      B: 00 0b 00 00 00 00 00 00 00
      \(keys)\(keys)\(keys)\(keys)B: 01 00 00 01 00 00 00 00 00
      B: 01 20 e5 00 00 00 00 00 00
      \(keys)\(keys)\(keys)\(keys)\(keys)\(keys)B: 03 03 00 00 00 00 80 e0 02
      A: 00 0 100500 0 0 1000
      A: 01 0 66000 0 0 1000
      A: 2f 0 3 0 0 0
      A: 35 0 100500 0 0 1000
      A: 36 0 66000 0 0 1000
      A: 37 0 2 0 0 0
      A: 39 0 65535 0 0 0
      E: 0.000000 0003 0039 0000
      E: 0.000000 0003 0035 10000
      E: 0.000000 0003 0036 20000
      E: 0.000000 0003 002f 0001
      E: 0.000000 0003 0039 0001
      E: 0.000000 0003 0035 30000
      E: 0.000000 0003 0036 20000
      E: 0.000000 0001 014d 0001
      E: 0.000000 0001 014a 0001
      E: 0.000000 0003 0000 10000
      E: 0.000000 0003 0001 20000
      E: 0.000000 0000 0000 0000
      E: 0.008000 0003 002f 0000
      E: 0.008000 0003 0035 -1250
      E: 0.008000 0003 0036 20000
      E: 0.008000 0003 002f 0001
      E: 0.008000 0003 0039 -001
      E: 0.008000 0001 014d 0000
      E: 0.008000 0001 0145 0001
      E: 0.008000 0003 0000 -1250
      E: 0.008000 0000 0000 0000
      E: 0.016000 0003 002f 0000
      E: 0.016000 0003 0037 0002
      E: 0.016000 0000 0000 0000
      E: 0.016001 0003 0039 -001
      E: 0.016001 0001 0145 0000
      E: 0.016001 0001 014a 0000
      E: 0.016001 0000 0000 0000
      # gesture-bridge reset 0.020000

      """
    #expect(recorder.drainText() == text)
    let recording = try Recording.read(text: text, name: "t")
    var expected = pad
    expected.id = DeviceID(0)
    expected.rotation = .half
    #expect(recording.devices == [expected])
    #expect(recording.notes == [])
    #expect(recording.interruptions == [Interruption(time: Timestamp(microseconds: 20_000), extent: .all)])
    #expect(
      recording.frames.map(describe) == [
        "0 began 1 at 10,20; began 2 at 30,20", "8000 moved 1 at -1.25,20; ended 2 at 30,20",
        "16000 moved 1 at -1.25,20 palm", "16001 ended 1 at -1.25,20 palm",
      ])
  }

  @Test func pressureAndTools() throws {
    var recorder = Recorder(.evemu)
    _ = recorder.add(screen, rotation: .none, at: time(0))
    var pen = touch(5, .began)
    pen.tool = .stylus
    pen.pressure = 0.123456
    _ = recorder.record(Frame(device: screen.id, time: time(0), touches: [pen]))
    _ = recorder.record(Frame(device: screen.id, time: time(8), touches: [touch(5, .ended)]))
    _ = recorder.record(Frame(device: screen.id, time: time(16), touches: [touch(5, .began)]))
    let recording = try Recording.read(text: recorder.drainText(), name: "t")
    #expect(
      recording.frames.map(describe).prefix(3) == [
        "0 began 1 at 10,20 stylus pressure 0.124", "8000 ended 1 at 10,20 stylus pressure 0.124",
        "16000 began 2 at 10,20 pressure 0",
      ])
    #expect(recording.frames.first?.touches.first?.pressure == 0.1235)
  }

  @Test func theSameDevicePluggedInAgainGoesOn() throws {
    var recorder = Recorder(.evemu)
    _ = recorder.add(screen, rotation: .none, at: time(0))
    _ = recorder.record(Frame(device: screen.id, time: time(0), touches: [touch(0, .began)]))
    #expect(recorder.remove(screen.id, at: time(10)) == time(10))
    var again = screen
    again.id = DeviceID(7)
    _ = recorder.add(again, rotation: .none, at: time(20))
    #expect(recorder.record(Frame(device: again.id, time: time(30), touches: [touch(0, .began)])) != nil)
    let recording = try Recording.read(text: recorder.drainText(), name: "t")
    #expect(recording.devices.count == 1 && recording.interruptions.map(\.time.microseconds) == [10_000])
  }

  @Test func severalDevicesInOneFileHaveOneClock() throws {
    let one = EventsReaderTests.description
    let text =
      one + "\nE: 5.000000 0003 0039 0001\nE: 5.000000 0003 0035 100\nE: 5.000000 0003 0036 100\n"
      + "E: 5.000000 0000 0000 0000\n" + one
      + "\nE: 4.990000 0003 0039 0001\nE: 4.990000 0003 0035 100\nE: 4.990000 0003 0036 100\nE: 4.990000 0000 0000 0000\n"
    let recording = try Recording.read(text: text, name: "t")
    #expect(recording.devices.map(\.id) == [DeviceID(0), DeviceID(1)])
    #expect(recording.frames.map(\.time.microseconds) == [0, 0, 10_000, 10_000])
    #expect(recording.frames.map(\.device.rawValue) == [1, 1, 0, 0])
  }

  @Test func aCommentThatMeansNothingIsOne() throws {
    for comment in ["# gesture-bridge device x: mouse", "# gesture-bridge reset soon", "# gesture-bridge device \"x"] {
      let recording = try Recording.read(
        text: comment + "\n" + EventsReaderTests.description + "\n" + EventsReaderTests.tap, name: "t")
      #expect(recording.interruptions == [] && recording.frames.count > 0)
    }
  }
}
