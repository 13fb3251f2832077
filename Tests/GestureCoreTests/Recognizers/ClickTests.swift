import Support
import Testing

@testable import GestureCore

@Suite struct ClickTests {
  @Test func byTheFingersThatAreDown() {
    expectScript(
      """
      gestures
        one   = click device=touchpad
        two   = click fingers=2 device=touchpad
        many  = click fingers=3-5
      touches
        device pad: touchpad 100x66 mm
        0ms    down a 50,30
        300ms  press
        350ms  release
        500ms  down b 60,30
        900ms  press
        950ms  release
        1000ms press; down c 70,30
        1050ms release
        1100ms up a,b,c
        1200ms press
        1250ms release
      expect
        300ms  one fingers=1 x=50 button=left
        900ms  two fingers=2 x=55
        1000ms many fingers=3 x=60
      """)
  }

  /// Fingers stay down from one click to the next.
  @Test func againAndAgain() {
    expectScript(
      """
      gestures
        two   = click fingers=2 device=touchpad
      touches
        device pad: touchpad 100x66 mm
        0ms    down a 50,30 b 60,30
        300ms  press
        350ms  release
        400ms  press
        450ms  release
        460ms  up a,b
      expect
        300ms  two
        400ms  two
      """)
  }

  @Test func byButtonAndPosition() {
    expectScript(
      """
      zones
        corner = corner=bottom-right height=20mm width=40mm
      gestures
        menu  = click zone=corner device=touchpad
        right = click button=right device=touchpad
        any   = click device=touchpad
      touches
        device pad: touchpad 100x66 mm
        0ms    down a 70,60
        100ms  press
        150ms  release; up a
        300ms  down b 30,30
        400ms  press right
        450ms  release right; up b
        600ms  down c 30,30 d 90,60
        700ms  press
        750ms  release; up c,d
      expect
        100ms  menu button=left
        400ms  right button=right
        700ms  menu x=90
      """)
  }

  /// A press during a tap: it isn't a tap any more. Fingers that another gesture has won don't click.
  @Test func togetherWithOtherGestures() {
    expectScript(
      """
      gestures
        click = click fingers=2 device=touchpad
        tap   = tap fingers=2 device=touchpad
        drag  = pan fingers=2 device=touchpad
      touches
        device pad: touchpad 100x66 mm
        0ms    down a 50,30 b 65,30
        50ms   press
        100ms  release
        120ms  up a,b
        1000ms down c 50,30 d 65,30
        1050ms up c,d
        2000ms down e 50,30 f 65,30
        2020ms move e,f by 10,0 over 80ms
        2200ms press
        2300ms release; up e,f
      expect
        50ms   click
        1050ms tap
        2036ms drag began
        2300ms drag ended
      """)
  }

  @Test func anotherButton() throws {
    let kind = Click.kind
    #expect(kind.needs(Settings(kind, for: .touchpad)) == [.contacts, .places, .buttons])
    #expect(kind.allSettings.map(\.name) == ["fingers", "button"])
    var click = Click(Settings(["button": .choice("middle")]))
    let touches = TouchGroup(surface: Size(width: 100, height: 66))
    guard case .fail(let failure) = click.buttonsPressed([.left], touches) else {
      Issue.record("it is recognized")
      return
    }
    #expect(failure.description == "pressed the left button, needs button middle")
    #expect(click.buttonsPressed([.left, .middle], touches) == .recognize)
    #expect(click.values(touches).button == .middle)
  }
}
