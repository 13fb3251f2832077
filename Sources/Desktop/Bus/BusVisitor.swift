import Base
import CLinux
import Glibc

/// A program that has connected to a socket of ours and speaks D-Bus there, with no bus in between. It is told signals and asked
/// for nothing; what it asks for is answered by sd-bus itself, with an error. It never waits.
package final class BusVisitor {
  /// An argument of a signal.
  package enum Argument {
    case unsigned(UInt32)
    case signed(Int32)
    case long(UInt64)
    case double(Double)
  }

  /// The functions of sd-bus for this, which not every library with the others has.
  package struct Functions {
    fileprivate let library: BusLibrary
    fileprivate let setDescriptors: @convention(c) (OpaquePointer, Int32, Int32) -> Int32
    fileprivate let setServer: @convention(c) (OpaquePointer, Int32, gb_bus_id) -> Int32
    fileprivate let newSignal:
      @convention(c) (
        OpaquePointer, UnsafeMutablePointer<OpaquePointer?>, BusLibrary.Text, BusLibrary.Text, BusLibrary.Text
      ) -> Int32
    fileprivate let countQueued: @convention(c) (OpaquePointer, UnsafeMutablePointer<UInt64>) -> Int32

    /// Nil without such a library.
    package init?() {
      for name in BusLibrary.names {
        guard let symbols = LibrarySymbols(of: name), let library = BusLibrary(names: [name]) else { continue }
        guard let functions = try? Functions(library, symbols) else { continue }
        self = functions
        return
      }
      return nil
    }

    private init(_ library: BusLibrary, _ symbols: LibrarySymbols) throws(LibrarySymbols.Missing) {
      self.library = library
      setDescriptors = try symbols.function("sd_bus_set_fd")
      setServer = try symbols.function("sd_bus_set_server")
      newSignal = try symbols.function("sd_bus_message_new_signal")
      countQueued = try symbols.function("sd_bus_get_n_queued_write")
    }
  }

  /// So many messages may wait for a program that has not read them.
  private static let mostQueued = 64
  /// Messages served at once: it has no reason to send many.
  private static let batch = 32

  private let functions: Functions
  private let bus: OpaquePointer
  package let descriptor: Int32

  /// Takes over a connected descriptor; nil where it can't be served.
  package init?(_ functions: Functions, _ descriptor: consuming OwnedDescriptor) {
    // sd-bus closes its own copy.
    let own = fcntl(descriptor.number, F_DUPFD_CLOEXEC, 0)
    guard own >= 0 else { return nil }
    var made: OpaquePointer?
    guard functions.library.new(&made) >= 0, let bus = made else {
      close(own)
      return nil
    }
    guard functions.setDescriptors(bus, own, own) >= 0 else {
      close(own)
      _ = functions.library.closeAndUnref(bus)
      return nil
    }
    var generator = SystemRandomNumberGenerator()
    let id = gb_bus_id(halves: (generator.next(), generator.next()))
    guard functions.setServer(bus, 1, id) >= 0, functions.library.start(bus) >= 0 else {
      _ = functions.library.closeAndUnref(bus)
      return nil
    }
    self.functions = functions
    self.bus = bus
    self.descriptor = own
  }

  deinit { _ = functions.library.closeAndUnref(bus) }

  /// Serves what it has sent; false once it is gone, or not to be served any more.
  package func process() -> Bool {
    for _ in 0..<Self.batch {
      let result = functions.library.process(bus, nil)
      if result < 0 { return false }
      if result == 0 { break }
    }
    var queued: UInt64 = 0
    return functions.countQueued(bus, &queued) >= 0 && queued <= UInt64(Self.mostQueued)
  }

  /// Tells it a signal; false once it is gone, or if it does not read what it is told.
  package func tell(_ path: String, _ interface: String, _ signal: String, _ arguments: [Argument]) -> Bool {
    var made: OpaquePointer?
    guard functions.newSignal(bus, &made, path, interface, signal) >= 0, let message = made else { return false }
    defer { _ = functions.library.unrefMessage(message) }
    for argument in arguments where !add(argument, to: message) { return false }
    return functions.library.send(bus, message, nil) >= 0 && process()
  }

  private func add(_ argument: Argument, to message: OpaquePointer) -> Bool {
    func append<Value>(_ type: Unicode.Scalar, _ value: Value) -> Bool {
      withUnsafePointer(to: value) { functions.library.append(message, CChar(type.value), $0) >= 0 }
    }
    return switch argument {
    case .unsigned(let value): append("u", value)
    case .signed(let value): append("i", value)
    case .long(let value): append("t", value)
    case .double(let value): append("d", value)
    }
  }
}
