import Bindings
import DeviceInput
import GestureCore
import Glibc
import Logging
import Recordings

/// Watches touch devices as the daemon does, records them and says which gestures it recognizes; runs no command.
final class RecordSession {
  /// What the command line asks of it.
  struct Options {
    /// Which devices to record.
    var devices = DeviceMatch.any
    /// What the user called these.
    var pattern = ""
    /// How long, in microseconds; nil for until a signal comes.
    var duration: Int64?
  }

  private let options: Options
  private let log: Logger
  private let loop: EventLoop
  private let recorder: FileRecorder
  private let rules: RuleSet
  private var live: LiveRules
  private var outcomes = Outcomes()
  private var names: Names
  private var devices: [DeviceID: Device] = [:]
  /// The device that was touched first.
  private var first: DeviceID?
  /// Devices of which it has been said that they have no place in the file.
  private var leftOut: Set<DeviceID> = []
  private var source: InputSource?
  private var end: Timestamp?
  private var last = Timestamp.never
  private var gestures = 0
  private var ending: FileRecorder.Ending?

  init(_ options: Options, _ rules: Rules, _ recorder: FileRecorder, log: Logger) throws {
    self.options = options
    self.log = log
    self.recorder = recorder
    self.rules = rules.ruleSet
    loop = try EventLoop()
    live = try LiveRules(rules)
    names = Names(rules.ruleSet)
  }

  /// Records until a signal, the end of the time or a full file ends it; returns the exit status.
  func run() throws -> Int32 {
    let source = try InputSource(rules: rules, now: { .now }, log: log)
    self.source = source
    for descriptor in source.descriptors {
      try loop.add(descriptor, .reading) { [unowned self] _ in read(descriptor) }
    }
    loop.onTimer = { [unowned self] in timeReached(Timestamp(microseconds: $0)) }
    loop.onSignal = { [unowned self] _ in stop(at: EventLoop.now()) }
    recorder.ended = { [unowned self] in
      ending = $0
      loop.stop(0)
    }
    source.start()
    pull()
    // Not even the first lines could be written.
    guard recorder.isOn else { return sayGoodbye() }
    greet()
    end = options.duration.map { Timestamp(microseconds: EventLoop.now() + $0) }
    rearm()
    let status = try loop.run()
    return max(status, sayGoodbye())
  }

  private func pull() {
    while let event = source?.next() {
      switch event {
      case .frame(let frame): take(frame)
      case .added(let device): add(device)
      case .removed(let device): remove(device)
      case .gaveBack, .unopenable: break
      }
    }
  }

  private func greet() {
    let known = devices.values.sorted { $0.id.rawValue < $1.id.rawValue }
    if known.isEmpty {
      log.warning("\(options.devices == .any ? Message.noDevices : Message.noDeviceMatches(options.pattern))")
    }
    log.notice("\(Message.recording(known, to: recorder.output.name))")
  }

  private func add(_ device: Device) {
    guard options.devices.matches(device) else { return }
    let rotation = rules.rotation(ofDevice: device.name)
    let recorded = recorder.add(device, rotation: rotation, at: Timestamp(microseconds: EventLoop.now()))
    devices[device.id] = recorded
    names.add(recorded)
    live.add(recorded)
  }

  private func remove(_ device: DeviceID) {
    guard let gone = devices.removeValue(forKey: device) else { return }
    let time = recorder.remove(device, at: Timestamp(microseconds: EventLoop.now()))
    live.remove(device, at: time, into: &outcomes)
    tell()
    log.info("\(Message.gone(gone))")
  }

  private func take(_ frame: Frame) {
    guard recorder.isOn, let device = devices[frame.device] else { return }
    guard let settled = recorder.take(frame) else { return leaveOut(device) }
    if first == nil {
      first = frame.device
      names.origin = settled.time
    }
    last = settled.time
    live.process(settled, into: &outcomes)
    tell()
  }

  private func leaveOut(_ device: Device) {
    guard leftOut.insert(device.id).inserted else { return }
    log.warning("\(Message.leftOut(device, first.flatMap { devices[$0]?.name } ?? ""))")
  }

  /// Movements are many, and what they come to is said at the end.
  private func tell() {
    for event in outcomes.lazy.map(\.event) where event.state != .changed {
      if event.state == .recognized || event.state == .began { gestures += 1 }
      StandardStreams.writeError(names.line(event) + "\n")
    }
    outcomes.removeAll()
  }

  private func read(_ descriptor: Int32) {
    do {
      try source?.read(descriptor)
      pull()
    } catch {
      log.error("\(error)")
      loop.stop(1)
    }
    rearm()
  }

  private func timeReached(_ now: Timestamp) {
    source?.advance(to: now)
    pull()
    if let deadline = live.nextDeadline, deadline <= now { recorder.reached(now) }
    live.advance(to: now, into: &outcomes)
    tell()
    recorder.advance(to: now)
    if let end, end <= now { return stop(at: now.microseconds) }
    rearm()
  }

  private func rearm() {
    let deadlines = [live.nextDeadline, source?.nextDeadline, recorder.nextDeadline, end].compactMap { $0 }
    loop.arm(at: deadlines.min()?.microseconds)
  }

  /// Breaks off what fingers still do, in the file as here.
  private func stop(at now: Int64) {
    let time = recorder.cancelAll(at: Timestamp(microseconds: now))
    live.cancelAll(at: time, into: &outcomes)
    tell()
    loop.stop(0)
  }

  /// Says what came of it; returns the exit status.
  private func sayGoodbye() -> Int32 {
    do throws(RecordingFailure) {
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
