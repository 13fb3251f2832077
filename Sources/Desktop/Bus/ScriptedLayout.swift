import Text

/// Reads the areas of screens and windows from JSON. This project's scripts in KWin and GNOME Shell send this text:
///
///     {"screens": [[name, left, top, width, height]...],
///      "windows": [[left, top, width, height, file, class, title, fullscreen]...]}
///
/// The front window comes first. A window with only its area is a panel or the background.
enum ScriptedLayout {
  /// The maximum length of the text, in bytes.
  static let most = 1 << 19
  private static let deepest = 4

  static func read(_ text: String) -> DesktopLayout? {
    guard let value = try? JSONReader.read(Array(text.utf8), maxDepth: deepest), let screens = value["screens"]?.values,
      let windows = value["windows"]?.values
    else { return nil }
    return DesktopLayout(
      surfaces: windows.compactMap { $0.values.flatMap(surface) },
      screens: screens.compactMap { $0.values.flatMap(screen) })
  }

  private static func screen(_ parts: [JSONValue]) -> DesktopLayout.Screen? {
    guard let name = parts.first?.string, !name.isEmpty, let area = area(parts.dropFirst()) else { return nil }
    return DesktopLayout.Screen(name, area)
  }

  private static func surface(_ parts: [JSONValue]) -> DesktopLayout.Surface? {
    guard let area = area(parts[...]) else { return nil }
    guard parts.count >= 8, let file = parts[4].string, let ofClass = parts[5].string, let title = parts[6].string,
      let isFullscreen = parts[7].flag
    else { return DesktopLayout.Surface(area, nil) }
    let window = DesktopFacts.Window(
      app: BusText.known(file) ?? BusText.known(ofClass), title: Toplevels.cut(title), isFullscreen: isFullscreen)
    return DesktopLayout.Surface(area, window)
  }

  private static func area(_ sides: ArraySlice<JSONValue>) -> DesktopLayout.Area? {
    let numbers: [Double] = sides.prefix(4).compactMap { if case .number(let number) = $0 { number } else { nil } }
    guard numbers.count == 4 else { return nil }
    return DesktopLayout.Area(left: numbers[0], top: numbers[1], width: numbers[2], height: numbers[3])
  }
}
