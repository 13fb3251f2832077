import Bindings
import Desktop
import GestureCore
import Runtime

/// Performs one kind of request. No performer knows another.
protocol Performer: AnyObject {
  var parts: [any LoopPart] { get }
  var isDryRun: Bool { get set }
  /// The reasons why gestures are suspended. If there are any, only key releases are sent.
  var suspension: SuspensionReasons { get set }

  /// Performs the request if it is of the performer's kind, and returns at once.
  func perform(_ request: EffectRequest)
  func use(_ rules: Rules)
  func fingersLand(at time: Timestamp)
  /// Called at SIGCHLD, on systems without process descriptors.
  func childSignal()
  /// Sentences about the programs and protocols that the performer uses for these rules.
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
