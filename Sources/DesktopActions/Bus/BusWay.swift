import Bindings
import Desktop

/// A way over a bus: it is served as its link is.
protocol BusWay: ActionWay {
  var link: BusLink { get }
}

extension BusWay {
  var wait: (descriptor: Int32, events: Int16)? { link.wait }
  func ready() { link.ready() }
  var nextDeadline: Int64? { link.nextDeadline }
  func advance(to now: Int64) { link.advance(to: now) }
  func finish() { link.close() }

  /// Most can do all that they are asked for.
  func lack(of action: DesktopAction) -> String? { nil }
}
