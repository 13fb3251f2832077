import Text

/// The look of the overlay. The daemon sends the settings again when the rules change.
public struct OverlaySettings: Equatable, Sendable {
  /// Whether the background of texts is dark or light; `auto` is dark.
  public enum Theme: String, CaseIterable, Sendable { case auto, dark, light }

  /// Where the pictures for a touchpad are on the screen. The pictures for a touchscreen are at the fingers.
  public enum Position: String, CaseIterable, Sendable {
    case bottom, top, center
    case bottomLeft = "bottom-left"
    case bottomRight = "bottom-right"
    case topLeft = "top-left"
    case topRight = "top-right"
  }

  /// Whether pictures move and fade, or appear and vanish without a transition.
  public enum Motion: String, CaseIterable, Sendable { case full, reduced }

  /// A colour, written `#rrggbb`.
  public struct Colour: Equatable, Sendable {
    public let red: UInt8
    public let green: UInt8
    public let blue: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

    /// Reads `#` and six hexadecimal digits; nil for any other text.
    public init?(_ text: String) {
      let bytes = Array(text.utf8)
      guard bytes.count == 7, bytes[0] == UInt8(ascii: "#") else { return nil }
      var value: UInt32 = 0
      for byte in bytes.dropFirst() {
        guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
        value = value << 4 | UInt32(digit)
      }
      self.init(red: UInt8(value >> 16), green: UInt8(value >> 8 & 0xFF), blue: UInt8(value & 0xFF))
    }

    public var text: String {
      let digits = Array("0123456789abcdef")
      return "#" + String([red, green, blue].flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0xF)]] })
    }
  }

  public static let sizes = 0.5...3.0
  /// A blue that is clearly visible on dark and on light backgrounds.
  public static let usualColour = Colour(red: 0x35, green: 0x84, blue: 0xE4)

  public var theme: Theme
  /// The colour of moving parts and of recognized gestures.
  public var colour: Colour
  /// All sizes are multiplied by this number; 1 gives the usual sizes.
  public var size: Double
  public var position: Position
  public var motion: Motion

  public init(
    theme: Theme = .auto, colour: Colour = usualColour, size: Double = 1, position: Position = .bottom,
    motion: Motion = .full
  ) {
    self.theme = theme
    self.colour = colour
    self.size = size
    self.position = position
    self.motion = motion
  }

  /// Reads settings. A missing or invalid member gets its default. A size outside `sizes` is set to the nearest limit.
  public init(_ facts: JSONValue) {
    self.init()
    if let theme = facts["theme"]?.string.flatMap(Theme.init) { self.theme = theme }
    if let colour = facts["colour"]?.string.flatMap({ Colour($0) }) { self.colour = colour }
    if let size = facts["size"]?.number { self.size = min(max(size, Self.sizes.lowerBound), Self.sizes.upperBound) }
    if let position = facts["position"]?.string.flatMap(Position.init) { self.position = position }
    if let motion = facts["motion"]?.string.flatMap(Motion.init) { self.motion = motion }
  }

  var members: [JSONValue.Member] {
    .init(nonNil: [
      "theme": .string(theme.rawValue), "colour": .string(colour.text), "size": .number(size),
      "position": .string(position.rawValue), "motion": .string(motion.rawValue),
    ])
  }
}

/// A line that the overlay reads.
public enum OverlayLine: Equatable, Sendable {
  case settings(OverlaySettings)
  case scene(OverlayScene)
  case lesson(OverlayLesson)
  /// No more lines follow: the daemon has ended, or the overlay reads too slowly.
  case end
  /// The daemon has refused the subscription, with this message.
  case refused(String)
  /// A line that the overlay ignores.
  case other

  static let settingsEvent = "overlay"
  static let sceneEvent = "scene"
  static let lessonEvent = "lesson"

  /// The longest line that is read, in bytes.
  public static let longest = 1 << 18

  public static let subscription = ControlLine.line([
    .init("do", .string("subscribe")), .init("to", .strings([settingsEvent])),
  ])

  public init(line: [UInt8]) throws(ControlError) {
    let facts = JSONValue.object(try ControlLine.members(line, limit: Self.longest))
    switch facts["event"]?.string {
    case Self.settingsEvent: self = .settings(OverlaySettings(facts))
    case Self.sceneEvent: self = OverlayScene(facts).map { .scene($0) } ?? .other
    case Self.lessonEvent: self = OverlayLesson(facts).map { .lesson($0) } ?? .other
    case "dropped", "ended": self = .end
    default: self = facts["ok"]?.flag == false ? .refused(facts["error"]?.string ?? "") : .other
    }
  }
}
