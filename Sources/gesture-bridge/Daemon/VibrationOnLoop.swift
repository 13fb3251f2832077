import Bindings
import DeviceInput
import GestureCore
import Glibc
import Logging
import Runtime

/// What the daemon asks of what vibrates. Touch devices have the numbers of their nodes: /dev/input/event5 is 5.
enum VibrationRequest: Equatable {
  /// Gestures are felt on these devices, which are open.
  case keep([UInt16])
  /// A gesture has done something on this one.
  case tick(UInt16)
}

/// What vibrates for gestures, in a runtime: open where rules have gestures that are felt, and never in a dry run.
final class VibrationOnLoop {
  private let vibration: Vibration
  private let descriptor: ChangingDescriptor
  private var isDryRun: Bool
  private var kept: [UInt16] = []

  init(on loop: EventLoop, dryRun: Bool, log: Logger) {
    vibration = Vibration(now: EventLoop.now, log: log)
    descriptor = ChangingDescriptor(on: loop, log: log)
    isDryRun = dryRun
  }

  func use(_ rules: Rules) { vibration.use { rules.feltGestures(on: $0) } }

  func perform(_ request: VibrationRequest) {
    switch request {
    case .tick(let device): vibration.tick(device)
    case .keep(let devices):
      kept = devices
      settle()
    }
  }

  func setDryRun(_ isDry: Bool) {
    guard isDry != isDryRun else { return }
    isDryRun = isDry
    settle()
  }

  func stop() { perform(.keep([])) }

  private func settle() {
    // What is closed is not waited for any more.
    if isDryRun || kept.isEmpty { descriptor.watch(nil, of: vibration.turns) {} }
    vibration.keep(isDryRun ? [] : kept)
    descriptor.watch(vibration.descriptor.map { ($0, Int16(POLLIN)) }, of: vibration.turns) { [unowned self] in
      vibration.serve()
    }
  }
}

/// The touch devices that are open and have gestures that are felt; tells what vibrates of them, and of each time that a gesture has
/// done something there.
final class FeltDevices {
  private let input: TouchInput
  private let runner: EffectPerformer
  private var numbers: [DeviceID: UInt16] = [:]
  /// Whether `settle` has anything to do.
  private(set) var isStale = false

  init(_ input: TouchInput, _ runner: EffectPerformer) {
    self.input = input
    self.runner = runner
  }

  /// There are other devices, or other rules.
  func change() { isStale = true }

  /// After a batch, so that what was just opened is read first: while a device takes an effect, the kernel may let others wait.
  func settle(_ gestures: LiveGestures) {
    isStale = false
    let hadAny = !numbers.isEmpty
    numbers = [:]
    for device in gestures.knownDevices where !gestures.rules.feltGestures(on: device).isEmpty {
      numbers[device.id] = input.number(of: device.id)
    }
    gestures.feel = numbers.isEmpty ? nil : { [unowned self] in tick($0) }
    if hadAny || !numbers.isEmpty { runner.vibrate(.keep(numbers.values.sorted())) }
  }

  private func tick(_ device: DeviceID) {
    if let number = numbers[device] { runner.vibrate(.tick(number)) }
  }
}
