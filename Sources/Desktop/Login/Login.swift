enum Login {
  static let name = "org.freedesktop.login1"
  static let path = "/org/freedesktop/login1"
  static let manager = "org.freedesktop.login1.Manager"
  static let session = "org.freedesktop.login1.Session"
  static let user = "org.freedesktop.login1.User"
  private static let properties = "org.freedesktop.DBus.Properties"

  static func call(_ method: String, _ arguments: [BusCall.Argument]) -> BusCall {
    BusCall(destination: name, path: path, interface: manager, method: method, arguments: arguments)
  }

  static func properties(of path: String, _ interface: String) -> BusCall {
    BusCall(destination: name, path: path, interface: properties, method: "GetAll", arguments: [.text(interface)])
  }

  static func property(_ property: String) -> BusCall {
    BusCall(
      destination: name, path: path, interface: properties, method: "Get", arguments: [.text(manager), .text(property)])
  }

  /// The D-Bus match rule for the login manager's signals, such as signals about sessions and sleep.
  static let managersSignals = "path='\(path)',interface='\(manager)'"

  /// Returns the D-Bus match rule for changed properties of `interface`, on any object of the login manager.
  static func changes(of interface: String) -> String {
    "interface='\(properties)',member='PropertiesChanged',path_namespace='\(path)',arg0='\(interface)'"
  }
}
