import Glibc

/// An open file descriptor that is closed when its owner goes.
public struct OwnedDescriptor: ~Copyable, Sendable {
  public let number: Int32

  /// Takes the descriptor over: nothing else may close it.
  public init(owning number: Int32) { self.number = number }

  /// Takes over what a system call has returned.
  ///
  /// - Throws: with errno and the call's name where it returned no descriptor.
  public init(_ call: String, _ number: Int32) throws(SystemError) {
    guard number >= 0 else { throw SystemError(call: call, code: errno) }
    self.number = number
  }

  deinit { close(number) }
}
