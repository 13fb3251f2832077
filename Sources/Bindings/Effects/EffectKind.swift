import GestureCore
import TOML

/// A kind of effect: one thing that actions can do. Its file says how it is written, read and explained; `Effects` lists
/// all kinds.
///
/// Only the mode and pausing are done here, by `LiveRules`; everything else is done by a `Performer`, which sees the world.
protocol EffectKind: Sendable {
  /// Its key in rules files, orders and lists of bindings.
  var key: String { get }
  /// What it means, for the manual.
  var manual: String { get }
  var form: EffectForm { get }
  /// Whether it starts commands, which limits are for.
  var commandUse: CommandUse { get }
  /// Whether it may stand under a way of a step.
  var isForSteps: Bool { get }
  /// The key that never stands beside it.
  var excludedKey: String? { get }
  /// Whether lists for people show it without its key.
  var standsAlone: Bool { get }

  /// Reads it from an action and reports what is wrong with it.
  func read(_ reader: inout TableReader, into section: inout ActionSection) -> Effect.Value?
  /// What to write instead of the key at a place where it means nothing; nil where there is nothing to say.
  func advice(at place: MisplacedKey) -> String?
}

extension EffectKind {
  var commandUse: CommandUse { .none }
  var isForSteps: Bool { true }
  var excludedKey: String? { nil }
  var standsAlone: Bool { false }
  var startsCommands: Bool { commandUse != .none }

  func advice(at place: MisplacedKey) -> String? {
    switch place {
    case .step: isForSteps ? "say which way: `up = { \(key) = \"…\" }`" : nil
    case .gesture, .binding, .way: nil
    }
  }
}

/// Whether an effect starts commands.
enum CommandUse {
  case none
  /// One, which goes on running.
  case once
  case eachTime
}

/// Where a key of an action stands that belongs elsewhere.
enum MisplacedKey {
  case gesture(isDiscrete: Bool)
  case binding
  case step, way
}

/// What the value of an effect may be, for schemas.
public enum EffectForm: Sendable {
  case command
  case text(summary: String, example: String)
  case choice(summary: String, [String])
  case number(SettingDeclaration)
}
