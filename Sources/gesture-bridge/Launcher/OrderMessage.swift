import Bindings
import GestureCore
import Text

/// An order on its way to the launcher: the number of an action, and the values of the event. The launcher has the command.
struct OrderMessage {
  /// The longest name of a device, in bytes; the kernel's are shorter.
  private static let longestName = 1024
  private static let mostPlaces = 1024
  private static let mostHints = 4096
  /// The longest description of a hint, in bytes, and how deep it may be nested.
  private static let longestHint = 4096
  private static let deepestHint = 8
  private static let noWay = UInt8.max

  let action: Int
  let way: StepSettings.StepWay?
  let event: GestureEvent
  let progress: Progress
  let device: String
  /// Descriptions of the event's hints, in their order.
  let hints: [String]
  let moment: Int64?
  let spot: ScreenSpot?

  init(_ performance: Performance) {
    action = performance.order.action.number
    way = performance.order.way
    event = performance.order.event
    progress = performance.order.progress
    device = performance.device
    hints = performance.hints.map(\.json)
    moment = performance.moment
    spot = performance.spot
  }

  /// The order by these rules; nil if it is none of theirs.
  func performance(by rules: Rules) -> Performance? {
    let gestures = rules.ruleSet.gestures
    guard gestures.indices.contains(event.gesture.rawValue), var order = Order(action, way, for: event, of: rules),
      hints.count <= event.values.hints.count
    else { return nil }
    order.progress = progress
    let told = zip(event.values.hints, hints).compactMap { gesture, json in
      gestures.indices.contains(gesture.rawValue)
        ? GestureHint(name: gestures[gesture.rawValue].name, json: json) : nil
    }
    let rule = ToldRule(gestures[event.gesture.rawValue])
    return Performance(order, rule, device: device, hints: told, at: moment, spot: spot)
  }

  // MARK: Bytes

  func write(to message: inout LinkWriter) {
    message.add(UInt32(clamping: action))
    let place = way.flatMap { StepSettings.StepWay.allCases.firstIndex(of: $0) }
    message.add(place.map { UInt8(clamping: $0) } ?? Self.noWay)
    message.add(event.time.microseconds)
    message.add(event.since.microseconds)
    message.add(event.device.rawValue)
    message.add(UInt32(clamping: event.gesture.rawValue))
    message.add(event.state, among: RecognizerState.allCases)
    message.add(event.duration.microseconds)
    message.add(event.tool, among: Self.tools)
    Self.write(event.values, to: &message)
    Self.write(progress.translation, to: &message)
    message.add(progress.scale)
    message.add(progress.rotation)
    message.add(device)
    message.add(UInt32(clamping: hints.count))
    for hint in hints { message.add(hint) }
    message.add(moment != nil)
    if let moment { message.add(moment) }
    message.add(spot != nil)
    if let spot { Self.write(spot, to: &message) }
  }

  init(_ message: inout LinkReader) throws(LinkReader.Malformed) {
    action = Int(try message.integer(UInt32.self))
    let way = try message.integer(UInt8.self)
    let ways = StepSettings.StepWay.allCases
    guard way == Self.noWay || ways.indices.contains(Int(way)) else { throw LinkReader.Malformed() }
    self.way = way == Self.noWay ? nil : ways[Int(way)]
    event = GestureEvent(
      time: Timestamp(microseconds: try message.integer()), since: Timestamp(microseconds: try message.integer()),
      device: DeviceID(try message.integer()), gesture: GestureID(Int(try message.integer(UInt32.self))),
      state: try message.value(among: RecognizerState.allCases),
      duration: TimeSpan(microseconds: try message.integer()), tool: try message.value(among: Self.tools),
      values: try Self.values(&message))
    var progress = Progress()
    progress.translation = try Self.vector(&message)
    progress.scale = try message.double()
    progress.rotation = try message.double()
    self.progress = progress
    device = try message.text(atMost: Self.longestName)
    var hints: [String] = []
    for _ in 0..<(try message.count(atMost: Self.mostHints)) { hints.append(try Self.hint(&message)) }
    self.hints = hints
    moment = try message.flag() ? try message.integer() : nil
    spot = try message.flag() ? try Self.spot(&message) : nil
  }

  private static func write(_ spot: ScreenSpot, to message: inout LinkWriter) {
    message.add(spot.output)
    write(spot.share, to: &message)
    message.add(spot.point != nil)
    if let point = spot.point { write(point, to: &message) }
  }

  private static func spot(_ message: inout LinkReader) throws(LinkReader.Malformed) -> ScreenSpot {
    ScreenSpot(
      output: try message.text(atMost: longestName), share: try vector(&message),
      point: try message.flag() ? try vector(&message) : nil)
  }

  private static let tools: [Touch.Tool] = [.finger, .stylus, .palm]

  private static func write(_ values: GestureValues, to message: inout LinkWriter) {
    message.add(UInt32(clamping: values.fingers))
    message.add(UInt32(clamping: values.taps))
    for vector in [values.location, values.translation, values.velocity] { write(vector, to: &message) }
    for number in [values.scale, values.rotation, values.rotationAtSlop] { message.add(number) }
    message.add(values.pressure != nil)
    if let pressure = values.pressure { message.add(pressure) }
    message.add(values.direction != nil)
    if let direction = values.direction { message.add(direction, among: Direction.allCases) }
    message.add(values.button.rawValue)
    message.add(UInt32(clamping: values.corners.count))
    for corner in values.corners { write(corner, to: &message) }
    message.add(UInt32(clamping: values.hints.count))
    for hint in values.hints { message.add(UInt32(clamping: hint.rawValue)) }
  }

  private static func values(_ message: inout LinkReader) throws(LinkReader.Malformed) -> GestureValues {
    var values = GestureValues()
    values.fingers = Int(try message.integer(UInt32.self))
    values.taps = Int(try message.integer(UInt32.self))
    values.location = try vector(&message)
    values.translation = try vector(&message)
    values.velocity = try vector(&message)
    values.scale = try message.double()
    values.rotation = try message.double()
    values.rotationAtSlop = try message.double()
    values.pressure = try message.flag() ? try message.double() : nil
    values.direction = try message.flag() ? try message.value(among: Direction.allCases) : nil
    values.button = Buttons(rawValue: try message.integer(UInt8.self))
    for _ in 0..<(try message.count(atMost: mostPlaces)) { values.corners.append(try vector(&message)) }
    for _ in 0..<(try message.count(atMost: mostHints)) {
      values.hints.append(GestureID(Int(try message.integer(UInt32.self))))
    }
    return values
  }

  private static func write(_ vector: Vector, to message: inout LinkWriter) {
    message.add(vector.x)
    message.add(vector.y)
  }

  private static func vector(_ message: inout LinkReader) throws(LinkReader.Malformed) -> Vector {
    let x = try message.double()
    return Vector(x, try message.double())
  }

  /// An object on one line, as streams get it among their own.
  private static func hint(_ message: inout LinkReader) throws(LinkReader.Malformed) -> String {
    let text = try message.text(atMost: longestHint)
    let value = try? JSONReader.read(Array(text.utf8), deepest: deepestHint)
    guard case .object? = value, !text.utf8.contains(where: { $0 < 0x20 }) else { throw LinkReader.Malformed() }
    return text
  }
}
