import Analysis
import Bindings
import GestureCore
import Recordings
import Runtime
import Studio
import Text

/// Runs the studio's rules on the touches that the daemon reports, without performing actions.
final class StudioRecognition {
  var sendNews: (JSONValue) -> Void = { _ in }
  var onAttempt: (KeptAttempts.Kept) -> Void = { _ in }

  private(set) var devices: [Device] = []
  private(set) var kept = KeptAttempts()
  private var rules = Rules()
  private var live: LiveRules
  private var outcomes = Outcomes()
  private var stream = TouchScriptStream()
  private let collected = CollectedAttempts()
  /// The CLOCK_MONOTONIC time that is time 0 in the daemon's touch script. Nil until the daemon reports this time.
  private var origin: Timestamp?
  private var context = Context()
  private var fingers: [DeviceID: [(id: Int32, position: Vector)]] = [:]
  /// The devices with unsent pictures. Pictures were last sent at `lastPictureTime`, in CLOCK_MONOTONIC microseconds.
  private var changed: Set<DeviceID> = []
  private var lastPictureTime: Int64 = 0

  /// The shortest time between two pictures of a device, in microseconds.
  private static let picturePause: Int64 = 16_000
  private static let mostRows = 24

  init() throws(RequirementCycle) { live = try LiveRules(Rules(), watcher: collected.collector) }

  var ruleSet: RuleSet { rules.ruleSet }

  func use(_ rules: Rules) throws(RequirementCycle) {
    var fresh = try LiveRules(rules, context: context, watcher: collected.collector)
    for device in devices { fresh.add(device) }
    self.rules = rules
    live = fresh
    outcomes.removeAll()
  }

  func keepEarlierAttempts(_ script: String) throws {
    let recording = try Recording.read(text: script, name: "the attempts that the daemon remembers").sized(by: ruleSet)
    for attempt in try Replay.attempts(recording, rules: rules).sorted(by: { $0.number < $1.number }) {
      let context = recording.contexts.last { $0.time <= attempt.began }?.context ?? Context()
      _ = kept.add(attempt, of: recording.devices, under: ruleSet, in: context)
    }
  }

  func process(_ script: String, origin: Timestamp?) throws(RecordingError) {
    self.origin = origin ?? self.origin
    for event in try stream.read(script, name: "the daemon") { process(event) }
    deliverResults()
  }

  private func process(_ event: TouchScriptStream.Event) {
    switch event {
    case .beginning: removeDevices()
    case .device(let device):
      devices.append(device)
      live.add(device)
      sendDevices()
    case .session(let change):
      var context = change.context
      if !change.setsMode { context.mode = live.context.mode }
      self.context = context
      live.context = context
    case .frame(let frame): process(frame)
    case .interruption(let interruption):
      switch interruption.extent {
      case .unplugged(let device):
        live.remove(device, at: absolute(interruption.time), into: &outcomes)
        devices.removeAll { $0.id == device }
        fingers[device] = nil
        sendDevices()
      case .all:
        live.cancelAll(at: absolute(interruption.time), into: &outcomes)
        fingers.removeAll()
        changed.formUnion(devices.map(\.id))
      }
    }
  }

  private func process(_ frame: Frame) {
    var frame = frame
    frame.time = absolute(frame.time)
    live.process(frame, into: &outcomes)
    guard let device = devices.first(where: { $0.id == frame.device }) else { return }
    let surface = Surface(ruleSet, of: device)
    var down = fingers[device.id] ?? []
    for touch in frame.touches where !touch.isCountedOnly && touch.position.isFinite {
      down.removeAll { $0.id == touch.id }
      guard touch.phase != .ended, touch.phase != .cancelled else { continue }
      down.append((touch.id, surface.rotated(touch.position)))
    }
    fingers[device.id] = down
    changed.insert(device.id)
  }

  private func absolute(_ time: Timestamp) -> Timestamp {
    Timestamp(microseconds: time.microseconds &+ (origin?.microseconds ?? 0))
  }

  private func removeDevices() {
    let now = Timestamp(microseconds: EventLoop.now())
    for device in devices { live.remove(device.id, at: now, into: &outcomes) }
    devices = []
    fingers = [:]
    changed = []
    sendDevices()
  }

  /// Forgets the devices and the script, because the connection to the daemon has ended.
  func disconnect() {
    removeDevices()
    stream = TouchScriptStream()
    origin = nil
    deliverResults()
  }

  // MARK: Deadlines

  var nextDeadline: Int64? {
    let picture = changed.isEmpty ? nil : lastPictureTime + Self.picturePause
    return [live.nextDeadline.unlessNever?.microseconds, picture].compactMap { $0 }.min()
  }

  func advance(to now: Int64) {
    live.advance(to: Timestamp(microseconds: now), into: &outcomes)
    deliverResults()
  }

  private func deliverResults() {
    for outcome in outcomes where outcome.event.state != .changed { sendNews(fact(outcome.event, outcome.orders)) }
    outcomes.removeAll()
    for attempt in collected.attempts {
      guard let one = kept.add(attempt, of: devices, under: ruleSet, in: context) else { continue }
      onAttempt(one)
    }
    collected.attempts.removeAll()
    let now = EventLoop.now()
    guard !changed.isEmpty, now >= lastPictureTime + Self.picturePause else { return }
    lastPictureTime = now
    for device in devices where changed.contains(device.id) { sendNews(picture(of: device)) }
    changed.removeAll()
  }

  // MARK: News for the page

  var deviceFacts: JSONValue {
    .array(
      devices.map { device in
        let size = ruleSet.rotation(of: device).apply(device.size)
        return [
          "name": .string(device.name), "class": .string(device.deviceClass.rawValue), "width": .number(size.width),
          "height": .number(size.height),
        ]
      })
  }

  private func sendDevices() { sendNews(["news": "devices", "devices": deviceFacts]) }

  private func picture(of device: Device) -> JSONValue {
    let size = ruleSet.rotation(of: device).apply(device.size)
    let touches = (fingers[device.id] ?? []).map { touch in
      JSONValue.array([.integer(Int(touch.id)), .number(rounded(touch.position.x)), .number(rounded(touch.position.y))])
    }
    let rows = live.snapshots(of: device.id).filter { $0.phase != .idle }.prefix(Self.mostRows).map(row)
    return [
      "news": "touches", "device": .string(device.name), "class": .string(device.deviceClass.rawValue),
      "width": .number(size.width), "height": .number(size.height), "touches": .array(touches), "rows": .array(rows),
    ]
  }

  private func rounded(_ millimetres: Double) -> Double { (millimetres * 100).rounded() / 100 }

  private func row(_ snapshot: RecognizerSnapshot) -> JSONValue {
    let name = ruleSet.gestures[snapshot.gesture.rawValue].name
    let waits = snapshot.waitsFor.map { ruleSet.gestures[$0.rawValue].name }
    return [
      "gesture": .string(name), "state": .string(snapshot.phase.word),
      "words": .string(waits.isEmpty ? "" : "waits for \(waits.map(\.visible).listed("and")) to fail"),
      "gauges": .array(
        snapshot.gauges.map { gauge in
          [
            "name": .string(gauge.setting), "words": .string("\(gauge.what) \(gauge.measured) of \(gauge.limit)"),
            "fraction": .number(gauge.share.isFinite ? min(max(gauge.share, 0), 1) : 1), "met": .flag(gauge.isMet),
          ]
        }),
    ]
  }

  private func fact(_ event: GestureEvent, _ orders: ArraySlice<Order>) -> JSONValue {
    let does = orders.compactMap { $0.fact(isSuspended: false) }.map(BindingText.does)
    return [
      "news": "event", "gesture": .string(ruleSet.gestures[event.gesture.rawValue].name),
      "state": .string(event.state.rawValue), "words": .string(does.joined(separator: "; ")),
    ]
  }
}

extension RecognizerSnapshot.Phase {
  fileprivate var word: String {
    switch self {
    case .idle, .landing: "waiting"
    case .possible: "possible"
    case .awaitingFingers, .held: "held"
    case .begun: "begun"
    case .succeeded: "succeeded"
    case .failed: "failed"
    }
  }
}
