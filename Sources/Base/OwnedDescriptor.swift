import Glibc

/// An open file descriptor that is closed when this value is destroyed.
public struct OwnedDescriptor: ~Copyable, Sendable {
  public let number: Int32

  /// Takes ownership: nothing else may close the descriptor.
  public init(owning number: Int32) { self.number = number }

  /// Takes ownership of `number`, the result of the system call `call`.
  /// - Throws: the call's name and errno if `number` is negative.
  public init(_ call: String, _ number: Int32) throws(SystemError) {
    guard number >= 0 else { throw SystemError(call: call, code: errno) }
    self.number = number
  }

  deinit { close(number) }
}
