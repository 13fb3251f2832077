import Glibc

/// One of the readers that any bytes are given to.
public struct FuzzTarget: Sendable {
  public let name: String
  /// Checks that some inputs are accepted: a target that refuses everything finds nothing.
  var prepare: @Sendable () -> Void = {}
  /// Must return, whatever the bytes are, and may stop the program only because a promise does not hold.
  let look: @Sendable ([UInt8]) -> Void

  public func begin() { prepare() }

  public func look(at bytes: [UInt8]) { look(bytes) }

  public static let all = [toml, rules, recording, importers, devices, bus, frames, control]
  private static let variable = "GESTURE_FUZZ"

  /// The one that the environment names.
  public static let chosen: FuzzTarget = named(getenv(variable).map { String(cString: $0) } ?? "")

  public static func named(_ name: String) -> FuzzTarget {
    guard let target = all.first(where: { $0.name == name }) else {
      stop("a target is one of: \(all.map(\.name).joined(separator: ", ")), and not \"\(name)\"")
    }
    return target
  }
}

/// Stops the program, and libFuzzer keeps the input.
func expect(_ holds: Bool, _ what: @autoclosure () -> String) {
  guard !holds else { return }
  say("does not hold: \(what())")
  abort()
}

/// Ends the program: the fault is in the target, not in the tested code.
func stop(_ why: String) -> Never {
  say("fuzz: \(why)")
  exit(2)
}

private func say(_ text: String) {
  let line = Array((text + "\n").utf8)
  _ = write(STDERR_FILENO, line, line.count)
}
