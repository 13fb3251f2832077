import Glibc

/// One of the things that any bytes are given to; `GESTURE_FUZZ` in the environment says which.
struct FuzzTarget: Sendable {
  let name: String
  /// Finds out whether an input can mean anything at all: a target that refuses everything finds nothing.
  var prepare: @Sendable () -> Void = {}
  /// Must come back, whatever the bytes are, and may stop the program only because something does not hold.
  let look: @Sendable ([UInt8]) -> Void

  func look(at bytes: [UInt8]) { look(bytes) }

  static let all = [toml, rules, recording, frames, control]
  static let variable = "GESTURE_FUZZ"

  static let chosen: FuzzTarget = {
    let name = getenv(variable).map { String(cString: $0) } ?? ""
    guard let target = all.first(where: { $0.name == name }) else {
      stop("\(variable) names a target: \(all.map(\.name).joined(separator: ", "))")
    }
    return target
  }()
}

/// Stops the fuzzer, which keeps the input.
func expect(_ holds: Bool, _ what: @autoclosure () -> String) {
  guard !holds else { return }
  say("does not hold: \(what())")
  abort()
}

/// Ends the program: the target is to be mended, not what it looks at.
func stop(_ why: String) -> Never {
  say("fuzz: \(why)")
  exit(2)
}

private func say(_ text: String) {
  let line = Array((text + "\n").utf8)
  _ = write(STDERR_FILENO, line, line.count)
}
