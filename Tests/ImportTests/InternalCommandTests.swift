import Foundation
import Testing

/// The command of libinput-gestures that switches workspaces.
@Suite struct InternalCommandTests {
  @Test(arguments: [("ws_up", "next"), ("ws_left", "next"), ("ws_down", "previous"), ("ws_right", "previous")])
  func theWorkspacesFollowTheFingers(action: String, workspace: String) throws {
    let body = try imported(.libinputGestures, "gesture swipe up 3 _internal \(action)\n").body
    #expect(body.contains("run = { workspace = \"\(workspace)\" }\n"))
  }

  @Test(arguments: ["", " ws_nowhere", " ws_up ws_down", " --cols 2 ws_up", " -w ws_up", " ws_left_up"])
  func otherCommandsAreNamed(words: String) throws {
    let imported = try imported(.libinputGestures, "gesture swipe up 3 _internal\(words)\n")
    #expect(imported.converted == 0 && imported.remarks.count == 1)
  }
}

/// Commands that belong together.
@Suite struct JoinedCommandTests {
  private static let drag = """
    swipe:
      3:
        begin:
          command: xdotool mousedown 1
        update:
          command: xdotool mousemove_relative -- $move_x $move_y
        end:
          command: xdotool mouseup 1
    """

  @Test func aButtonThatIsHeldIsADrag() throws {
    let body = try imported(.fusuma, Self.drag).body
    #expect(body.contains("began = { drag = \"left\" }\n") && !body.contains("xdotool") && !body.contains("move"))
    #expect(body.contains("[device.touchpad]"))
  }

  @Test func anotherButtonIsNoDrag() throws {
    let body = try imported(.fusuma, Self.drag.replacing("mouseup 1", with: "mouseup 2")).body
    #expect(body.contains("xdotool mousedown 1") && body.contains("xdotool mouseup 2"))
  }

  /// Fusuma waits for a tenth of a second, times the interval.
  @Test func theIntervalOfRepetitionsIsKept() throws {
    let text = "swipe: { 3: { left: { update: { command: x, interval: 2 } } } }"
    let body = try imported(.fusuma, text).body
    #expect(body.contains("at-most-every = \"200 ms\""))
  }

  /// In lisgd `*` means any edge, any distance and any moment.
  @Test func aModeCanBeAny() throws {
    #expect(try imported(.lisgd, "lisgd -g '3,RL,*,*,*,x y'\n").body.contains("run = \"x y\"\n"))
  }

  /// libinput-gestures replaces only names of variables, and starts no shell.
  @Test func aDollarWithoutANameIsItself() throws {
    let body = try imported(.libinputGestures, "gesture swipe up 3 $HOME/a$(b)$1\n").body
    #expect(body.contains("$HOME/a") && !body.contains("a$(b)$1") && body.contains("$(b)"), "\(body)")
  }
}
