/// A method call to an object on the bus.
struct BusCall {
  enum Argument {
    case text(String)
    case number(UInt32)
  }

  var destination: String
  var path: String
  var interface: String
  var method: String
  var arguments: [Argument] = []

  /// The call as a message of a connection; nil if sd-bus refuses a part of it.
  func message(of library: BusLibrary, on bus: OpaquePointer) -> OpaquePointer? {
    var message: OpaquePointer?
    guard library.newCall(bus, &message, destination, path, interface, method) >= 0, let message else { return nil }
    for argument in arguments where !append(argument, to: message, library) {
      _ = library.unrefMessage(message)
      return nil
    }
    return message
  }

  private func append(_ argument: Argument, to message: OpaquePointer, _ library: BusLibrary) -> Bool {
    switch argument {
    case .text(let text): return text.withCString { library.append(message, Self.textCode, $0) } >= 0
    case .number(let number):
      return withUnsafePointer(to: number) { library.append(message, Self.numberCode, $0) } >= 0
    }
  }

  private static let textCode = CChar(bitPattern: UInt8(ascii: "s"))
  private static let numberCode = CChar(bitPattern: UInt8(ascii: "u"))
}
