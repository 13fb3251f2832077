import Bindings
import Recordings

/// The parts of the schema that are about what gestures do.
enum SchemaActions {
  /// A string for the shell or a list to run directly.
  static let command: JSON = .object(
    [JSON.Member("description", .string(SchemaText.command))] + commandForm(table: false))

  /// A command, or a table that says more.
  static let effect = form(SchemaText.effect, effectKeys, one: effectKeys.map(\.name))

  /// What stands behind the key of a trigger.
  static func action(on trigger: Trigger) -> JSON {
    trigger == .step ? step : form(SchemaText.action(on: trigger), effectKeys + limits, one: effectKeys.map(\.name))
  }

  private static let step = RulesSchema.table(
    SchemaText.action(on: .step),
    [JSON.Member("every", RulesSchema.pattern(SchemaText.every, SchemaPattern.stretch, example: "6 mm"))]
      + Step.Way.allCases.map { JSON.Member($0.rawValue, RulesSchema.reference("effect")) } + limits,
    [
      JSON.Member("required", ["every"]), RulesSchema.anyOf(Step.Way.allCases.map(\.rawValue)),
      JSON.Member("x-taplo", ["initKeys": ["every", "up", "down"]]),
    ])

  private static let effectKeys = Effects.descriptions.map { kind in
    JSON.Member(
      kind.key,
      switch kind.form {
      case .command: RulesSchema.reference("command")
      case .text(let summary, let example): RulesSchema.text(summary, example: example)
      case .choice(let summary, let names): RulesSchema.choice(summary, names)
      case .number(let declaration): declaration.schema
      })
  }

  /// Keys that never stand together.
  private static let exclusions = Effects.descriptions.compactMap { kind in
    kind.excludedKey.map { JSON.Member(kind.key, ["not": ["required": [.string($0)]]]) }
  }

  private static let limits: [JSON.Member] = [
    JSON.Member(
      "overlap",
      [
        "description": .string(SchemaText.overlap), "type": "string",
        "enum": .strings(Overlap.allCases.map(\.rawValue)),
        "default": .string(Overlap.allow.rawValue),
        "x-taplo": ["docs": ["enumValues": .strings(Overlap.allCases.map(SchemaText.overlap))]],
      ]),
    JSON.Member("at-most-every", RulesSchema.pattern(SchemaText.atMostEvery, SchemaPattern.time, example: "50 ms")),
    JSON.Member("scope", ["description": .string(SchemaText.scope), "type": "boolean"]),
  ]

  /// Each keyword looks at values of its own type only, so one schema does for all three forms.
  private static func commandForm(table: Bool) -> [JSON.Member] {
    [
      JSON.Member("type", table ? ["string", "array", "object"] : ["string", "array"]),
      JSON.Member("pattern", .string(SchemaPattern.anyText)), JSON.Member("items", ["type": "string"]),
      JSON.Member("minItems", 1),
    ]
  }

  private static func form(_ description: String, _ keys: [JSON.Member], one: [String]) -> JSON {
    .object(
      [JSON.Member("description", .string(description))] + commandForm(table: true) + [
        JSON.Member("properties", .object(keys)), JSON.Member("additionalProperties", false), RulesSchema.anyOf(one),
        JSON.Member("dependencies", .object(exclusions)),
        JSON.Member("examples", ["notify-send done", ["playerctl", "next"]]),
      ])
  }
}
