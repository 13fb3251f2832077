import Bindings
import Desktop
import GestureCore
import Runtime

/// Performs one kind of request. Each performer has its own state, and no performer knows another.
protocol Performer: AnyObject {
  var parts: [any LoopPart] { get }
  /// Whether the performer only reports its actions instead of performing them.
  var isDryRun: Bool { get set }
  /// The suspension of gestures: keys and buttons are then only released, and no request is sent to the desktop.
  var suspension: SuspensionReasons { get set }

  /// Performs the request if it is of the performer's kind, and returns at once.
  func perform(_ request: EffectRequest)
  func use(_ rules: Rules)
  func fingersLand(at time: Timestamp)
  /// Called at SIGCHLD, on systems without process descriptors.
  func childSignal()
  /// The programs and protocols that the performer uses for these rules, and the missing ones, one sentence each.
  func sessionLines(_ rules: Rules) -> [String]
  func stop()
}

extension Performer {
  var parts: [any LoopPart] { [] }
  var isDryRun: Bool {
    get { false }
    set {}
  }
  var suspension: SuspensionReasons {
    get { [] }
    set {}
  }

  func use(_ rules: Rules) {}
  func fingersLand(at time: Timestamp) {}
  func childSignal() {}
  func sessionLines(_ rules: Rules) -> [String] { [] }
}
