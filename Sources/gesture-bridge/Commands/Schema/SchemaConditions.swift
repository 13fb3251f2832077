import Bindings
import GestureCore
import Recordings

/// The parts of the schema that are about conditions and relations.
enum SchemaConditions {
  static func condition(_ place: ConditionPlace) -> JSON {
    RulesSchema.table(
      SchemaText.condition(place), Conditions.descriptions(in: place).map { JSON.Member($0.key, value(of: $0)) })
  }

  /// Which devices: those of a class, or by their names.
  static let device: JSON = [
    "description": .string(SchemaText.device), "type": "string", "minLength": 1,
    "examples": .strings(DeviceClass.allCases.map(\.rawValue) + ["ELAN*"]),
  ]

  /// Other gestures; a failure requirement may have a condition.
  static func relation(_ key: RelationKey) -> JSON {
    let description = SchemaText.relation(key)
    guard key.hasConditions else { return RulesSchema.texts(description, example: "another-gesture") }
    return .object(
      [
        JSON.Member("description", .string(description)), JSON.Member("type", ["string", "object", "array"]),
      ] + requirement + [
        JSON.Member("items", .object([JSON.Member("type", ["string", "object"])] + requirement)),
        JSON.Member("examples", [["another-gesture"]]),
      ])
  }

  /// The table that a requirement can be; of strings and lists these keywords say nothing.
  private static let requirement: [JSON.Member] = [
    JSON.Member("additionalProperties", false),
    JSON.Member(
      "properties",
      [
        "gesture": RulesSchema.text(SchemaText.requiredGesture, example: "another-gesture"),
        "when": RulesSchema.reference(ConditionPlace.requirement.definition),
      ]),
    JSON.Member("required", ["gesture"]),
  ]

  private static func value(of kind: Conditions.Description) -> JSON {
    switch kind.form {
    case .text(let example): RulesSchema.text(kind.summary, example: example)
    case .texts(let example): RulesSchema.texts(kind.summary, example: example)
    case .choice(let names): RulesSchema.choice(kind.summary, names)
    case .choices(let names): RulesSchema.choices(kind.summary, names)
    case .setting(let declaration): declaration.schema
    case .device: device
    }
  }
}

extension ConditionPlace {
  /// What its part of the schema is called.
  var definition: String {
    switch self {
    case .receive, .beginIf: key
    case .requirement: "\(key)-of-requirement"
    case .binding: "\(key)-of-binding"
    }
  }
}
