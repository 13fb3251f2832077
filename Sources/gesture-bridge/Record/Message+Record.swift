import DeviceInput
import GestureCore
import Glibc

// Recordings
extension Message {
  static func cannotRecord(_ failure: RecordingFailure) -> String {
    switch failure {
    case .exists(let path): "\(path) exists already: name another file, or write over it with `record --force`"
    case .unwritable(let path, let code): "can't write \(path): \(String(cString: strerror(code)))"
    case .notRead(let name): "can't write \(name): nobody reads from it fast enough"
    }
  }

  /// The daemon goes on.
  static func stoppedRecording(_ ending: FileRecorder.Ending, _ name: String) -> String {
    switch ending {
    case .full(let size): "\(isFull(name, size)); gestures go on without being recorded"
    case .failed(let failure): "\(failure); gestures go on without being recorded"
    }
  }

  static func isFull(_ name: String, _ size: ByteCount) -> String {
    "\(name) has reached its size of \(size) and is whole; --max-size allows more"
  }

  static func recordingTo(_ name: String) -> String { "recording all touches to \(name)" }

  static let debugAlsoPrints = "--record - and --debug both write to standard output: name a file for one of them"

  static func recording(_ devices: [Device], to name: String) -> String {
    let what =
      switch devices.count {
      case 0: "touch devices as they are plugged in"
      case 1...2: devices.map { "the \($0.kind.rawValue) \"\($0.name)\"" }.joined(separator: " and ")
      default: count(devices.count, "touch device")
      }
    return "recording \(what) to \(name), until Ctrl-C"
  }

  static func noDeviceMatches(_ pattern: String) -> String {
    "there is no touch device \"\(pattern)\" yet; `gesture-bridge devices` lists those there are"
  }

  static func noRules(_ problem: any Error) -> String { "gestures are not named: \(problem)" }

  static func leftOut(_ device: Device, _ recorded: String) -> String {
    "\"\(device.name)\" is left out: such a file holds one device, and this is of \"\(recorded)\", which was touched "
      + "first; --device names another"
  }

  static func recorded(seconds: Double, gestures: Int, bytes: Int, to name: String) -> String {
    "recorded \(decimal(seconds, places: 1, padded: true)) s, \(count(gestures, "gesture")), "
      + "\(decimal(Double(bytes) / 1000, places: 1, padded: true)) kB to \(name)"
  }

  static func nothingRecorded(_ name: String) -> String { "nothing was touched; \(name) holds no touches" }
}
