import CLinux

/// A failed system call. Its description is like "epoll_create1: Too many open files (EMFILE)".
public struct SystemError: Error, Equatable, CustomStringConvertible {
  public let call: String
  public let code: Int32

  public init(call: String, code: Int32) { (self.call, self.code) = (call, code) }

  public var description: String { "\(call): \(SystemText.error(code))" }
}

/// English texts for the numbers of errors and signals, in every locale.
public enum SystemText {
  public static func error(_ code: Int32) -> String {
    guard let text = gb_error_text(code), let name = gb_error_name(code) else { return "error \(code)" }
    return "\(String(cString: text)) (\(String(cString: name)))"
  }

  public static func signal(_ number: Int32) -> String {
    guard let name = gb_signal_name(number) else { return "signal \(number)" }
    return "signal \(number) (SIG\(String(cString: name)))"
  }
}
