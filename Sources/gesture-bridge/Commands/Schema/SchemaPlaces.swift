import Bindings
import GestureCore
import Recordings

/// The parts of the schema that are about zones, defaults and devices.
enum SchemaPlaces {
  static let zone = RulesSchema.table(
    SchemaText.zone,
    [
      JSON.Member("rect", rectangle),
      JSON.Member("edge", RulesSchema.choice(SchemaText.edge, Edge.allCases.map(\.rawValue))),
      JSON.Member("band", RulesSchema.pattern(SchemaText.band, SchemaPattern.length, example: "8 mm")),
      JSON.Member("corner", RulesSchema.choice(SchemaText.corner, Corner.allCases.map(\.rawValue))),
      JSON.Member("size", RulesSchema.pattern(SchemaText.cornerSize, SchemaPattern.corner, example: "15 x 10 mm")),
      JSON.Member("inside", RulesSchema.text(SchemaText.inside, example: "left-half")),
      JSON.Member("device", SchemaConditions.device),
      JSON.Member("exclusive", RulesSchema.flag(SchemaText.exclusive, standard: false)),
      JSON.Member("ignore", RulesSchema.flag(SchemaText.ignore, standard: false)),
      JSON.Member("multi-touch", RulesSchema.flag(SchemaText.multiTouch, standard: true)),
    ],
    [
      JSON.Member("oneOf", [["required": ["rect"]], ["required": ["edge"]], ["required": ["corner"]]]),
      JSON.Member(
        "dependencies", ["edge": ["band"], "band": ["edge"], "corner": ["size"], "size": ["corner"]]),
      JSON.Member("x-taplo", ["initKeys": ["rect"]]),
    ])

  private static let rectangle = RulesSchema.table(
    SchemaText.rectangle,
    [
      JSON.Member("x", RulesSchema.pattern(SchemaText.x, SchemaPattern.position, example: "10 mm")),
      JSON.Member("y", RulesSchema.pattern(SchemaText.y, SchemaPattern.position, example: "50 %")),
      JSON.Member("width", RulesSchema.pattern(SchemaText.width, SchemaPattern.length, example: "50 %")),
      JSON.Member("height", RulesSchema.pattern(SchemaText.height, SchemaPattern.length, example: "50 %")),
    ])

  static let defaults = RulesSchema.table(
    SchemaText.defaults,
    DeviceClass.allCases.map {
      JSON.Member($0.rawValue, RulesSchema.table(SchemaText.defaults(of: $0), overrides))
    } + overrides)

  static let device = RulesSchema.table(
    SchemaText.deviceSection,
    [
      JSON.Member("size", RulesSchema.pattern(SchemaText.deviceSize, SchemaPattern.size, example: "256 x 144 mm")),
      JSON.Member(rotation, turnOrSettings),
      JSON.Member("source", RulesSchema.choice(SchemaText.source, SourceChoice.allCases.map(\.rawValue))),
      JSON.Member("intercept", RulesSchema.flag(SchemaText.intercept, standard: false)),
    ] + overrides.filter { $0.name != rotation })

  private static let rotation = "rotation"

  /// `rotation = "90 deg"` turns the surface, `rotation.min-angle = "10 deg"` is a setting of the kind.
  private static let turnOrSettings: JSON = .object(
    [
      JSON.Member("description", .string(SchemaText.rotation)), JSON.Member("type", ["string", "object"]),
      JSON.Member("pattern", .string(SchemaPattern.rotation)), JSON.Member("additionalProperties", false),
      JSON.Member("properties", .object(Catalogue.kind(named: rotation).map(settings) ?? [])),
      JSON.Member("examples", ["90 deg"]),
    ])

  static let commands = RulesSchema.table(
    SchemaText.commands, CommandSettings.declarations.map { JSON.Member($0.name, $0.schema) })

  private static let overrides = Catalogue.kinds.map { kind in
    JSON.Member(kind.name, RulesSchema.reference("settings-of-\(kind.name)"))
  }

  /// What can be set for all gestures of a kind: everything but what makes each of them one of its own.
  static func settings(of kind: Kind) -> JSON { RulesSchema.table(SchemaText.settings(of: kind), settings(kind)) }

  private static func settings(_ kind: Kind) -> [JSON.Member] {
    kind.allSettings.filter(kind.mayHaveDefault).map { JSON.Member($0.name, $0.schema) }
  }
}
