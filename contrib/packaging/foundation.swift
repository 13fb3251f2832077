// What swift-argument-parser refers to of Foundation. contrib/release links it in place of Foundation, which is five megabytes of
// Swift's library for an option that describes a program in JSON, and for errors that no program here has.
//
// The names must be those of the module that is stood in for, FoundationEssentials; so must their kinds. If swift-argument-parser refers to
// more one day, the linker says what is missing.

import Glibc

public protocol LocalizedError: Error {
  var errorDescription: String? { get }
}

open class JSONEncoder {
  public struct OutputFormatting: Sendable {
    public static let prettyPrinted = OutputFormatting()
    public static let sortedKeys = OutputFormatting()
  }

  /// Ends the program. Nothing else of this class is ever used, so it need not be like Foundation's.
  public init() {
    let message = "gesture-bridge: error: this build can't describe itself in JSON\n"
    _ = write(STDERR_FILENO, message, message.utf8.count)
    exit(1)
  }
}

public struct Data {}

extension String {
  public struct Encoding: Sendable {
    public static let utf8 = Encoding()
  }

  public init?(data: __shared Data, encoding: Encoding) { nil }
}
