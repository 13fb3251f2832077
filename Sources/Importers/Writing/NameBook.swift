/// Names of gestures, each given once.
struct NameBook {
  /// What has a name of its own.
  private struct Bearer: Hashable {
    let shape: GestureShape
    let condition: ImportedCondition
  }

  private var names: [Bearer: String] = [:]
  private var taken: Set<String> = []

  /// The name of a gesture that is looked for under a condition only, if it has one.
  mutating func name(of shape: GestureShape, condition: ImportedCondition) -> String {
    let bearer = Bearer(shape: shape, condition: condition)
    if let name = names[bearer] { return name }
    let first = ([shape.name] + condition.words.map(Self.kebab)).filter { !$0.isEmpty }.joined(separator: "-")
    var name = first
    var number = 2
    while taken.contains(name) {
      name = "\(first)-\(number)"
      number += 1
    }
    names[bearer] = name
    taken.insert(name)
    return name
  }

  /// The name of a gesture that is looked for everywhere.
  func known(_ shape: GestureShape) -> String? {
    names[Bearer(shape: shape, condition: ImportedCondition())]
  }

  /// In small letters and digits with `-` between.
  private static func kebab(_ text: String) -> String {
    text.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.joined(separator: "-")
  }
}

extension ImportedCondition {
  fileprivate var words: [String] { (app.map { [$0] } ?? []) + modifiers }
}
