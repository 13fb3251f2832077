/// A method call to an object on the bus.
package struct BusCall {
  package enum Argument {
    case text(String)
    case number(UInt32)
    case signed(Int32)
    case flag(Bool)
    case real(Double)
  }

  var destination: String
  var path: String
  var interface: String
  var method: String
  var arguments: [Argument]

  package init(
    destination: String, path: String, interface: String, method: String, arguments: [Argument] = []
  ) {
    self.destination = destination
    self.path = path
    self.interface = interface
    self.method = method
    self.arguments = arguments
  }

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
    case .signed(let number):
      return withUnsafePointer(to: number) { library.append(message, Self.signedCode, $0) } >= 0
    // sd-bus reads an int.
    case .flag(let flag):
      return withUnsafePointer(to: Int32(flag ? 1 : 0)) { library.append(message, Self.flagCode, $0) } >= 0
    case .real(let number):
      return withUnsafePointer(to: number) { library.append(message, Self.realCode, $0) } >= 0
    }
  }

  private static let textCode = CChar(bitPattern: UInt8(ascii: "s"))
  private static let signedCode = CChar(bitPattern: UInt8(ascii: "i"))
  private static let flagCode = CChar(bitPattern: UInt8(ascii: "b"))
  private static let realCode = CChar(bitPattern: UInt8(ascii: "d"))
  private static let numberCode = CChar(bitPattern: UInt8(ascii: "u"))
}
