/// What fingers do before a gesture starts: they land, rest or press, without straying.
///
///     shut --rested, pressed--> open
///       \--strayed before, lifted--> failed
struct Opening: Sendable {
  private let start: StrokeStart
  private let slop: Double
  private let minPressure: Double
  private(set) var isOpen = false
  private(set) var deadline: Timestamp?

  init(_ start: StrokeStart, slop: Double, minPressure: Double) {
    self.start = start
    self.slop = slop
    self.minPressure = minPressure
  }

  mutating func touchesBegan(_ touches: TouchGroup) {
    switch start {
    case .atOnce: isOpen = true
    case .rest(let span): if !isOpen { deadline = touches.time + span }
    case .forcePress: break
    }
  }

  /// Nil while nothing is wrong.
  mutating func touchesMoved(_ touches: TouchGroup) -> Failure? {
    guard !isOpen else { return nil }
    let strayed = Gauge.stay("moved", .mm(touches.strayed), within: Stroke.slop.declaration.name, .mm(slop))
    guard strayed.isMet else { return Failure(strayed) }
    if case .forcePress = start, let pressure = touches.pressure, pressure * 100 >= minPressure { isOpen = true }
    return nil
  }

  mutating func deadlinePassed(_ touches: TouchGroup) {
    guard let deadline, touches.time >= deadline else { return }
    isOpen = true
    self.deadline = nil
  }

  mutating func reset() {
    isOpen = false
    deadline = nil
  }
}
