import Evdev
import GestureCore

/// What the description and the events together tell of a device's surface; the events decide where both speak.
struct SurfaceGuess {
  private let description: DeviceDescription
  private var codes: Set<UInt32> = []
  /// The greatest coordinates seen, for devices without a description.
  private var farX: Int32 = 0
  private var farY: Int32 = 0

  init(_ description: DeviceDescription, _ events: [RecordedEvent]) {
    self.description = description
    for event in events {
      codes.insert(Self.key(event.type, event.code))
      guard event.type == Codes.abs else { continue }
      switch event.code {
      case Codes.positionX, Codes.absX: farX = max(farX, event.value)
      case Codes.positionY, Codes.absY: farY = max(farY, event.value)
      default: break
      }
    }
  }

  private static func key(_ type: UInt16, _ code: UInt16) -> UInt32 { UInt32(type) << 16 | UInt32(code) }

  private func saw(_ type: UInt16, _ code: UInt16) -> Bool { codes.contains(Self.key(type, code)) }

  private func hasAxis(_ code: UInt16) -> Bool { description.axes[code] != nil || saw(Codes.abs, code) }

  var scheme: ContactScheme {
    if saw(Codes.syn, Codes.synMTReport) { return .anonymous }
    let multitouch = [Codes.slot, Codes.trackingID, Codes.positionX, Codes.positionY]
    if multitouch.contains(where: { saw(Codes.abs, $0) }) { return .slots }
    return codes.isEmpty && description.axes[Codes.slot] != nil ? .slots : .single
  }

  /// Whether a pen touches it, and nothing else.
  var isPen: Bool { scheme == .single && (description.isPen || saw(Codes.key, Codes.btnToolPen)) }

  /// Nil when neither says what the device is.
  var deviceClass: DeviceClass? {
    if let told = description.deviceClass { return told }
    if isPen { return .touchscreen }
    // Touchpads name the number of fingers; of touchscreens only ancient ones do.
    let fingerTools = [
      Codes.btnToolFinger, Codes.btnToolDoubleTap, Codes.btnToolTripleTap, Codes.btnToolQuadTap, Codes.btnToolQuintTap,
    ]
    return fingerTools.contains { saw(Codes.key, $0) } ? .touchpad : nil
  }

  var isClassGuessed: Bool { description.deviceClass == nil }

  var fingers: ClosedRange<Int> {
    switch scheme {
    case .single where isPen: return 1...1
    case .anonymous: return 1...10
    case .slots, .single:
      guard let slotCount else { return 1...10 }
      return 1...max(slotCount, FingerCount.most(description.has(key:)))
    }
  }

  /// How many contacts it follows at once; nil where it doesn't tell.
  var slotCount: Int? {
    scheme == .single ? 1 : description.axes[Codes.slot].map { Int(min(max($0.maximum, 0), 63)) + 1 }
  }

  /// What tells palms on it; on a screen its driver does.
  func palms(_ deviceClass: DeviceClass, _ size: Size) -> PalmRule? {
    guard deviceClass == .touchpad, scheme == .slots else { return nil }
    return PalmRule(size: size) { description.axes[$0] }
  }

  /// The axes and the size in mm: by the resolution given, else by the device's own, else by a size that such devices
  /// have on average.
  func measure(
    _ deviceClass: DeviceClass, _ given: UnitsPerMM?, _ notes: inout [RecordingNote]
  ) -> (SurfaceAxes, Size) {
    let x = axis(Codes.positionX, Codes.absX)
    let y = axis(Codes.positionY, Codes.absY)
    let width = x?.length ?? Double(max(farX, 1))
    let height = y?.length ?? Double(max(farY, 1))
    var units = given.map { (x: $0.x, y: $0.y) }
    if units == nil, let own = x?.unitsPerMM ?? y?.unitsPerMM {
      units = (x?.unitsPerMM ?? own, y?.unitsPerMM ?? own)
    }
    let assumed = width / Self.assumedWidth(deviceClass)
    let scale = units ?? (assumed, assumed)
    let size = Size(width: width / scale.x, height: height / scale.y)
    if units == nil { notes.append(.assumedSize(size)) }
    if x?.length == nil || y?.length == nil { notes.append(.edgesFromEvents(x: farX, y: farY)) }
    let axes = SurfaceAxes(
      x: SurfaceAxes.Axis(minimum: Double(x?.minimum ?? 0), unitsPerMM: scale.x),
      y: SurfaceAxes.Axis(minimum: Double(y?.minimum ?? 0), unitsPerMM: scale.y), pressure: pressure)
    return (axes, size)
  }

  /// The multitouch axis; the single-touch one where it alone has a range or, over the same range, a resolution.
  private func axis(_ multitouch: UInt16, _ single: UInt16) -> AxisDescription? {
    guard let many = description.axes[multitouch], many.length != nil else { return description.axes[single] }
    guard many.unitsPerMM == nil, let one = description.axes[single], one.length == many.length else { return many }
    return one
  }

  private var pressure: ClosedRange<Double>? {
    let code = scheme == .single ? Codes.absPressure : Codes.pressure
    guard hasAxis(code) else { return nil }
    guard let axis = description.axes[code], axis.length != nil else { return SurfaceAxes.assumedPressure }
    return Double(axis.minimum)...Double(axis.maximum)
  }

  /// For devices that tell no size. Screens: 256 mm is an 11.6 inch laptop's. Pads: 100 mm is the width of most laptops'.
  /// The height follows from the ratio of the axes, as if their steps were square.
  private static func assumedWidth(_ deviceClass: DeviceClass) -> Double {
    switch deviceClass {
    case .touchscreen: 256
    case .touchpad: 100
    }
  }
}
