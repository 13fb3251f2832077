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

  private static let effectKeys = Effects.descriptions.map { JSON.Member($0.key, schema(of: $0.form)) }

  private static func schema(of form: EffectForm) -> JSON {
    switch form {
    case .command: RulesSchema.reference("command")
    case .text(let summary, let example): RulesSchema.text(summary, example: example)
    case .choice(let summary, let names): RulesSchema.choice(summary, names)
    case .number(let declaration): declaration.schema
    }
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

/// What a declared setting may hold, as a schema.
extension SettingDeclaration {
  var schema: JSON {
    .object([JSON.Member("description", .string(SchemaText.setting(self)))] + shape.constraints + standards)
  }

  /// The default, as editors offer it; where classes of device differ, that of touchscreens comes first.
  private var standards: [JSON.Member] {
    switch (touchscreen, touchpad) {
    case (.gestures, _), (.none, _): return []
    case (let screen, let pad) where screen == pad: return [JSON.Member("default", screen.json(in: shape))]
    case (let screen, let pad):
      return [JSON.Member("examples", [screen.json(in: shape), pad.json(in: shape)])]
    }
  }
}

extension SettingShape {
  /// Which values are right; the range of a quantity stands in its description.
  fileprivate var constraints: [JSON.Member] {
    switch self {
    case .quantity(let unit, let range):
      [JSON.Member("type", "string"), JSON.Member("pattern", .string(SchemaPattern.quantity(unit, in: range)))]
    case .count(let range): [JSON.Member("type", "integer")] + Self.bounds(range)
    case .countRange(let range):
      [JSON.Member("type", ["integer", "string"])] + Self.bounds(range)
        + [JSON.Member("pattern", .string(SchemaPattern.countRange))]
    case .choice(let names): [JSON.Member("type", "string"), JSON.Member("enum", .strings(names))]
    case .flag: [JSON.Member("type", "boolean")]
    case .path: [JSON.Member("type", "string"), JSON.Member("pattern", .string(SchemaPattern.path))]
    case .start:
      [
        JSON.Member("type", "string"), JSON.Member("pattern", .string(SchemaPattern.start)),
        JSON.Member("examples", .strings(SchemaPattern.starts)),
      ]
    case .gestures(let count):
      [JSON.Member("type", "array"), JSON.Member("items", ["type": "string"])] + Self.items(count)
    case .templates(let count):
      [
        JSON.Member("type", ["string", "array"]), JSON.Member("pattern", .string(SchemaPattern.templateName)),
        JSON.Member("items", ["type": "string", "pattern": .string(SchemaPattern.templateName)]),
        JSON.Member("uniqueItems", true),
      ] + Self.items(count)
    }
  }

  private static func items(_ count: ClosedRange<Int>) -> [JSON.Member] {
    [JSON.Member("minItems", .integer(count.lowerBound)), JSON.Member("maxItems", .integer(count.upperBound))]
  }

  private static func bounds(_ range: ClosedRange<Int>) -> [JSON.Member] {
    [JSON.Member("minimum", .integer(range.lowerBound)), JSON.Member("maximum", .integer(range.upperBound))]
  }
}

extension SettingValue {
  fileprivate func json(in shape: SettingShape) -> JSON {
    switch self {
    // Written with its quotes.
    case .quantity: .string(String(written(in: shape).dropFirst().dropLast()))
    case .count(let count): .integer(count)
    case .countRange(let range):
      range.count == 1 ? .integer(range.lowerBound) : .string("\(range.lowerBound)-\(range.upperBound)")
    case .choice(let name): .string(name)
    case .flag(let flag): .flag(flag)
    case .gestures(let names): .strings(names)
    case .path(let path): .string(path.text)
    case .templates(let templates): .strings(templates.map(\.name))
    case .start(let start): .string(start.text)
    case .none: .null
    }
  }
}
