import Bindings
import GestureCore
import Recordings
import Text

enum SchemaActions {
  static let command: JSONValue = .object(
    [JSONValue.Member("description", .string(SchemaText.command))] + commandForm(table: false))

  /// The schema for one direction of a step: a command, or a table of effects and their options.
  static let effect = form(SchemaText.effect, effectKeys + optionKeys, one: effectKeys.map(\.name))

  static func action(on trigger: Trigger) -> JSONValue {
    switch trigger {
    case .step: step
    case .run, .began:
      form(SchemaText.action(on: trigger), effectKeys + optionKeys + limits + [repetition], one: effectKeys.map(\.name))
    case .changed, .ended, .cancelled:
      form(SchemaText.action(on: trigger), effectKeys + optionKeys + limits, one: effectKeys.map(\.name))
    }
  }

  private static let step = RulesSchema.table(
    SchemaText.action(on: .step),
    [
      JSONValue.Member("every", RulesSchema.pattern(SchemaText.every, SchemaPattern.stretch, example: "6 mm")),
      JSONValue.Member(
        "level", ["description": .string(SchemaText.level), "allOf": [RulesSchema.reference("command")]]),
    ] + StepSettings.StepDirection.allCases.map { JSONValue.Member($0.rawValue, RulesSchema.reference("effect")) }
      + limits,
    [
      JSONValue.Member("required", ["every"]), RulesSchema.anyOf(StepSettings.StepDirection.allCases.map(\.rawValue)),
      JSONValue.Member("x-taplo", ["initKeys": ["every", "up", "down"]]),
    ])

  private static let effectKeys = Effects.descriptions.map { JSONValue.Member($0.key, schema(of: $0.form)) }
  private static let optionKeys = Effects.options.map { JSONValue.Member($0.key, schema(of: $0)) }

  private static func schema(of option: EffectOption) -> JSONValue {
    switch option.form {
    case .choice(let names): RulesSchema.choice(option.manual, names)
    case .setting(let declaration): declaration.schema
    case .count(let range):
      [
        "description": .string(option.manual), "type": "integer", "minimum": .integer(range.lowerBound),
        "maximum": .integer(range.upperBound),
      ]
    }
  }

  private static func schema(of form: EffectForm) -> JSONValue {
    switch form {
    case .command: RulesSchema.reference("command")
    case .text(let summary, let example): RulesSchema.text(summary, example: example)
    case .texts(let summary, let example): RulesSchema.texts(summary, example: example)
    case .choice(let summary, let names): RulesSchema.choice(summary, names)
    case .choiceOrNumber(let summary, let names, let numbers): RulesSchema.choiceOrNumber(summary, names, numbers)
    case .flag(let summary): ["description": .string(summary), "type": "boolean"]
    case .number(let declaration): declaration.schema
    }
  }

  private static let exclusions = Effects.descriptions.compactMap { kind in
    kind.excludedKey.map { JSONValue.Member(kind.key, ["not": ["required": [.string($0)]]]) }
  }

  private static let repetition = JSONValue.Member(
    ActionSettings.repeatsEvery.declaration.name,
    RulesSchema.pattern(SchemaText.repeatsEvery, SchemaPattern.time, example: "100 ms"))

  private static let limits: [JSONValue.Member] = [
    JSONValue.Member(
      "overlap",
      [
        "description": .string(SchemaText.overlap), "type": "string",
        "enum": .strings(Overlap.allCases.map(\.rawValue)), "default": .string(Overlap.allow.rawValue),
        "x-taplo": ["docs": ["enumValues": .strings(Overlap.allCases.map(SchemaText.overlap))]],
      ]),
    JSONValue.Member(
      "at-most-every", RulesSchema.pattern(SchemaText.atMostEvery, SchemaPattern.time, example: "50 ms")),
    JSONValue.Member("scope", ["description": .string(SchemaText.scope), "type": "boolean"]),
  ]

  /// The keywords of a command's schema; `table` also allows a table. Each keyword after `type` limits only one type.
  private static func commandForm(table: Bool) -> [JSONValue.Member] {
    [
      JSONValue.Member("type", table ? ["string", "array", "object"] : ["string", "array"]),
      JSONValue.Member("pattern", .string(SchemaPattern.anyText)), JSONValue.Member("items", ["type": "string"]),
      JSONValue.Member("minItems", 1),
    ]
  }

  private static func form(_ description: String, _ keys: [JSONValue.Member], one: [String]) -> JSONValue {
    .object(
      [JSONValue.Member("description", .string(description))] + commandForm(table: true) + [
        JSONValue.Member("properties", .object(keys)), JSONValue.Member("additionalProperties", false),
        RulesSchema.anyOf(one), JSONValue.Member("dependencies", .object(exclusions)),
        JSONValue.Member("examples", ["notify-send done", ["playerctl", "next"]]),
      ])
  }
}
