import TOML

/// A name as a key of TOML: bare if possible.
public func tomlKey(_ name: String) -> String { TOML.key(name) }

/// Changes settings of one gesture in the text of a rules file, and keeps everything else as it is written.
public struct SettingEdit: Sendable {
  /// Why a text stays as it is.
  public enum Refusal: Error, Equatable, Sendable, CustomStringConvertible {
    /// The setting can't be changed there.
    case notPossible(setting: String, EditRefusal)
    /// The new text would change the meaning of these keys.
    case otherMeaning([String])

    public var description: String {
      switch self {
      case .notPossible(let setting, let refusal): "can't set \(setting.quoted): \(refusal)"
      case .otherMeaning(let keys): "the change would also change \(keys.map(\.quoted).listed("and"))"
      }
    }
  }

  /// The text with the changes.
  public let text: [UInt8]

  /// `settings` are names with values in TOML.
  public init(
    _ settings: [(name: String, value: String)], of gesture: String, in original: [UInt8]
  ) throws(Refusal) {
    var text = original
    for (name, value) in settings {
      do {
        text = try TOML.parse(text).setting(["gesture", gesture, name], to: value, in: text).applied(to: text)
      } catch {
        throw .notPossible(setting: name, error)
      }
    }
    self.text = text
    let intended = Set(settings.map { ["gesture", gesture, $0.name] })
    let after = TOML.parse(text)
    let changed = after.differences(from: TOML.parse(original)).filter { !intended.contains($0) }
    guard changed.isEmpty, after.errors.isEmpty else { throw .otherMeaning(changed.map { TOML.key($0) }) }
  }

  /// Whether a file has a section of this gesture.
  public static func isHome(_ text: [UInt8], of gesture: String) -> Bool {
    guard case .table(let gestures)? = TOML.parse(text).root["gesture"]?.value.content else { return false }
    return gestures[gesture] != nil
  }
}
