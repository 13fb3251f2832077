import ArgumentParser
import Bindings
import GestureCore
import Recordings
import Text

struct Schema: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print a JSON Schema of rules files, so that editors can complete, explain and check them.",
    discussion: """
      Editors that use taplo (Even Better TOML in VS Code, and others) find the schema by the first line of the rules file. \
      Save the schema next to that file with \
      'gesture-bridge schema > ~/.config/gesture-bridge/bindings.schema.json', and begin the file with \
      '#:schema ./bindings.schema.json'. 'gesture-bridge check' finds mistakes that no schema can find.
      """)

  func run() throws { StandardStreams.write(RulesSchema.document.text + "\n") }
}

/// The form of a rules file as a JSON Schema (draft 7).
///
/// A gesture's schema has all kinds' settings for completion in editors; `if` and `then` refuse other kinds' settings.
enum RulesSchema {
  static let document: JSONValue = [
    "$schema": "http://json-schema.org/draft-07/schema#",
    "title": "bindings.toml",
    "description": .string(SchemaText.file),
    "type": "object",
    "additionalProperties": false,
    "properties": [
      "include": texts(SchemaText.include, example: "more.toml"),
      "gesture": named("gesture", SchemaText.gestures),
      "override": ["description": .string(SchemaText.bindings), "type": "array", "items": reference("override")],
      "zone": named("zone", SchemaText.zones),
      "defaults": reference("defaults"),
      "commands": reference("commands"),
      "privacy": reference("privacy"),
      "overlay": reference("overlay"),
      "accommodations": reference("accommodations"),
      "scroll": ["description": .string(SchemaText.scrolling), "type": "array", "items": reference("scroll")],
      "device": [
        "description": .string(SchemaText.devices), "type": "object",
        "properties": .object(DeviceClass.allCases.map { JSONValue.Member($0.rawValue, reference("device")) }),
        "additionalProperties": reference("device"), "propertyNames": ["minLength": 1],
      ],
    ],
    "definitions": .object(definitions),
  ]

  private static var definitions: [JSONValue.Member] {
    [
      JSONValue.Member("gesture", SchemaGesture.gesture), JSONValue.Member("override", SchemaGesture.binding),
      JSONValue.Member("zone", SchemaSections.zone), JSONValue.Member("defaults", SchemaSections.defaults),
      JSONValue.Member("device", SchemaSections.device), JSONValue.Member("commands", SchemaSections.commands),
      JSONValue.Member("privacy", SchemaSections.privacy), JSONValue.Member("overlay", SchemaSections.overlay),
      JSONValue.Member("scroll", SchemaSections.scroll),
      JSONValue.Member("accommodations", SchemaSections.accommodations),
      JSONValue.Member("effect", SchemaActions.effect), JSONValue.Member("command", SchemaActions.command),
    ] + ConditionRole.allCases.map { JSONValue.Member($0.definition, SchemaConditions.condition($0)) }
      + Trigger.allCases.map { JSONValue.Member($0.rawValue, SchemaActions.action(on: $0)) }
      + Catalogue.kinds.map { JSONValue.Member("settings-of-\($0.name)", SchemaSections.settings(of: $0)) }
  }

  static func reference(_ definition: String) -> JSONValue { ["$ref": .string("#/definitions/\(definition)")] }

  private static func named(_ definition: String, _ description: String) -> JSONValue {
    [
      "description": .string(description), "type": "object", "additionalProperties": reference(definition),
      "propertyNames": ["pattern": .string(SchemaPattern.plainName)],
    ]
  }

  static func table(_ description: String, _ properties: [JSONValue.Member], _ others: [JSONValue.Member] = [])
    -> JSONValue
  {
    .object(
      [
        JSONValue.Member("description", .string(description)), JSONValue.Member("type", "object"),
        JSONValue.Member("additionalProperties", false), JSONValue.Member("properties", .object(properties)),
      ] + others)
  }

  static func text(_ description: String, example: String) -> JSONValue {
    ["description": .string(description), "type": "string", "minLength": 1, "examples": [.string(example)]]
  }

  static func flag(_ description: String, standard: Bool?) -> JSONValue {
    let members: [JSONValue.Member] = [.init("description", .string(description)), .init("type", "boolean")]
    return .object(members + (standard.map { [.init("default", .flag($0))] } ?? []))
  }

  static func choice(_ description: String, _ names: [String]) -> JSONValue {
    ["description": .string(description), "type": "string", "enum": .strings(names)]
  }

  static func choiceOrNumber(_ description: String, _ names: [String], _ numbers: ClosedRange<Int>) -> JSONValue {
    [
      "description": .string(description),
      "anyOf": [
        ["type": "string", "enum": .strings(names)],
        ["type": "integer", "minimum": .integer(numbers.lowerBound), "maximum": .integer(numbers.upperBound)],
      ],
    ]
  }

  static func pattern(_ description: String, _ pattern: String, example: String) -> JSONValue {
    [
      "description": .string(description), "type": "string", "pattern": .string(pattern),
      "examples": [.string(example)],
    ]
  }

  static func texts(_ description: String, example: String) -> JSONValue {
    [
      "description": .string(description), "type": ["string", "array"], "items": ["type": "string"],
      "examples": [[.string(example)]],
    ]
  }

  static func choices(_ description: String, _ names: [String]) -> JSONValue {
    [
      "description": .string(description),
      "anyOf": [
        ["type": "string", "enum": .strings(names)],
        ["type": "array", "items": ["type": "string", "enum": .strings(names)]],
      ],
    ]
  }

  static func anyOf(_ keys: [String]) -> JSONValue.Member {
    JSONValue.Member("anyOf", .array(keys.map { ["required": [.string($0)]] }))
  }
}

/// The parts of the schema for `[gesture.NAME]` and `[[override]]`.
enum SchemaGesture {
  static let gesture = RulesSchema.table(
    SchemaText.gesture, common + classes + delivery + settings + relations + actions,
    [
      JSONValue.Member("required", ["kind"]), JSONValue.Member("allOf", .array(Catalogue.kinds.map(kind))),
      JSONValue.Member("x-taplo", ["initKeys": ["kind", "fingers", .string(Trigger.run.rawValue)]]),
    ])

  static let binding = RulesSchema.table(
    SchemaText.binding,
    [
      JSONValue.Member("gesture", RulesSchema.texts(SchemaText.bindingGesture, example: "next-workspace")),
      JSONValue.Member(ConditionRole.binding.key, RulesSchema.reference(ConditionRole.binding.definition)),
      JSONValue.Member("also", RulesSchema.flag(SchemaText.also, standard: false)),
    ] + actions,
    [
      JSONValue.Member("required", ["gesture"]), RulesSchema.anyOf(Trigger.allCases.map(\.rawValue)),
      JSONValue.Member("x-taplo", ["initKeys": ["gesture", .string(Trigger.run.rawValue)]]),
    ])

  private static let common: [JSONValue.Member] = [
    JSONValue.Member(
      "kind",
      [
        "description": .string(SchemaText.kind), "type": "string", "enum": .strings(Catalogue.kinds.map(\.name)),
        "x-taplo": ["docs": ["enumValues": .strings(Catalogue.kinds.map(\.summary))]],
      ]),
    JSONValue.Member("device", SchemaConditions.device),
    JSONValue.Member("zone", RulesSchema.text(SchemaText.zoneOfGesture, example: "left-half")),
    JSONValue.Member(ExcludedApps.key, RulesSchema.texts(SchemaText.excludedApps, example: "steam_app_*")),
    JSONValue.Member("tags", RulesSchema.texts(SchemaText.tags, example: "scroll")),
    JSONValue.Member("priority", ["description": .string(SchemaText.priority), "type": "integer", "default": 0]),
    JSONValue.Member(ConditionRole.receive.key, RulesSchema.reference(ConditionRole.receive.definition)),
    JSONValue.Member(ConditionRole.beginIf.key, RulesSchema.reference(ConditionRole.beginIf.definition)),
    JSONValue.Member(ConditionRole.binding.key, RulesSchema.reference(ConditionRole.binding.definition)),
    JSONValue.Member("exclusive-touch-type", RulesSchema.flag(SchemaText.exclusiveTouchType, standard: true)),
    JSONValue.Member(OverlayRules.gestureKey, RulesSchema.flag(SchemaText.overlayOfGesture, standard: true)),
  ]

  /// A gesture's sections `touchscreen` and `touchpad`. The schema of the gesture's kind defines their keys.
  private static let classes = DeviceClass.allCases.map { deviceClass in
    JSONValue.Member(deviceClass.rawValue, ["description": .string(SchemaText.ofClass(deviceClass)), "type": "object"])
  }

  private static let delivery = DeliveryKey.allCases.map { key in
    JSONValue.Member(key.rawValue, RulesSchema.flag(SchemaText.delivery(key), standard: key.standard))
  }

  private static let relations = RelationKey.allCases.map { key in
    JSONValue.Member(key.rawValue, SchemaConditions.relation(key))
  }

  private static let actions = Trigger.allCases.map { trigger in
    JSONValue.Member(trigger.rawValue, RulesSchema.reference(trigger.rawValue))
  }

  /// The settings of all kinds. If kinds have different schemas for a setting, any value is valid; `kind(_:)` is exact.
  private static let settings: [JSONValue.Member] = {
    var variants: [(name: String, schemas: [JSONValue])] = []
    for setting in Catalogue.kinds.flatMap(\.allSettings) {
      let index = variants.firstIndex { $0.name == setting.name } ?? variants.count
      if index == variants.count { variants.append((setting.name, [])) }
      if !variants[index].schemas.contains(setting.schema) { variants[index].schemas.append(setting.schema) }
    }
    return variants.map { name, schemas in
      JSONValue.Member(name, schemas.count == 1 ? schemas[0] : ["anyOf": .array(schemas + [true])])
    }
  }()

  /// The keyword that requires exactly one of the kind's alternative settings; empty if the kind has no alternatives.
  private static func alternatives(_ kind: Kind) -> [JSONValue.Member] {
    let names = kind.traits.alternatives
    return names.isEmpty ? [] : [JSONValue.Member("oneOf", .array(names.map { ["required": [.string($0)]] }))]
  }

  /// The schema for gestures of this kind: has the kind's settings, and refuses settings that only other kinds have.
  private static func kind(_ kind: Kind) -> JSONValue {
    let own = kind.allSettings.map { JSONValue.Member($0.name, $0.schema) }
    let names = Set(own.map(\.name))
    let foreign = settings.filter { !names.contains($0.name) }.map { JSONValue.Member($0.name, false) }
    let classes = DeviceClass.allCases.map {
      JSONValue.Member($0.rawValue, RulesSchema.reference("settings-of-\(kind.name)"))
    }
    return [
      "if": ["properties": ["kind": ["const": .string(kind.name)]], "required": ["kind"]],
      "then": .object([JSONValue.Member("properties", .object(classes + own + foreign))] + alternatives(kind)),
    ]
  }
}

enum SchemaConditions {
  static func condition(_ location: ConditionRole) -> JSONValue {
    RulesSchema.table(
      SchemaText.condition(location),
      Conditions.descriptions(in: location).map { JSONValue.Member($0.key, value(of: $0, in: location)) })
  }

  static let device: JSONValue = [
    "description": .string(SchemaText.device), "type": "string", "minLength": 1,
    "examples": .strings(DeviceClass.allCases.map(\.rawValue) + ["ELAN*"]),
  ]

  /// The schema of a relation: names of other gestures or, in a requirement, also tables with a gesture and conditions.
  static func relation(_ key: RelationKey) -> JSONValue {
    let description = SchemaText.relation(key)
    guard key.hasConditions else { return RulesSchema.texts(description, example: "another-gesture") }
    return .object(
      [
        JSONValue.Member("description", .string(description)), JSONValue.Member("type", ["string", "object", "array"]),
      ] + requirement + [
        JSONValue.Member("items", .object([JSONValue.Member("type", ["string", "object"])] + requirement)),
        JSONValue.Member("examples", [["another-gesture"]]),
      ])
  }

  /// The keywords for a requirement that is a table. JSON Schema ignores these keywords for strings and lists.
  private static let requirement: [JSONValue.Member] = [
    JSONValue.Member("additionalProperties", false),
    JSONValue.Member(
      "properties",
      [
        "gesture": RulesSchema.text(SchemaText.requiredGesture, example: "another-gesture"),
        "when": RulesSchema.reference(ConditionRole.requirement.definition),
      ]),
    JSONValue.Member("required", ["gesture"]),
  ]

  private static func value(of kind: any ConditionDescription, in location: ConditionRole) -> JSONValue {
    switch kind.form {
    case .flag: RulesSchema.flag(kind.summary, standard: nil)
    case .text(let example): RulesSchema.text(kind.summary, example: example)
    case .texts(let example): RulesSchema.texts(kind.summary, example: example)
    case .choice(let names): RulesSchema.choice(kind.summary, names)
    case .choices(let names): RulesSchema.choices(kind.summary, names)
    case .setting(let declaration): declaration.schema
    case .device: device
    case .conditions:
      RulesSchema.table(
        kind.summary, Conditions.excludable(in: location).map { JSONValue.Member($0.key, value(of: $0, in: location)) })
    }
  }
}

extension ConditionRole {
  var definition: String {
    switch self {
    case .receive, .beginIf: key
    case .requirement: "\(key)-of-requirement"
    case .binding: "\(key)-of-actions"
    case .scroll: "\(key)-of-scroll"
    }
  }
}

/// The schemas of all sections except gestures and overrides.
enum SchemaSections {
  static let zone = RulesSchema.table(
    SchemaText.zone,
    [
      JSONValue.Member("rect", rectangle),
      JSONValue.Member("edge", RulesSchema.choice(SchemaText.edge, Edge.allCases.map(\.rawValue))),
      JSONValue.Member("band", RulesSchema.pattern(SchemaText.band, SchemaPattern.length, example: "8 mm")),
      JSONValue.Member("corner", RulesSchema.choice(SchemaText.corner, Corner.allCases.map(\.rawValue))),
      JSONValue.Member("size", RulesSchema.pattern(SchemaText.cornerSize, SchemaPattern.corner, example: "15 x 10 mm")),
      JSONValue.Member("inside", RulesSchema.text(SchemaText.inside, example: "left-half")),
      JSONValue.Member("device", SchemaConditions.device),
      JSONValue.Member("exclusive", RulesSchema.flag(SchemaText.exclusive, standard: false)),
      JSONValue.Member("ignore", RulesSchema.flag(SchemaText.ignore, standard: false)),
      JSONValue.Member("multi-touch", RulesSchema.flag(SchemaText.multiTouch, standard: true)),
    ],
    [
      JSONValue.Member("oneOf", [["required": ["rect"]], ["required": ["edge"]], ["required": ["corner"]]]),
      JSONValue.Member(
        "dependencies", ["edge": ["band"], "band": ["edge"], "corner": ["size"], "size": ["corner"]]),
      JSONValue.Member("x-taplo", ["initKeys": ["rect"]]),
    ])

  private static let rectangle = RulesSchema.table(
    SchemaText.rectangle,
    [
      JSONValue.Member("x", RulesSchema.pattern(SchemaText.x, SchemaPattern.position, example: "10 mm")),
      JSONValue.Member("y", RulesSchema.pattern(SchemaText.y, SchemaPattern.position, example: "50 %")),
      JSONValue.Member("width", RulesSchema.pattern(SchemaText.width, SchemaPattern.length, example: "50 %")),
      JSONValue.Member("height", RulesSchema.pattern(SchemaText.height, SchemaPattern.length, example: "50 %")),
    ])

  static let defaults = RulesSchema.table(
    SchemaText.defaults,
    [
      JSONValue.Member(ExcludedApps.key, RulesSchema.texts(SchemaText.excludedAppsByDefault, example: "steam_app_*"))
    ]
      + DeviceClass.allCases.map {
        JSONValue.Member($0.rawValue, RulesSchema.table(SchemaText.defaults(of: $0), overrides))
      } + overrides)

  static let device = RulesSchema.table(
    SchemaText.deviceSection,
    [
      JSONValue.Member("size", RulesSchema.pattern(SchemaText.deviceSize, SchemaPattern.size, example: "256 x 144 mm")),
      JSONValue.Member("turned", RulesSchema.pattern(SchemaText.turned, SchemaPattern.rotation, example: "90 deg")),
      JSONValue.Member("output", RulesSchema.text(SchemaText.deviceOutput, example: "eDP-1")),
      JSONValue.Member("source", RulesSchema.choice(SchemaText.source, SourceChoice.allCases.map(\.rawValue))),
      JSONValue.Member("intercept", RulesSchema.flag(SchemaText.intercept, standard: false)),
      JSONValue.Member("allow-keys", RulesSchema.flag(SchemaText.allowKeys, standard: false)),
      JSONValue.Member("accommodations", RulesSchema.table(SchemaText.accommodations, accommodationSettings)),
    ] + overrides)

  static let commands = RulesSchema.table(
    SchemaText.commands, CommandSettings.declarations.map { JSONValue.Member($0.name, $0.schema) })

  static let privacy = RulesSchema.table(
    SchemaText.privacy, PrivacySettings.declarations.map { JSONValue.Member($0.name, $0.schema) })

  static let overlay = RulesSchema.table(
    SchemaText.overlay,
    OverlayRules.declarations.map { JSONValue.Member($0.name, $0.schema) }
      + OverlayRules.otherSpellings.map { JSONValue.Member($0.key, $0.value.declaration.schema) })

  static let accommodations = RulesSchema.table(
    SchemaText.accommodations,
    accommodationSettings
      + DeviceClass.allCases.map {
        JSONValue.Member($0.rawValue, RulesSchema.table(SchemaText.accommodations, accommodationSettings))
      })

  private static let accommodationSettings = Accommodations.declarations.map { JSONValue.Member($0.name, $0.schema) }

  static let scroll = RulesSchema.table(
    SchemaText.scrolling,
    ScrollRule.declarations.map { JSONValue.Member($0.name, $0.schema) } + [
      JSONValue.Member(ConditionRole.scroll.key, RulesSchema.reference(ConditionRole.scroll.definition))
    ],
    [
      RulesSchema.anyOf(ScrollRule.declarations.map(\.name)),
      JSONValue.Member("x-taplo", ["initKeys": [.string(ScrollRule.speed.declaration.name)]]),
    ])

  private static let overrides = Catalogue.kinds.map { kind in
    JSONValue.Member(kind.name, RulesSchema.reference("settings-of-\(kind.name)"))
  }

  /// The schema of the settings that can have a default for all gestures of a kind.
  static func settings(of kind: Kind) -> JSONValue { RulesSchema.table(SchemaText.settings(of: kind), settings(kind)) }

  private static func settings(_ kind: Kind) -> [JSONValue.Member] {
    kind.allSettings.filter(kind.mayHaveDefault).map { JSONValue.Member($0.name, $0.schema) }
  }
}

extension SettingDeclaration {
  var schema: JSONValue {
    let description = JSONValue.Member("description", .string(SchemaText.setting(self)))
    return .object([description] + (shape.constraints.members ?? []) + standards)
  }

  /// The keyword for the default, or for two examples if touchscreens and touchpads differ. Empty without a default.
  private var standards: [JSONValue.Member] {
    switch (touchscreen, touchpad) {
    case (.none, _): return []
    case (let screen, let pad) where screen == pad: return [JSONValue.Member("default", screen.json(in: shape))]
    case (let screen, let pad): return [JSONValue.Member("examples", [screen.json(in: shape), pad.json(in: shape)])]
    }
  }
}

extension SettingShape {
  /// The keywords that limit the values. A quantity is a string, so only its description has the exact range.
  fileprivate var constraints: JSONValue {
    switch self {
    case .quantity(let unit, let range):
      ["type": "string", "pattern": .string(SchemaPattern.quantity(unit, in: range))]
    case .count(let range):
      ["type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound)]
    case .countRange(let range):
      [
        "type": ["integer", "string"], "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound),
        "pattern": .string(SchemaPattern.countRange),
      ]
    case .choice(let names): ["type": "string", "enum": .strings(names)]
    case .flag: ["type": "boolean"]
    case .path: ["type": "string", "pattern": .string(SchemaPattern.path)]
    case .start:
      ["type": "string", "pattern": .string(SchemaPattern.start), "examples": .strings(SchemaPattern.starts)]
    case .templates(let count):
      [
        "type": ["string", "array"], "pattern": .string(SchemaPattern.templateName),
        "items": ["type": "string", "pattern": .string(SchemaPattern.templateName)], "uniqueItems": true,
        "minItems": .integer(count.lowerBound), "maxItems": .integer(count.upperBound),
      ]
    }
  }
}

extension SettingValue {
  fileprivate func json(in shape: SettingShape) -> JSONValue {
    switch self {
    // `written(in:)` adds quotes.
    case .quantity: .string(String(written(in: shape).dropFirst().dropLast()))
    case .count(let count): .integer(count)
    case .countRange(let range):
      range.count == 1 ? .integer(range.lowerBound) : .string("\(range.lowerBound)-\(range.upperBound)")
    case .choice(let name): .string(name)
    case .flag(let flag): .flag(flag)
    case .path(let path): .string(path.text)
    case .templates(let templates): .strings(templates.map(\.name))
    case .start(let start): .string(start.text)
    case .none: .null
    }
  }
}
