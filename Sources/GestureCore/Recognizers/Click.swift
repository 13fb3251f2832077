/// Fingers on a touchpad press its button.
///
///     idle --pressed--> recognized
///       \--another button--> failed
///
/// Arbitration starts the recognizer only at the press. No gesture waits for a click.
public struct Click: Recognizer {
  enum ButtonChoice: String, CaseIterable, Sendable { case any, left, right, middle }

  static let button = Setting<ButtonChoice>.choice(
    "button", .any,
    "Which button must be pressed; a clickpad has only the left button, wherever the finger presses.",
    reason: "most touchpads have one button")

  public static let kind = Kind(
    name: "click",
    summary: "A touchpad's button is pressed with the given number of fingers down; recognized at the press.",
    isDiscrete: true, settings: [button], reports: .button, needs: [.contacts, .places, .buttons], fingers: 1...5,
    traits: Kind.Traits {
      $0.isMadeByButton = true
      $0.timeout = { _ in .resting(TimeSpan(microseconds: 0)) }
    }, make: Click.init)

  private let button: ButtonChoice
  private var pressed: Buttons = []

  public init(_ settings: Settings) { button = settings[Self.button] }

  public mutating func touchesMoved(_ touches: TouchGroup) -> Proposal { .nothing }
  public mutating func touchesEnded(_ touches: TouchGroup) -> Proposal { .nothing }

  public mutating func buttonsPressed(_ buttons: Buttons, _ touches: TouchGroup) -> Proposal {
    let chosen = Buttons.named.first { $0.key == button.rawValue }?.value
    pressed = chosen.map(buttons.intersection) ?? buttons
    guard pressed.isEmpty else { return .recognize }
    return .fail(
      Failure("pressed", detail: buttons.name.map { "the \($0) button" }, Self.button.name, choice: button.rawValue))
  }

  public mutating func reset() { pressed = [] }

  public func values(_ touches: TouchGroup) -> GestureValues {
    var values = GestureValues(fingers: touches.count, location: touches.centroid)
    values.button = pressed
    return values
  }
}
