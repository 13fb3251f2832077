/// The names by which logind and elogind are spoken to on the bus.
enum Login {
  static let name = "org.freedesktop.login1"
  static let path = "/org/freedesktop/login1"
  static let manager = "org.freedesktop.login1.Manager"
  static let session = "org.freedesktop.login1.Session"
  static let user = "org.freedesktop.login1.User"
  private static let properties = "org.freedesktop.DBus.Properties"

  /// Who has not answered by then, microseconds, is not there: it answers within a few milliseconds.
  static let patience: Int64 = 5_000_000

  /// A call of the manager.
  static func call(_ method: String, _ arguments: [BusCall.Argument]) -> BusCall {
    BusCall(destination: name, path: path, interface: manager, method: method, arguments: arguments)
  }

  /// Asks for all properties of an object.
  static func properties(of path: String, _ interface: String) -> BusCall {
    BusCall(
      destination: name, path: path, interface: properties, method: "GetAll", arguments: [.text(interface)])
  }

  /// Asks for one property of the manager.
  static func property(_ property: String) -> BusCall {
    BusCall(
      destination: name, path: path, interface: properties, method: "Get",
      arguments: [.text(manager), .text(property)])
  }

  /// What the manager tells of its own accord: of sessions that come and go, and of sleep.
  static let managersSignals = "type='signal',sender='\(name)',path='\(path)',interface='\(manager)'"

  /// That properties of objects with this interface have changed.
  static func changes(of interface: String) -> String {
    """
    type='signal',sender='\(name)',interface='\(properties)',member='PropertiesChanged',path_namespace='\(path)',\
    arg0='\(interface)'
    """
  }

  /// That somebody else has its name now, or nobody.
  static let ownerChanges = "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(name)'"
}
