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

  /// `settings` are the ways from the gesture's section, a name or a class of device and a name, with values in TOML.
  public init(
    _ settings: [(path: [String], value: String)], of gesture: String, in original: [UInt8]
  ) throws(Refusal) {
    var text = original
    for (path, value) in settings {
      do {
        text = try TOML.parse(text).setting(["gesture", gesture] + path, to: value, in: text).applied(to: text)
      } catch {
        throw .notPossible(setting: TOML.key(path), error)
      }
    }
    self.text = text
    // A section that was missing differs as a whole; it holds nothing else.
    let intended = settings.flatMap { setting in
      setting.path.indices.map { ["gesture", gesture] + setting.path[...$0] }
    }
    let after = TOML.parse(text)
    let changed = after.differences(from: TOML.parse(original)).filter { !intended.contains($0) }
    guard changed.isEmpty, after.errors.isEmpty else { throw .otherMeaning(changed.map { TOML.key($0) }) }
  }
}
