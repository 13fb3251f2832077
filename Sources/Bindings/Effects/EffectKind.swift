import GestureCore
import TOML

/// The documentation of a kind of effect.
public protocol EffectDescription: Sendable {
  /// The key of the effect in rules files, orders and lists of actions.
  var key: String { get }
  /// The meaning of the effect, for the manual.
  var manual: String { get }
  var form: EffectForm { get }
  /// The other keys of an action that give details of this effect, such as `at` for `click`.
  var options: [EffectOption] { get }
  /// The key of an effect that an action can't have together with this effect, or nil.
  var excludedKey: String? { get }
  /// Whether lists of actions omit the key, and show only the value.
  var omitsKey: Bool { get }
}

/// A kind of effect: one thing that actions can do. `Effects` lists all kinds.
protocol EffectKind: EffectDescription {
  var startsCommands: Bool { get }
  /// The key of the action that usually has this effect, for advice.
  var usualTrigger: Trigger { get }
  var usualValue: String { get }
  /// Whether a direction of a step may have this effect.
  var isForSteps: Bool { get }

  /// Reads the effect and reports mistakes. Nil without the effect or after an error.
  func read(_ reader: inout TableReader, into section: inout ActionSection) -> Effect.Part?
  /// Advice for an error about this effect's key in a wrong place; nil if there is no advice.
  func advice(at location: KeyLocation) -> String?
}

/// A kind of effect with a fixed key.
protocol KeyedEffect: EffectKind {
  static var key: String { get }
}

extension KeyedEffect {
  var key: String { Self.key }
}

extension EffectKind {
  var options: [EffectOption] { [] }
  var startsCommands: Bool { false }
  var usualTrigger: Trigger { .run }
  var usualValue: String { "…" }
  var isForSteps: Bool { true }
  var excludedKey: String? { nil }
  var omitsKey: Bool { false }

  func advice(at location: KeyLocation) -> String? {
    let usual = "`\(usualTrigger.rawValue) = { \(key) = \"\(usualValue)\" }`"
    return switch location {
    case .gesture, .binding: startsCommands ? nil : "write \(usual)"
    case .step where isForSteps: "add a direction, such as `up = { \(key) = \"…\" }`"
    case .direction where isForSteps: nil
    case .step, .direction: "a step can't have `\(key)`: write \(usual) next to `step`"
    }
  }
}

/// The section or table in which a key of an action is misplaced.
enum KeyLocation {
  case gesture(isDiscrete: Bool)
  case binding
  case step, direction
}

/// The possible values of an effect, for schemas.
public enum EffectForm: Sendable {
  case command
  case text(summary: String, example: String)
  case texts(summary: String, example: String)
  case choice(summary: String, [String])
  case flag(summary: String)
  case number(SettingDeclaration)
  case choiceOrNumber(summary: String, [String], ClosedRange<Int>)
}

/// A key of an action that gives details of an effect, such as `at` for `click`.
public struct EffectOption: Sendable {
  public let key: String
  /// The meaning of the key, for the manual and for schemas.
  public let manual: String
  public let form: Form

  /// The possible values of the key, for schemas.
  public enum Form: Sendable {
    case choice([String])
    case setting(SettingDeclaration)
    case count(ClosedRange<Int>)
  }
}

/// All kinds of effect, and the descriptions and options that other targets use.
public enum Effects {
  /// All kinds of effect, in the order of `Effect.parts`.
  static let kinds: [any EffectKind] = [
    CommandEffect(),
    StreamEffect(),
    ModeEffect(),
    PauseEffect(),
    KeysEffect(),
    TypeEffect(),
    HoldEffect(),
    ClickEffect(),
    ScrollEffect(),
    MoveEffect(),
    DragEffect(),
    NativeEffect(),
    WorkspaceEffect(),
    DesktopEffect<WindowAction>(),
    DesktopEffect<OverviewAction>(),
    DesktopEffect<MediaAction>(),
    LevelEffect(level: .volume),
    LevelEffect(level: .brightness),
    LaunchEffect(),
  ]

  public static let descriptions: [any EffectDescription] = kinds

  public static let options = kinds.flatMap(\.options).reduce(into: [EffectOption]()) { options, option in
    if !options.contains(where: { $0.key == option.key }) { options.append(option) }
  }

  static let keys = kinds.map(\.key)
  static let keysForSteps = kinds.filter(\.isForSteps).map(\.key)

  private static let indices = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, $0) })

  static func kind(_ key: String) -> (any EffectKind)? { indices[key].map { kinds[$0] } }

  /// The rank of a key among all keys; an unknown key comes last.
  static func rank(of key: String) -> Int { indices[key] ?? keys.count }
}
