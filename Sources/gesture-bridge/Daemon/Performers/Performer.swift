import Bindings
import Desktop
import GestureCore
import Runtime

/// Performs one kind of what orders ask for. Each performer has its own state, and none knows another.
protocol Performer: AnyObject {
  /// Those of its parts that have deadlines.
  var parts: [any LoopPart] { get }
  /// Whether it only reports what it would do.
  var isDryRun: Bool { get set }
  /// While any reason exists, keys and buttons only go up, and the desktop is asked for nothing.
  var suspension: SuspensionReasons { get set }

  /// Performs the request, if it is of its kind, and returns at once.
  func perform(_ request: EffectRequest)
  /// These rules are in force from now on.
  func use(_ rules: Rules)
  func fingersLand(at time: Timestamp)
  /// SIGCHLD, on systems without process descriptors.
  func childSignal()
  /// The programs and protocols that it uses for these rules, and what is missing, a sentence each.
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
