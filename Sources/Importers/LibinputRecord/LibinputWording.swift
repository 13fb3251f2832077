import Yams

/// What is said of recordings of `libinput record`.
enum LibinputWording {
  static let fileFix = "name a whole recording of `libinput record`"
  static let noVersion = "this is no recording of `libinput record`: it has no `version:`"
  static let noDevices = "there are no devices in it"
  static let noDescription = "this device has no description, `evdev:`"
  static let badNumbers = "whole numbers are due here"
  static let badEvent = "an event is due here, such as `[0, 11879, 3, 53, 1330]`"
  static let otherVersionFix = "version 1 is known, of libinput 1.10 and later"
  static let noTouchDeviceFix = "record a touchscreen, a touchpad or a pen; `libinput list-devices` lists them"

  static func otherVersion(_ version: String) -> String { "its format is version \"\(version.oneLine)\"" }

  static func manyDevices(_ count: Int) -> String { "there are \(count) devices in it" }

  static func noTouchDevice(_ names: [String]) -> String {
    "there is no touch device in it, but \(names.map { "\"\($0.oneLine)\"" }.joined(separator: ", "))"
  }

  static func badYAML(_ problem: String) -> String { "this is no YAML: \(problem)" }

  /// What the reader of YAML has found.
  static func translated(_ error: any Error, _ file: String) -> ImportError {
    switch error as? YamlError {
    case .scanner(_, let problem, let mark, _)?, .parser(_, let problem, let mark, _)?,
      .composer(_, let problem, let mark, _)?:
      ImportError(file: file, line: mark.line, badYAML(problem), fix: fileFix)
    case .duplicatedKeysInMapping(let duplicates, let context)?:
      ImportError(file: file, line: context.mark.line, FusumaWording.twice(duplicates), fix: fileFix)
    case .reader(let problem, _, _, _)?: ImportError(file: file, badYAML(problem), fix: fileFix)
    case .no?, .memory?, .writer?, .emitter?, .representer?, .dataCouldNotBeDecoded?, nil:
      ImportError(file: file, badYAML("\(error)".oneLine), fix: fileFix)
    }
  }
}
