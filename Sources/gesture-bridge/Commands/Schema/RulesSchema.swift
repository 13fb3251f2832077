import ArgumentParser
import Bindings
import GestureCore
import Recordings

/// Prints the JSON Schema of rules files.
struct Schema: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print a JSON Schema of rules files, with which editors complete, explain and check them.",
    discussion: """
      Editors that use taplo (Even Better TOML in VS Code, and others) take it from the first line of the rules file. \
      Save it beside that file, \
      'gesture-bridge schema > ~/.config/gesture-bridge/bindings.schema.json', and begin the file with \
      '#:schema ./bindings.schema.json'. 'gesture-bridge check' finds more than any schema can.
      """)

  func run() throws {
    StandardStreams.write(RulesSchema.document.text + "\n")
  }
}

/// The form of a rules file as a JSON Schema (draft 7), put together from what kinds, triggers and readers declare.
///
/// Of a gesture all keys stand side by side, so that editors can complete and explain them; which of these its kind has,
/// and what they may be there, is said once more behind `if` and `then`.
enum RulesSchema {
  static let document: JSON = [
    "$schema": "http://json-schema.org/draft-07/schema#",
    "title": "bindings.toml",
    "description": .string(SchemaText.file),
    "type": "object",
    "additionalProperties": false,
    "properties": [
      "include": texts(SchemaText.include, example: "more.toml"),
      "gesture": named("gesture", SchemaText.gestures),
      "binding": ["description": .string(SchemaText.bindings), "type": "array", "items": reference("binding")],
      "zone": named("zone", SchemaText.zones),
      "defaults": reference("defaults"),
      "commands": reference("commands"),
      "device": [
        "description": .string(SchemaText.devices), "type": "object", "additionalProperties": reference("device"),
        "propertyNames": ["minLength": 1],
      ],
    ],
    "definitions": .object(definitions),
  ]

  private static var definitions: [JSON.Member] {
    [
      JSON.Member("gesture", SchemaGesture.gesture), JSON.Member("binding", SchemaGesture.binding),
      JSON.Member("zone", SchemaPlaces.zone), JSON.Member("defaults", SchemaPlaces.defaults),
      JSON.Member("device", SchemaPlaces.device), JSON.Member("commands", SchemaPlaces.commands),
      JSON.Member("effect", SchemaActions.effect),
      JSON.Member("command", SchemaActions.command),
    ] + ConditionPlace.allCases.map { JSON.Member($0.definition, SchemaConditions.condition($0)) }
      + Trigger.allCases.map { JSON.Member($0.rawValue, SchemaActions.action(on: $0)) }
      + Catalogue.kinds.map { JSON.Member("settings-of-\($0.name)", SchemaPlaces.settings(of: $0)) }
  }

  static func reference(_ definition: String) -> JSON { ["$ref": .string("#/definitions/\(definition)")] }

  /// Sections with names of the user's choice.
  private static func named(_ definition: String, _ description: String) -> JSON {
    [
      "description": .string(description), "type": "object", "additionalProperties": reference(definition),
      "propertyNames": ["pattern": .string(SchemaPattern.plainName)],
    ]
  }

  /// A table with these keys and no others.
  static func table(_ description: String, _ properties: [JSON.Member], _ others: [JSON.Member] = []) -> JSON {
    .object(
      [
        JSON.Member("description", .string(description)), JSON.Member("type", "object"),
        JSON.Member("additionalProperties", false), JSON.Member("properties", .object(properties)),
      ] + others)
  }

  static func text(_ description: String, example: String) -> JSON {
    ["description": .string(description), "type": "string", "minLength": 1, "examples": [.string(example)]]
  }

  static func flag(_ description: String, standard: Bool) -> JSON {
    ["description": .string(description), "type": "boolean", "default": .flag(standard)]
  }

  static func choice(_ description: String, _ names: [String]) -> JSON {
    ["description": .string(description), "type": "string", "enum": .strings(names)]
  }

  static func pattern(_ description: String, _ pattern: String, example: String) -> JSON {
    [
      "description": .string(description), "type": "string", "pattern": .string(pattern),
      "examples": [.string(example)],
    ]
  }

  /// One string or a list of them.
  static func texts(_ description: String, example: String) -> JSON {
    [
      "description": .string(description), "type": ["string", "array"], "items": ["type": "string"],
      "examples": [[.string(example)]],
    ]
  }

  /// One of these names or a list of them.
  static func choices(_ description: String, _ names: [String]) -> JSON {
    [
      "description": .string(description),
      "anyOf": [
        ["type": "string", "enum": .strings(names)],
        ["type": "array", "items": ["type": "string", "enum": .strings(names)]],
      ],
    ]
  }

  /// At least one of these keys.
  static func anyOf(_ keys: [String]) -> JSON.Member {
    JSON.Member("anyOf", .array(keys.map { ["required": [.string($0)]] }))
  }
}
