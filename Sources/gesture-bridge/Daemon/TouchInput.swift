import Bindings
import DeviceInput
import GestureCore
import Interception
import Logging
import Runtime

/// The touch devices as a part of a runtime: reads them when they are ready, and hands over one event after another.
final class TouchInput: LoopPart {
  /// Gets the events of the devices, in order.
  var take: (SourceEvent) -> Void = { _ in }

  /// The devices. After a call that may bring events, `TouchInput` hands these over.
  let source: InputSource
  private var retry = DeviceRetry()

  /// Devices are closed until `start`. `failed` is called when reading fails for good; the log has the reason.
  init(
    _ rules: RuleSet, mayIntercept: Bool = false, on loop: EventLoop, log: Logger, failed: @escaping () -> Void
  ) throws {
    source = try InputSource(mayIntercept: mayIntercept, rules: rules, now: { .now }, log: log)
    for descriptor in source.descriptors {
      try loop.add(descriptor, .reading) { [unowned self] _ in
        do {
          try source.read(descriptor)
          pull()
        } catch {
          log.error("\(error)")
          failed()
        }
      }
    }
  }

  func start() {
    source.start()
    pull()
  }

  func suspend() {
    retry.end()
    source.stop()
    pull()
  }

  /// Opens the devices again. Devices that can't be opened yet are tried a few times more.
  func resume() {
    source.start(expectingLate: true)
    pull()
    if source.hasLate { retry.begin(at: EventLoop.now()) }
  }

  /// Other rules are in force; returns the devices that change with these rules.
  func use(_ rules: RuleSet) -> [Device] {
    let changed = source.use(rules)
    pull()
    return changed
  }

  var nextDeadline: Int64? {
    let next = min(source.nextDeadline?.microseconds ?? .max, retry.nextDeadline ?? .max)
    return next < .max ? next : nil
  }

  func advance(to now: Int64) {
    source.advance(to: Timestamp(microseconds: now))
    pull()
    guard let isLast = retry.takeTry(at: now) else { return }
    source.refresh(expectingLate: !isLast)
    pull()
    if !source.hasLate { retry.end() }
  }

  private func pull() {
    while let event = source.next() { take(event) }
  }
}

/// When to retry devices that can't be opened yet: when a session has just got the screen back or the machine has just
/// woken, permissions and drivers may come a moment later.
struct DeviceRetry {
  /// In microseconds from the beginning; after the last time only udev's events bring devices.
  private static let times: [Int64] = [100_000, 300_000, 1_000_000, 3_000_000]

  private var due: ArraySlice<Int64> = []

  /// Some devices are missing.
  mutating func begin(at now: Int64) { due = Self.times.map { now + $0 }[...] }

  /// No device is missing any more, or no device is to be opened.
  mutating func end() { due = [] }

  var nextDeadline: Int64? { due.first }

  /// Whether the retry that is due by now is the last one; nil if none is due.
  mutating func takeTry(at now: Int64) -> Bool? {
    guard let first = due.first, first <= now else { return nil }
    due = due.drop { $0 <= now }
    return due.isEmpty
  }
}

extension Timestamp {
  /// CLOCK_MONOTONIC, the clock of libinput's events.
  static var now: Timestamp { Timestamp(microseconds: EventLoop.now()) }
}

extension CloneTask {
  /// For a gesture that has so many fingers; nil for an effect without a task for the device.
  init?(_ effect: Effect, fingers: Int) {
    if let drag = effect.drag, let button = DragButton(drag.button) {
      self = .drag(button, fingers: fingers, lock: drag.lock)
    } else if let native = effect.native {
      self = .gesture(CloneGestureKind(native.kind), contacts: native.fingers(of: fingers))
    } else {
      return nil
    }
  }
}

extension CloneGestureKind {
  fileprivate init(_ kind: NativeGestureKind) {
    switch kind {
    case .swipe: self = .swipe
    case .pinch: self = .pinch
    case .hold: self = .hold
    }
  }
}

extension DragButton {
  /// Nil for a button by which nothing is dragged.
  fileprivate init?(_ button: PointerButton) {
    switch button {
    case .left: self = .left
    case .middle: self = .middle
    case .right: self = .right
    case .back, .forward: return nil
    }
  }
}
