/// A touchpad in evemu's form, for the bed: a clickpad that counts five fingers.
public struct PadDescription {
  public var name: String
  public var unitsPerMM: Int
  /// In the device's units.
  public var width: Int
  public var height: Int
  public var slots: Int
  /// The greatest pressure, or nil if the pad reports no pressure.
  public var pressure: Int?

  /// A pad of this size in mm.
  public init(_ name: String, unitsPerMM: Int, widthInMM: Int = 100, heightInMM: Int = 66, slots: Int = 5) {
    self.name = name
    self.unitsPerMM = unitsPerMM
    width = widthInMM * unitsPerMM
    height = heightInMM * unitsPerMM
    self.slots = slots
  }

  /// The file.
  public var text: String {
    var axes: [(code: Int, maximum: Int, resolution: Int)] = [
      (0, width, unitsPerMM), (1, height, unitsPerMM), (0x2f, slots - 1, 0), (0x35, width, unitsPerMM),
      (0x36, height, unitsPerMM), (0x39, 65535, 0),
    ]
    if let pressure { axes += [(0x18, pressure, 0), (0x3a, pressure, 0)] }
    let keys = [0x110, 0x145, 0x148, 0x14a, 0x14d, 0x14e, 0x14f]
    return """
      N: \(name)
      I: 0018 1234 5688 0100
      P: 05 00 00 00 00 00 00 00
      \(Self.bits(0, [0, 1, 3], bytes: 8))
      \(Self.bits(1, keys, bytes: 96))
      \(Self.bits(3, axes.map(\.code), bytes: 8))
      \(axes.map { "A: \(Self.hex($0.code)) 0 \($0.maximum) 0 0 \($0.resolution)" }.joined(separator: "\n"))

      """
  }

  private static func bits(_ type: Int, _ codes: [Int], bytes count: Int) -> String {
    var bytes = [Int](repeating: 0, count: count)
    for code in codes { bytes[code / 8] |= 1 << (code % 8) }
    return "B: \(hex(type)) " + bytes.map(hex).joined(separator: " ")
  }

  private static func hex(_ number: Int) -> String { (number < 16 ? "0" : "") + String(number, radix: 16) }
}
