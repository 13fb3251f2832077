package struct BusCall {
  package enum Argument {
    case text(String)
    case number(UInt32)
    case long(UInt64)
    case signed(Int32)
    case flag(Bool)
    case real(Double)
  }

  var destination: String
  var path: String
  var interface: String
  var method: String
  var arguments: [Argument]

  package init(destination: String, path: String, interface: String, method: String, arguments: [Argument] = []) {
    self.destination = destination
    self.path = path
    self.interface = interface
    self.method = method
    self.arguments = arguments
  }

  func message(of library: BusLibrary, on bus: OpaquePointer) -> OpaquePointer? {
    var message: OpaquePointer?
    guard library.message_new_method_call(bus, &message, destination, path, interface, method) >= 0, let message else {
      return nil
    }
    for argument in arguments where !library.append(argument, to: message) {
      _ = library.message_unref(message)
      return nil
    }
    return message
  }
}

extension BusLibrary {
  func append(_ argument: BusCall.Argument, to message: OpaquePointer) -> Bool {
    func append<Value>(_ type: Unicode.Scalar, _ value: Value) -> Bool {
      withUnsafePointer(to: value) { message_append_basic(message, CChar(type.value), $0) >= 0 }
    }
    return switch argument {
    case .text(let text): text.withCString { message_append_basic(message, CChar(UInt8(ascii: "s")), $0) >= 0 }
    case .number(let number): append("u", number)
    case .long(let number): append("t", number)
    case .signed(let number): append("i", number)
    // sd-bus reads booleans as `int`.
    case .flag(let flag): append("b", Int32(flag ? 1 : 0))
    case .real(let number): append("d", number)
    }
  }
}
