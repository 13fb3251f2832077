import Base
import Bindings
import Desktop
import DeviceInput
import GestureCore
import Glibc
import Logging
import Recordings
import Runtime
import Text

/// Records touch devices, and shows the recognized gestures. Runs no commands.
final class RecordSession: InputSourceDelegate {
  /// The class of the devices to record, or a pattern for their name or connection; nil for all devices.
  private let pattern: String?
  private let match: DeviceMatch
  /// The duration in microseconds; nil to record until a signal.
  private let duration: Int64?
  private let log: Logger
  private let runtime: Runtime
  private let input: InputSource
  private let recorder: FileRecorder
  private let rules: RuleSet
  /// The longest wait for the desktop's report of its outputs, in microseconds.
  private static let patience: Int64 = 300_000
  /// The desktop's outputs, read once. Nil until a touchscreen needs them.
  private var screens: OutputMap?
  private var live: LiveRules
  private var outcomes = Outcomes()
  private var names: Names
  private var devices: [DeviceID: Device] = [:]
  private var first: DeviceID?
  /// The devices that were already reported as not recorded.
  private var skipped: Set<DeviceID> = []
  private var end: Timestamp?
  private var last = Timestamp.never
  private var gestures = 0
  private var ending: FileRecorder.Ending?

  init(_ pattern: String?, for duration: Int64?, _ rules: Rules, _ recorder: FileRecorder, log: Logger) throws {
    self.pattern = pattern
    match =
      pattern.map { name -> DeviceMatch in DeviceClass(rawValue: name).map { .deviceClass($0) } ?? .name(name) } ?? .any
    (self.duration, self.log, self.recorder) = (duration, log, recorder)
    self.rules = rules.ruleSet
    runtime = try Runtime()
    input = try InputSource(rules: rules.ruleSet, log: log)
    live = try LiveRules(rules)
    names = Names(rules.ruleSet)
  }

  /// Records until a signal comes, `duration` ends, or the recording is full or not writable. Returns the exit status.
  func run() throws -> Int32 {
    input.delegate = self
    try input.follow(in: runtime.loop) { [unowned runtime] in runtime.stop(1) }
    runtime.add(input)
    runtime.add(TimedPart(deadline: { [unowned self] in nextDeadline }, due: { [unowned self] in advance(to: $0) }))
    runtime.loop.onSignal = { [unowned self] _ in stop(at: EventLoop.now()) }
    recorder.ended = { [unowned self] in
      ending = $0
      runtime.stop(0)
    }
    input.start()
    // The recorder has ended if not even the first lines could be written.
    guard recorder.isOn else { return sayGoodbye() }
    greet()
    end = duration.map { Timestamp(microseconds: EventLoop.now() + $0) }
    let status = try runtime.run()
    return max(status, sayGoodbye())
  }

  func handle(_ event: SourceEvent) {
    switch event {
    case .frame(let frame): take(frame)
    case .added(let device): add(device)
    case .removed(let device): remove(device)
    case .gaveBack, .unopenable: break
    }
  }

  private func greet() {
    let known = devices.values.sorted { $0.id.rawValue < $1.id.rawValue }
    if known.isEmpty { log.warning("\(pattern.map(Message.noDeviceMatches) ?? Message.noDevices)") }
    log.notice("\(Message.recording(known, to: recorder.output.name))")
  }

  private func add(_ device: Device) {
    guard match.matches(device) else { return }
    let device = turned(device)
    let rotation = rules.rotation(of: device)
    let recorded = recorder.add(device, rotation: rotation, at: Timestamp(microseconds: EventLoop.now()))
    devices[device.id] = recorded
    names.add(recorded)
    live.add(recorded)
  }

  /// The device with the rotation of its output, or without a rotation if its output isn't found. Unchanged for
  /// touchpads and screenless tablets, and if the rules set the rotation.
  private func turned(_ device: Device) -> Device {
    guard device.isFollowed, rules.fixedRotation(of: device.identity) == nil else { return device }
    var turned = device
    turned.rotation = outputs().place(of: device, rules)?.rotation
    return turned
  }

  private func outputs() -> OutputMap {
    if let screens { return screens }
    let links = DesktopLinks(.outputs, of: Desktop.facts, now: EventLoop.now(), variable: EnvironmentVariable.value)
    links.wait(within: Self.patience)
    var map = OutputMap()
    map.take(links.facts.outputs)
    screens = map
    return map
  }

  private func remove(_ device: DeviceID) {
    guard let gone = devices.removeValue(forKey: device) else { return }
    let time = recorder.remove(device, at: Timestamp(microseconds: EventLoop.now()))
    live.remove(device, at: time, into: &outcomes)
    printEvents()
    log.info("\(Message.gone(gone))")
  }

  private func take(_ frame: Frame) {
    guard recorder.isOn, let device = devices[frame.device] else { return }
    guard let recorded = recorder.record(frame) else { return skip(device) }
    if first == nil {
      first = frame.device
      names.origin = recorded.time
    }
    last = recorded.time
    live.process(recorded, into: &outcomes)
    printEvents()
  }

  private func skip(_ device: Device) {
    guard skipped.insert(device.id).inserted else { return }
    log.warning("\(Message.skipped(device, first.flatMap { devices[$0]?.name } ?? ""))")
  }

  /// Prints the gesture events except changes, because changes are too frequent.
  private func printEvents() {
    for event in outcomes.lazy.map(\.event) where event.state != .changed {
      if event.state == .recognized || event.state == .began { gestures += 1 }
      StandardStreams.writeError(names.line(event) + "\n")
    }
    outcomes.removeAll()
  }

  private var nextDeadline: Int64? {
    [live.nextDeadline.unlessNever, recorder.nextDeadline, end].compactMap { $0 }.min()?.microseconds
  }

  private func advance(to now: Int64) {
    let time = Timestamp(microseconds: now)
    if live.nextDeadline <= time { recorder.noteReached(time) }
    live.advance(to: time, into: &outcomes)
    printEvents()
    recorder.advance(to: time)
    if let end, end <= time { stop(at: now) }
  }

  private func stop(at now: Int64) {
    let time = recorder.cancelAll(at: Timestamp(microseconds: now))
    live.cancelAll(at: time, into: &outcomes)
    printEvents()
    runtime.stop(0)
  }

  private func sayGoodbye() -> Int32 {
    do throws(CommandError) {
      try recorder.finish()
    } catch {
      ending = .failed(error)
    }
    if case .failed(let failure) = ending {
      log.error("\(failure)")
      return 1
    }
    if case .full(let size) = ending { log.notice("\(Message.isFull(recorder.output.name, size))") }
    guard let origin = recorder.origin else {
      log.notice("\(Message.nothingRecorded(recorder.output.name))")
      return 0
    }
    let text = Message.recorded(
      seconds: (last - origin).seconds, gestures: gestures, bytes: recorder.length, to: recorder.output.name)
    log.notice("\(text)")
    return 0
  }
}

extension Message {
  /// The daemon's message when a recording ends early. The daemon continues without recording.
  static func stoppedRecording(_ ending: FileRecorder.Ending, _ name: String) -> String {
    switch ending {
    case .full(let size): "\(isFull(name, size)); gestures continue without being recorded"
    case .failed(let failure): "\(failure); gestures continue without being recorded"
    }
  }

  static func isFull(_ name: String, _ size: ByteCount) -> String {
    "\(name) has reached its maximum size of \(size), so the recording has ended; use a larger --max-size"
  }

  static func recordingTo(_ name: String) -> String { "recording all touches to \(name)" }

  static func recording(_ devices: [Device], to name: String) -> String {
    let what =
      switch devices.count {
      case 0: "touch devices as soon as they are plugged in"
      case 1...2: devices.map { "the \($0.kind.rawValue) \($0.name.inQuotes)" }.joined(separator: " and ")
      default: count(devices.count, "touch device")
      }
    return "recording to \(name) (Ctrl-C ends the recording): \(what)"
  }

  static func noDeviceMatches(_ pattern: String) -> String {
    "no touch device that you can open matches \(pattern.inQuotes); run `gesture-bridge devices` to see all devices"
  }

  static func noRules(_ problem: any Error) -> String { "touches are recorded, but gestures are not shown: \(problem)" }

  static func skipped(_ device: Device, _ recorded: String) -> String {
    "\(device.name.inQuotes) is skipped: this format records only one device, and \(recorded.inQuotes) was "
      + "touched first; choose another device with --device"
  }

  static func recorded(seconds: Double, gestures: Int, bytes: Int, to name: String) -> String {
    "recorded \(decimal(seconds, places: 1, padded: true)) s, \(count(gestures, "gesture")), "
      + "\(decimal(Double(bytes) / 1000, places: 1, padded: true)) kB to \(name)"
  }

  static func nothingRecorded(_ name: String) -> String { "no device was touched, so \(name) has no touches" }
}

/// The current local date and time as text, for a recording's remarks and file name.
enum WallClock {
  private static let longest = 64

  static var moment: String { text("%Y-%m-%d at %H:%M %z") }

  static var name: String { text("%Y-%m-%d-%H%M%S") }

  private static func text(_ format: String) -> String {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    var characters = [CChar](repeating: 0, count: longest)
    let count = strftime(&characters, longest, format, &parts)
    return String(decoding: characters.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
