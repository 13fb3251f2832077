import GestureCore
import Recordings
import Support
import Testing

/// Recordings of input events, and the assumptions for missing facts.
@Suite struct EventsReaderTests {
  static let description = """
    # EVEMU 1.3
    N: Some Touchpad
    I: 0011 0002 000e 0000
    P: 05 00 00 00 00 00 00 00
    B: 00 0b 00 00 00 00 00 00 00
    A: 2f 0 4 0 0 0
    A: 35 100 3200 0 0 31
    A: 36 0 2112 0 0 32
    A: 3a 0 50 0 0 0
    """

  static let tap = """
    E: 1433550486.069564 0003 0039 63\t# EV_ABS / ABS_MT_TRACKING_ID
    E: 1433550486.069564 0003 0035 0410
    E: 1433550486.069564 0003 0036 0320
    E: 1433550486.069564 0003 003a 0025
    E: 1433550486.069564 0001 0145 1
    E: 1433550486.069564 0000 0000 0
    E: 1433550486.129564 0003 0039 -1
    E: 1433550486.129564 0000 0000 0
    """

  /// As `evemu-record` has the pen of a drawing tablet: no slots, and a pointer to udev.
  private static let pen = """
    # EVEMU 1.3
    N: Some Tablet Pen
    P: 01 00 00 00 00 00 00 00
    B: 00 0b 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 03 0c 00 00 00 00 00 00
    A: 00 0 21600 0 0 100
    A: 01 0 13500 0 0 100
    A: 18 0 2047 0 0 0

    """
  private static let stroke = """
    E: 10.000000 0001 0140 1
    E: 10.000000 0003 0000 1000
    E: 10.000000 0003 0001 2000
    E: 10.000000 0000 0000 0
    E: 10.100000 0003 0018 2047
    E: 10.100000 0001 014a 1
    E: 10.100000 0000 0000 0
    E: 10.108000 0003 0000 1100
    E: 10.108000 0000 0000 0
    E: 10.116000 0001 014a 0
    E: 10.116000 0000 0000 0
    """

  @Test func aPensDescriptionMakesItADeviceOfAStylus() throws {
    let recording = try Recording.read(text: Self.pen + Self.stroke, name: "pen")
    let pen = Device(
      id: DeviceID(0), name: "Some Tablet Pen", deviceClass: .touchscreen, size: Size(width: 216, height: 135),
      capabilities: [.contacts, .places, .pressure, .stylus], fingers: 1...1)
    #expect(recording.devices == [pen])
    #expect(recording.notes == [])
    let expected = ["100000 began 1 at 10,20", "108000 moved 1 at 11,20", "116000 ended 1 at 11,20"]
    #expect(recording.frames.map(describe) == expected.map { "\($0) stylus pressure 1" })
  }

  @Test func soDoItsEventsAlone() throws {
    let device = try #require(try Recording.read(text: Self.stroke, name: "pen").devices.first)
    #expect(device.deviceClass == .touchscreen)
    #expect(device.capabilities.contains(.stylus))
  }

  @Test func aDescriptionGivesNameSizeAndScale() throws {
    let recording = try Recording.read(text: Self.description + "\n" + Self.tap, name: "tap")
    let pad = Device(
      id: DeviceID(0), name: "Some Touchpad", deviceClass: .touchpad, size: Size(width: 100, height: 66),
      capabilities: [.contacts, .places, .pressure], fingers: 1...5)
    #expect(recording.devices == [pad])
    #expect(
      recording.frames.map(describe) == ["0 began 1 at 10,10 pressure 0.5", "60000 ended 1 at 10,10 pressure 0.5"])
    #expect(recording.notes == [])
  }

  @Test func aDescriptionGivenApartIsStronger() throws {
    let options = ReadingOptions(description: "N: Screen\nP: 02\nA: 35 0 4100 0 0 10\nA: 36 0 3200 0 0 10")
    let recording = try Recording.read(text: Self.description + "\n" + Self.tap, name: "tap", options: options)
    #expect(recording.devices.first?.deviceClass == .touchscreen)
    #expect(recording.frames.first?.touches.first?.position == Vector(41, 32))
  }

  @Test func barePlaybackIsAssumedToFillTheSurface() throws {
    let recording = try Recording.read(text: Self.tap, name: "tap")
    #expect(
      recording.notes.map(\.description) == [
        "the class of the device is not known: touchpad is assumed; set the class with --device-kind",
        "the device reports no usable size: 69 x 54 mm is assumed; correct the size with --units-per-mm",
        "the range of coordinates is unknown: the greatest recorded coordinates, 410 x 320, are assumed to be the edges; add the output of `evemu-describe` with --description",
      ])
  }

  @Test func optionsAreStrongerThanTheFile() throws {
    let options = ReadingOptions(deviceClass: .touchscreen, unitsPerMM: UnitsPerMM("10x20"))
    let recording = try Recording.read(text: Self.description + "\n" + Self.tap, name: "tap", options: options)
    #expect(recording.devices.first?.deviceClass == .touchscreen)
    #expect(recording.devices.first?.size == Size(width: 310, height: 105.6))
    #expect(recording.frames.first?.touches.first?.position == Vector(31, 16))
  }

  @Test func aTouchscreenWithoutSizeIs256mmWide() throws {
    let text = "N: s\nP: 02\nA: 2f 0 1 0 0\nA: 35 0 1920 0 0\nA: 36 0 1080 0 0\n" + Self.tap
    let recording = try Recording.read(text: text, name: "s")
    #expect(recording.devices.first?.size == Size(width: 256, height: 144))
    #expect(recording.notes == [.assumedSize(Size(width: 256, height: 144))])
  }

  /// libinput's figure, for each axis.
  @Test func aTouchpadWithoutSizeIs69By50mm() throws {
    let text = "N: s\nP: 05\nA: 2f 0 1 0 0\nA: 35 1472 5472 0 0\nA: 36 1408 4448 0 0\n" + Self.tap
    let recording = try Recording.read(text: text, name: "s")
    #expect(recording.devices.first?.size == Size(width: 69, height: 50))
    #expect(recording.notes == [.assumedSize(Size(width: 69, height: 50))])
  }

  /// A touch script of less than a thousandth of a mm could not be read again.
  @Test func aResolutionTooCoarseToMoveGivesNoSize() throws {
    let text = "N: s\nP: 02\nA: 35 0 1920 0 0 2147483647\nA: 36 0 1080 0 0 2147483647\n" + Self.tap
    let recording = try Recording.read(text: text, name: "s")
    #expect(recording.notes == [.assumedSize(Size(width: 256, height: 144))])
    #expect(try Recording.read(text: recording.touchScript, name: "s").devices == recording.devices)
  }

  /// In playback without a description only the events give the size of the surface.
  @Test func aSurfaceIsNeverTooFlatToBeWritten() throws {
    let text = Self.tap.replacing("0035 0410", with: "0035 2000000000").replacing("0036 0320", with: "0036 1")
    let recording = try Recording.read(text: text, name: "t")
    let size = try #require(recording.devices.first?.size)
    #expect(abs(size.width - 69) < 1e-9 && size.height == 1)
    let again = try Recording.read(text: recording.touchScript, name: "t")
    #expect(again.devices.first?.size == Size(width: 69, height: 1))
  }

  @Test func timesThatGoBackCountAsTheLatest() throws {
    let text = Self.tap + "\nE: 1433550480.0 0003 0039 64\nE: 1433550480.0 0000 0000 0"
    let recording = try Recording.read(text: text, name: "t", options: ReadingOptions(unitsPerMM: UnitsPerMM("10")))
    #expect(recording.frames.map(\.time.microseconds) == [0, 60000, 60000, 60000])
    #expect(recording.notes.contains(.timesGoBack(line: 9)))
    #expect(
      RecordingNote.timesGoBack(line: 9).description
        == "line 9: the time goes back; an event that is too early gets the time of the event before it")
  }

  @Test func touchesDownAtTheEndAreCancelled() throws {
    let text = Self.tap.split(separator: "\n").prefix(6).joined(separator: "\n")
    let recording = try Recording.read(text: Self.description + "\n" + text, name: "t")
    #expect(recording.frames.last?.touches.first?.phase == .cancelled)
    #expect(
      recording.notes.map(\.description) == [
        "the recording ends with 1 finger down: touches without an end are cancelled"
      ])
  }

  @Test func otherNotes() throws {
    let semi = Self.description.replacing("P: 05", with: "P: 09") + "\n" + Self.tap + "\nE: 1433550486.2 0000 0003 0"
    #expect(
      try Recording.read(text: semi, name: "t").notes.map(\.description) == [
        "the device reports two fingers only as a rectangle around them: a turn may seem to go in the wrong direction",
        "line 18: the kernel dropped events; touches that were down are cancelled, "
          + "and land again when the device reports them again",
      ])
    let empty = try Recording.read(text: Self.description, name: "t")
    #expect(empty.notes.map(\.description) == ["the recording has no events: record again, and touch the device"])
    #expect(empty.frames == [])
  }

  @Test(arguments: [
    ("20", 20.0, 20.0), ("12.5x14", 12.5, 14),
  ])
  func unitsPerMM(_ text: String, _ x: Double, _ y: Double) {
    #expect(UnitsPerMM(text) == UnitsPerMM(x: x, y: y))
  }

  @Test(arguments: ["", "x", "0", "-1", "nan", "1x", "1x2x3", "1e3", "99999999"])
  func notUnitsPerMM(_ text: String) {
    #expect(UnitsPerMM(text) == nil)
  }

  @Test func bytesThatAreNoText() {
    #expect(throws: RecordingError("b", 1, .notARecording)) {
      try Recording.read(bytes: [0xff, 0xfe, 0x00], name: "b")
    }
  }
}
