/// `workspace = "next"`: switches to another workspace.
struct WorkspaceEffect: KeyedEffect {
  static let key = "workspace"

  let manual = """
    The workspace to go to: `"next"`, `"previous"`, or its number, counted from 1. See `WINDOWS AND WORKSPACES`.
    """
  let form = EffectForm.choiceOrNumber(
    summary: "The workspace to go to: the next one, the previous one, or its number, counted from 1.",
    [WorkspaceTarget.next, .previous].map(\.text), WorkspaceTarget.numbers)

  func read(_ reader: inout TableReader, into section: inout ActionSection) -> Effect.Part? {
    guard let entry = reader.readEntry(key) else { return nil }
    switch entry.value.content {
    case .string("next"): return .desktop(.workspace(.next))
    case .string("previous"): return .desktop(.workspace(.previous))
    case .integer(let number) where WorkspaceTarget.numbers.contains(Int(clamping: number)):
      return .desktop(.workspace(.number(Int(number))))
    case .string, .integer, .float, .boolean, .dateTime, .array, .table:
      reader.problems.error(
        at: entry.value.range,
        "a workspace is \"next\", \"previous\", or a number from \(WorkspaceTarget.numbers.lowerBound) to \(WorkspaceTarget.numbers.upperBound)",
        fix: "write `workspace = \"next\"` or `workspace = 2`")
      return nil
    }
  }
}
