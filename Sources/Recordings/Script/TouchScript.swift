import GestureCore
import Text

/// A touch script, which people can write. It has gestures, the actions of fingers, and the expected gesture events.
///
///     gestures
///       single = tap require-to-fail=double
///       double = tap taps=2 max-interval=250ms
///     touches
///       0ms    down a 50,50
///       60ms   up a
///     expect
///       310ms  single        # 60 ms plus the interval
///
/// Positions are in mm. The actions of a device at one time are one frame. On a line, `;` separates the actions:
///
///     down a 50,50 b 60,50        up a,b        cancel a        wait
///     move a,b to 60,50           move a,b by 0,-12 over 80ms   (a frame every 8 ms, the last at the end)
///     palm a    stylus a    finger a    pressure a 0.6
///     lost a                                     (the touch is cancelled: the device didn't report the lift)
///     counted a                                  (the device only counts this finger; the position is invented)
///     press    release    press right            (buttons; the default is the left button)
///     mode presentation    app firefox    output DP-1    modifiers ctrl+shift    (the session's state from this time)
///     device pad: touchpad 100x66 mm pressure    (declares a device; the next lines are about this device)
///     device pad                                 (the next lines are about this device again)
///     unplug                                     (the device is removed, and its touches are cancelled)
///     reset                                      (all touches are cancelled, and no gesture waits any more)
///
/// A session action, such as `mode` or `app`, applies to touches that land at the action's time or later. The session
/// actions are the names in `Conditions.sessionFacts`. `mode` also replaces a mode that a gesture has switched on.
/// `ScriptRules` describes the sections `gestures` and `zones`.
///
/// Without a `device` line, the touches are on a touchscreen of 300 x 190 mm.
public struct TouchScript: Sendable {
  /// The rules in `gestures` and `zones`. Nil without a section `gestures`: the rules must then come from a rules file.
  public private(set) var rules: RuleSet?
  public private(set) var recording: Recording
  /// The lines of the section `expect`, which only tests read; nil without this section.
  public private(set) var expectations: [(number: Int, words: [String])]?

  /// The sections of a script; each name is alone on its line.
  enum Section: String, CaseIterable {
    case zones, gestures, touches, expect
  }

  public static func read(_ text: String, name: String) throws(RecordingError) -> TouchScript {
    var reader = ScriptReader()
    for line in Lines(text) {
      do throws(RecordingError.Reason) {
        try reader.read(line)
      } catch {
        throw RecordingError(name, line.number, error)
      }
    }
    return try reader.finish(name)
  }
}

private struct ScriptReader {
  private var section: TouchScript.Section?
  private var sections: Set<TouchScript.Section> = []
  private var rules = ScriptRules()
  private var touches = TouchSection()
  private var expectations: [(number: Int, words: [String])] = []
  /// The line number and the name of the first section that needs a section `gestures`. Nil if no section needs it.
  private var needsGestures: (line: Int, what: String)?

  mutating func read(_ line: Line) throws(RecordingError.Reason) {
    let words = try tokenize(line.text)
    var tokens = Tokens(words)
    guard let first = tokens.peek else { return }
    if tokens.count == 1, let next = TouchScript.Section(rawValue: first) {
      guard sections.insert(next).inserted else { throw .duplicateSection(first) }
      section = next
      if next == .zones { needsGestures = needsGestures ?? (line.number, first) }
      return
    }
    switch section {
    case .zones: try rules.readZone(&tokens, line.number)
    case .gestures: try rules.readGesture(&tokens, line.number)
    case .touches: try touches.read(&tokens)
    case .expect: expectations.append((line.number, words))
    case nil: throw .outsideSections
    }
  }

  func finish(_ name: String) throws(RecordingError) -> TouchScript {
    var rules: RuleSet?
    if sections.contains(.gestures) {
      rules = try self.rules.rules(name)
    } else if let needsGestures {
      throw RecordingError(name, needsGestures.line, .needsGestures(needsGestures.what))
    }
    return TouchScript(
      rules: rules, recording: touches.recording(name), expectations: sections.contains(.expect) ? expectations : nil)
  }
}
