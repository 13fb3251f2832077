import Bindings
import Desktop
import Text

/// Requests for niri's socket, one JSON value per line. Never tested with niri. Source: the crate `niri-ipc`, `Action`.
struct NiriDialect: RequestDialect {
  let name = "niri"
  let probe = "\"Version\"\n"

  func request(for action: DesktopAction) -> String? {
    call(action).map { JSONValue.object([.init("Action", .object([$0]))]).text + "\n" }
  }

  private func call(_ action: DesktopAction) -> JSONValue.Member? {
    switch action {
    case .workspace(.next): .init("FocusWorkspaceDown", [:])
    case .workspace(.previous): .init("FocusWorkspaceUp", [:])
    case .workspace(.number(let number)): .init("FocusWorkspace", ["reference": ["Index": .integer(number)]])
    case .window(.close): .init("CloseWindow", ["id": .null])
    case .window(.fullscreen): .init("FullscreenWindow", ["id": .null])
    case .window(.maximize): .init("MaximizeColumn", [:])
    case .window(.left): .init("MoveColumnLeft", [:])
    case .window(.right): .init("MoveColumnRight", [:])
    case .window(.next): .init("FocusColumnRight", [:])
    case .window(.previous): .init("FocusColumnLeft", [:])
    case .overview(.toggle): .init("ToggleOverview", [:])
    case .overview(.show): .init("OpenOverview", [:])
    case .overview(.hide): .init("CloseOverview", [:])
    case .window(.minimize), .media, .level: nil
    }
  }

  func isWhole(_ answer: [UInt8]) -> Bool { answer.contains(UInt8(ascii: "\n")) }

  func refusal(in answer: [UInt8]) -> String? {
    let line = Array(answer.prefix { $0 != UInt8(ascii: "\n") })
    guard let value = try? JSONReader.read(line, maxDepth: 16) else { return "the answer is not valid JSON" }
    return value["Err"].map { ($0.string ?? $0.text).visible }
  }
}
