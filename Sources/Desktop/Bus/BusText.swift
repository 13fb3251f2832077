/// How much of a text from the bus is read, in bytes: a program can put anything into its title.
enum BusText {
  /// Of a title.
  static let title = 4096
  /// Of the name of an application, an output or a workspace.
  static let name = 256

  /// Nil for the empty text, which says that something is unknown.
  static func known(_ text: String) -> String? { text.isEmpty ? nil : text }
}
