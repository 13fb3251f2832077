/// What a `LoginSession` asks of its owner.
public struct LoginOwner {
  /// CLOCK_MONOTONIC in microseconds.
  public var now: () -> Int64
  /// Wait for the descriptor and these events of poll(2), and call `ready` when they come; nothing else is waited for.
  public var watch: (_ descriptor: Int32, _ events: Int16) -> Void
  public var unwatch: (_ descriptor: Int32) -> Void
  /// The reasons have changed. The machine sleeps only when this has returned.
  public var changed: (SuspensionReasons) -> Void
  /// `LoginSession.knowledge` has changed.
  public var knows: () -> Void

  public init(
    now: @escaping () -> Int64, watch: @escaping (_ descriptor: Int32, _ events: Int16) -> Void,
    unwatch: @escaping (_ descriptor: Int32) -> Void, changed: @escaping (SuspensionReasons) -> Void,
    knows: @escaping () -> Void = {}
  ) {
    self.now = now
    self.watch = watch
    self.unwatch = unwatch
    self.changed = changed
    self.knows = knows
  }
}
