/// Reads in libinput's log that a device has lost events: it tells so nowhere else.
///
/// Its kernel buffer was full. libinput then asks for the state of the device and goes on with that, so what it says next may
/// be a jump from where fingers were long ago to where they are.
enum LostEvents {
  private static let sentence = ": SYN_DROPPED event"
  private static let folder = "/dev/input/"

  /// The node that a message says has lost events; nil if it says something else.
  ///
  ///     event5  - Panel: SYN_DROPPED event - some input events have been lost.
  static func node(in message: String) -> String? {
    guard message.contains(sentence), let name = message.split(separator: " ").first else { return nil }
    return folder + name
  }
}
