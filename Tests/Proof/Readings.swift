/// Where the engine is known to differ from the text: each can be taken over by the oracle, to see past it.
public struct Readings: Sendable {
  /// A discrete gesture that has seen what it looks for and still waits for others takes no further finger and is not
  /// failed by one too many.
  public var satisfiedTakesNoFingers = false
  /// What only waited for further fingers goes out after the other successes, the changes and the ends of the instant.
  public var awaitingGoLast = false
  /// Gestures whose fingers land apart are not failed by a touch that was won before.
  public var apartMayLandOnWon = false
  /// Of gestures that are not made of all their touches, those that lifted are no longer shared.
  public var liftedPartsAreNotShared = false

  /// With an attempt that starts afresh those tied to it start with all that is down, dead to them or not; those that see
  /// nothing that is down stay as they were.
  public var freshStartsTakeWhatIsDown = false

  /// Once it has ignored a finger, a gesture that has begun takes no other.
  public var ignoredFingersCloseIt = false

  /// A touch that a zone around refuses takes the place in an inner zone of one touch all the same.
  public var refusedTouchesTakeZones = false

  public init() {}

  public static let text = Readings()
  public static let engine: Readings = {
    var readings = Readings()
    readings.satisfiedTakesNoFingers = true
    readings.awaitingGoLast = true
    readings.apartMayLandOnWon = true
    readings.liftedPartsAreNotShared = true
    readings.refusedTouchesTakeZones = true
    readings.ignoredFingersCloseIt = true
    readings.freshStartsTakeWhatIsDown = true
    return readings
  }()
}
