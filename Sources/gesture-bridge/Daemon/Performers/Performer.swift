import Bindings
import Desktop
import GestureCore
import Runtime

/// A part that performs requests of one or more kinds. Performers don't depend on each other.
protocol Performer: AnyObject {
  var parts: [any LoopPart] { get }
  var isDryRun: Bool { get set }
  /// Why gestures are suspended. A suspension skips desktop requests, keys and clicks, except key and button releases.
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
