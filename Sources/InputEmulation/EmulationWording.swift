import Bindings
import Text

enum EmulationWording {
  static func dryRun(_ request: InputRequest) -> String { "dry run: \(request.rule) would \(request.input.effect)" }

  static func skipped(_ request: InputRequest, _ reason: SkipReason) -> String {
    let clause = Self.reason(reason, request)
    let more =
      switch reason {
      case .lacking(let symbol) where symbol.obstacle == .noKey:
        "; add a layout with this key in the desktop's keyboard settings, or correct the rule"
      case .lacking: ", and the current layout is not known; keep only one of these layouts"
      case .linkCannot: seeDoctor
      case .noLink(let problems): (problems.isEmpty ? "" : " (\(problems.joined(separator: "; ")))") + seeDoctor
      case .noSpot: "; set the touchscreen's `output` under `[device.\"NAME\"]`"
      }
    return "\(request.rule) is skipped: \(clause)\(more)"
  }

  private static let seeDoctor = "; run `gesture-bridge doctor` to see why"

  static func reason(_ reason: SkipReason, _ request: InputRequest) -> String {
    switch reason {
    case .lacking(let symbol):
      switch symbol.obstacle {
      case .noKey: "the keyboard layout has no key for \(symbol.name)"
      case .unknownLayout: "the session has several keyboard layouts with different keys for \(symbol.name)"
      }
    case .linkCannot(let link): "\(link) can't \(request.input.verb)"
    case .noLink: "gesture-bridge has no way to \(request.input.verb) in this session"
    case .noSpot: "the output under the fingers is not known"
    }
  }

  static func sends(_ link: String?, _ problems: [String]) -> String {
    (link.map { "\($0) sends keys and clicks" } ?? "gesture-bridge has no way to send keys and clicks")
      + (problems.isEmpty ? "" : " (\(problems.joined(separator: "; ")))")
  }

  static func ready(_ link: String) -> String { "sending keys and clicks through \(link)" }

  static func lost(_ link: String, _ reason: String) -> String {
    "can't send keys and clicks through \(link) any more: \(reason)"
  }
}

extension EmulatedInput {
  /// The input in words, for example "press Super+Left".
  fileprivate var effect: String {
    switch self {
    case .keys(let chords): "press \(chords.map(\.text).joined(separator: ", "))"
    case .text(let text, _): "type \"\(text.replacing(each: "\n", by: "\\n"))\""
    case .hold(let chord): "hold \(chord.text) until the gesture ends"
    case .click(let button, .pointer): "click the \(button.rawValue) button"
    case .click(let button, .finger): "click the \(button.rawValue) button at the finger's position"
    case .scroll(let direction): "scroll \(direction.rawValue)"
    case .follow(.pointer, _): "move the pointer along with the fingers"
    case .follow(.natural, _), .follow(.traditional, _): "scroll along with the fingers"
    case .drag(let button, _): "drag with the \(button.rawValue) button"
    case .native: "trigger the desktop's own \(words.joined())"
    case .announced: "report a gesture to the desktop: \(words.joined())"
    case .dragAtFinger(let button): "drag with the \(button.rawValue) button at the finger's position"
    }
  }

  fileprivate var verb: String {
    switch self {
    case .keys, .hold: "press keys"
    case .text: "type"
    case .click(_, .pointer): "click"
    case .click(_, .finger): "click at the finger's position"
    case .scroll, .follow(.natural, _), .follow(.traditional, _): "scroll"
    case .follow(.pointer, _): "move the pointer"
    case .drag: "drag"
    case .native, .announced: "trigger the desktop's own gestures"
    case .dragAtFinger: "drag with a mouse button at the finger's position"
    }
  }
}

extension KeySymbol {
  /// The symbol's name in messages: the quoted character, xkb's name, or X's number in hexadecimal.
  var name: String {
    character.map { "\"\(Character($0))\"" } ?? xkbName ?? "the symbol 0x\(String(number, radix: 16))"
  }
}
