/// Follows one stroke while it is drawn and compares it with what was asked for.
protocol Drawing: Sendable {
  /// The surface on which it will be drawn has this size.
  mutating func fit(on surface: Size)
  /// The stroke starts here.
  mutating func begin(at place: Vector)
  /// It goes on to `place`.
  mutating func move(to place: Vector) -> DrawingStep
  /// It is over; never `stay`.
  mutating func lift() -> DrawingStep
  /// Forgets the stroke, not its memory.
  mutating func reset()

  /// How unlike what was drawn is, once it is recognized, where several drawings can be compared by it.
  var distance: Double? { get }
  /// Where it turned from one element to the next, as far as it got.
  var corners: [Vector] { get }
  /// How far it has come with its thresholds.
  var gauges: [Gauge] { get }
}

extension Drawing {
  mutating func fit(on surface: Size) {}
}

/// What has become of a stroke.
enum DrawingStep: Equatable, Sendable {
  case stay
  case done
  /// It can't become what was asked for any more.
  case fail(Failure)
}
