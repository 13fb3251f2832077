import Bindings
import GestureCore

/// Recorded touches of one or more devices, in the order of time. All times count from the recording's start.
public struct Recording: Equatable, Sendable {
  public var name: String
  public var devices: [Device]
  public var frames: [Frame]
  /// The changes of the session, in the order of time. Before the first change, the session has default values.
  public var contexts: [ContextChange]
  /// The events that cancelled touches, in the order of time.
  public var interruptions: [Interruption]
  public var notes: [RecordingNote]

  public init(
    name: String, devices: [Device] = [], frames: [Frame] = [], contexts: [ContextChange] = [],
    interruptions: [Interruption] = [], notes: [RecordingNote] = []
  ) {
    self.name = name
    self.devices = devices
    self.frames = frames
    self.contexts = contexts
    self.interruptions = interruptions
    self.notes = notes
  }

  /// Reads a touch script, an evemu recording, or event lines without a device description. `name` is the file's name.
  /// Throws for other text, even for the output of `libinput record`, which `Importers` must convert first.
  public static func read(
    text: String, name: String, options: ReadingOptions = ReadingOptions()
  ) throws(RecordingError) -> Recording {
    switch RecordingFormat(text: text) {
    case .touchScript: try TouchScript.read(text, name: name).recording
    case .events: try EventsReader.read(text, name: name, options: options)
    case .libinput: throw RecordingError(name, nil, .libinputRecording)
    case nil: throw unreadable(text, name)
    }
  }

  /// Reads a recording from a file's bytes, as `read(text:)` does. Invalid UTF-8 becomes U+FFFD.
  public static func read(
    bytes: [UInt8], name: String, options: ReadingOptions = ReadingOptions()
  ) throws(RecordingError) -> Recording {
    try read(text: String(decoding: bytes, as: UTF8.self), name: name, options: options)
  }

  private static func unreadable(_ text: String, _ name: String) -> RecordingError {
    let first = Lines(text).first { firstWord(of: $0.text) != nil }
    guard let first else { return RecordingError(name, nil, .empty) }
    return RecordingError(name, first.number, .notARecording)
  }

  /// Returns the recording with sizes from `rules` in place of assumed sizes. Positions are scaled to the new sizes.
  public func sized(by rules: RuleSet) -> Recording {
    let assumed = notes.compactMap { if case .assumedSize(let size) = $0 { size } else { nil } }.first
    guard let assumed, assumed.width > 0, assumed.height > 0 else { return self }
    var result = self
    for index in devices.indices where devices[index].size == assumed {
      guard let size = rules.size(of: devices[index].identity) else { continue }
      result.notes.removeAll { $0 == .assumedSize(assumed) }
      result.devices[index].size = size
      result.scale(devices[index].id, across: size.width / assumed.width, down: size.height / assumed.height)
    }
    return result
  }

  private mutating func scale(_ device: DeviceID, across: Double, down: Double) {
    for frame in frames.indices where frames[frame].device == device {
      for touch in frames[frame].touches.indices {
        frames[frame].touches[touch].position.x *= across
        frames[frame].touches[touch].position.y *= down
      }
    }
  }
}

/// Facts about the recorded device. A fact that isn't nil replaces the same fact of the recording.
public struct ReadingOptions: Equatable, Sendable {
  /// The text of an evemu device description, which replaces the recording's own description.
  public var description: String?
  public var descriptionName: String
  public var deviceClass: DeviceClass?
  /// The scale that replaces the device's own resolution.
  public var unitsPerMM: UnitsPerMM?

  public init(
    description: String? = nil, descriptionName: String = "description", deviceClass: DeviceClass? = nil,
    unitsPerMM: UnitsPerMM? = nil
  ) {
    self.description = description
    self.descriptionName = descriptionName
    self.deviceClass = deviceClass
    self.unitsPerMM = unitsPerMM
  }
}

/// The number of coordinate units per millimetre on each axis.
public struct UnitsPerMM: Equatable, Sendable {
  public let x: Double
  public let y: Double

  /// Nil unless both values are from 0.01 to 100,000.
  public init?(x: Double, y: Double) {
    guard Self.range.contains(x), Self.range.contains(y) else { return nil }
    (self.x, self.y) = (x, y)
  }

  /// Reads one number for both axes, or two numbers: `20`, `12.5x14`. Nil for other text and for numbers out of range.
  public init?(_ text: String) {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let first = parts.first.flatMap({ number($0) }),
      let last = parts.last.flatMap({ number($0) })
    else { return nil }
    self.init(x: first, y: last)
  }

  private static let range = 0.01...100_000
}

/// The file formats of recordings.
public enum RecordingFormat: Sendable {
  case touchScript
  /// Lines with a letter, a colon and values, as in evemu files.
  case events
  /// The YAML of `libinput record`, which `Importers` converts to events.
  case libinput

  private static let libinputKey = "version:"

  /// Finds the format by the text's first word, skipping comments and lines that begin with the word `---`. Nil if the
  /// text has no such word, or if no format begins with this word.
  public init?(text: String) {
    for line in Lines(text) {
      guard let word = firstWord(of: line.text), word != "---" else { continue }
      if TouchScript.Section(rawValue: String(word)) != nil {
        self = .touchScript
      } else if EventLine.isTagged(word) {
        self = .events
      } else if word == Self.libinputKey {
        self = .libinput
      } else {
        return nil
      }
      return
    }
    return nil
  }
}

/// A new state of the session with its time, for example after another application got the focus.
public struct ContextChange: Equatable, Sendable {
  public var time: Timestamp
  public var context: Context
  /// Whether the change sets the mode. If false, a replay keeps its mode.
  public var setsMode: Bool

  public init(time: Timestamp, context: Context, setsMode: Bool = true) {
    (self.time, self.context, self.setsMode) = (time, context, setsMode)
  }
}

/// An event that cancels touches. It takes effect after the frames with the same time.
public struct Interruption: Equatable, Sendable {
  public enum Extent: Equatable, Sendable {
    /// The device was unplugged, and no frames of this device follow.
    case unplugged(DeviceID)
    /// Touches on all devices are cancelled, as when the rules are reloaded.
    case all
  }

  public var time: Timestamp
  public var extent: Extent

  public init(time: Timestamp, extent: Extent) { (self.time, self.extent) = (time, extent) }
}
