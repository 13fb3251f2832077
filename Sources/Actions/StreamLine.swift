/// One gesture event for the process of a stream, which is started if there is none.
public struct StreamLine: Sendable {
  /// What the event is to the gesture, as far as a stream must know.
  public enum Moment: Sendable {
    /// It begins, or is recognized and over.
    case beginning
    /// It goes on: only the latest one is worth reading.
    case change
    /// It ends or is cancelled: no reason to start a process.
    case end
  }

  /// The program and its rule; its environment holds what stays the same from gesture to gesture.
  public var request: CommandRequest
  public var moment: Moment
  /// What the line tells.
  public var gesture: GestureEnvironment
  /// Tells gestures of several devices apart, which may go on at once.
  public var device: Int

  public init(_ request: CommandRequest, _ moment: Moment, _ gesture: GestureEnvironment, device: Int) {
    self.request = request
    self.moment = moment
    self.gesture = gesture
    self.device = device
  }
}
