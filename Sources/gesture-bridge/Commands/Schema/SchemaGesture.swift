import Bindings
import GestureCore
import Recordings

/// The parts of the schema that are about `[gesture.NAME]` and `[[binding]]`.
enum SchemaGesture {
  static let gesture = RulesSchema.table(
    SchemaText.gesture, common + delivery + settings + relations + actions,
    [
      JSON.Member("required", ["kind"]), JSON.Member("allOf", .array(Catalogue.kinds.map(kind))),
      JSON.Member("x-taplo", ["initKeys": ["kind", "fingers", .string(Trigger.run.rawValue)]]),
    ])

  static let binding = RulesSchema.table(
    SchemaText.binding,
    [
      JSON.Member("gesture", RulesSchema.texts(SchemaText.bindingGesture, example: "next-workspace")),
      JSON.Member(ConditionPlace.binding.key, RulesSchema.reference(ConditionPlace.binding.definition)),
      JSON.Member("also", RulesSchema.flag(SchemaText.also, standard: false)),
    ] + actions,
    [
      JSON.Member("required", ["gesture"]), RulesSchema.anyOf(Trigger.allCases.map(\.rawValue)),
      JSON.Member("x-taplo", ["initKeys": ["gesture", .string(Trigger.run.rawValue)]]),
    ])

  /// What every gesture may say, whatever its kind.
  private static let common: [JSON.Member] = [
    JSON.Member(
      "kind",
      [
        "description": .string(SchemaText.kind), "type": "string", "enum": .strings(Catalogue.kinds.map(\.name)),
        "x-taplo": ["docs": ["enumValues": .strings(Catalogue.kinds.map(\.summary))]],
      ]),
    JSON.Member("device", SchemaConditions.device),
    JSON.Member("zone", RulesSchema.text(SchemaText.zoneOfGesture, example: "left-half")),
    JSON.Member("tags", RulesSchema.texts(SchemaText.tags, example: "scroll")),
    JSON.Member("priority", ["description": .string(SchemaText.priority), "type": "integer", "default": 0]),
    JSON.Member(ConditionPlace.receive.key, RulesSchema.reference(ConditionPlace.receive.definition)),
    JSON.Member(ConditionPlace.beginIf.key, RulesSchema.reference(ConditionPlace.beginIf.definition)),
    JSON.Member("exclusive-touch-type", RulesSchema.flag(SchemaText.exclusiveTouchType, standard: true)),
  ]

  private static let delivery = DeliveryKey.allCases.map { key in
    JSON.Member(
      key.rawValue, RulesSchema.flag(SchemaText.delivery(key), standard: DeliverySettings()[keyPath: key.setting]))
  }

  private static let relations = RelationKey.allCases.map { key in
    JSON.Member(key.rawValue, SchemaConditions.relation(key))
  }

  private static let actions = Trigger.allCases.map { trigger in
    JSON.Member(trigger.rawValue, RulesSchema.reference(trigger.rawValue))
  }

  /// The settings of all kinds, each once. Where kinds differ in one, all it can be is offered and nothing refused:
  /// that is left to the part that knows the kind, so that each mistake is told once.
  private static let settings: [JSON.Member] = {
    var variants: [(name: String, schemas: [JSON])] = []
    for setting in Catalogue.kinds.flatMap(\.allSettings) {
      let place = variants.firstIndex { $0.name == setting.name } ?? variants.count
      if place == variants.count { variants.append((setting.name, [])) }
      if !variants[place].schemas.contains(setting.schema) { variants[place].schemas.append(setting.schema) }
    }
    return variants.map { name, schemas in
      JSON.Member(name, schemas.count == 1 ? schemas[0] : ["anyOf": .array(schemas + [true])])
    }
  }()

  /// Of some settings exactly one is given.
  private static func alternatives(_ kind: Kind) -> [JSON.Member] {
    let names = kind.traits.alternatives
    return names.isEmpty ? [] : [JSON.Member("oneOf", .array(names.map { ["required": [.string($0)]] }))]
  }

  /// What the settings of this kind may be; those that only others have are refused, each in its place.
  private static func kind(_ kind: Kind) -> JSON {
    let own = kind.allSettings.map { JSON.Member($0.name, $0.schema) }
    let names = Set(own.map(\.name))
    let foreign = settings.filter { !names.contains($0.name) }.map { JSON.Member($0.name, false) }
    let due = kind.partsSetting.map { [JSON.Member("required", [.string($0.name)])] } ?? alternatives(kind)
    return [
      "if": ["properties": ["kind": ["const": .string(kind.name)]], "required": ["kind"]],
      "then": .object([JSON.Member("properties", .object(own + foreign))] + due),
    ]
  }
}
