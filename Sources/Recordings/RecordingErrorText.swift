import GestureCore

// What a user reads when a recording can't be read: all of it is here.

extension RecordingError: CustomStringConvertible {
  /// `pinch.touches:4: "b" is not down`.
  public var description: String {
    let place = line.map { "\(name):\($0)" } ?? name
    return "\(place): \(reason)"
  }
}

extension RecordingError.Reason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .empty: "there is nothing in it"
    case .notARecording:
      "not a recording: expected a touch script (gestures, touches, expect), or evemu or evdev lines such as "
        + "\"E: 0.012345 0003 0035 1039\""
    case .deviceKindUnknown: "it doesn't tell what the device is: pass --device-kind touchpad|touchscreen"
    case .events(let fault): fault.description
    case .script(let fault): fault.description
    case .touches(let fault): fault.description
    case .device(let fault): fault.description
    case .rules(let fault): fault.description
    }
  }
}

extension RecordingError.EventFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notAnEventLine: "expected a letter and a colon, such as \"E: 0.012345 0003 0035 1039\""
    case .badEvent: "expected \"E: seconds type code value\" with type and code in hex and the value in decimal"
    case .badTime(let text): "\(quoted(text)) is not a time in seconds"
    case .badDescription: "this line of the device description has a value that is missing or no number"
    case .notADescription: "not a device description: no line begins with N:, P:, B: or A:"
    }
  }
}

extension RecordingError.ScriptFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unclosedQuote: "a quote is not closed"
    case .outsideSections: "expected \"gestures\", \"touches\" or \"expect\" before this line"
    case .sectionTwice(let name): "there is a section \(quoted(name)) already"
    case .badTime(let text): "\(quoted(text)) is not a time such as 120ms or 1.5s"
    case .badName(let text): "\(quoted(text)) is no name: names are letters, digits, \"-\" and \"_\""
    case .expected(let part, let found): "expected \(part)" + (found.map { ", found \(quoted($0))" } ?? "")
    }
  }
}

extension RecordingError.Part: CustomStringConvertible {
  public var description: String {
    switch self {
    case .action: "an action after the time, such as \"0ms down a 50,50\""
    case .touchName: "the name of a touch"
    case .downPosition: "a name and a position, such as \"down a 50,50\""
    case .destination: "\"to\" or \"by\" and a position, such as \"move a by 0,-12\""
    case .duration: "a time after \"over\", such as \"over 80ms\""
    case .pressure: "a pressure from 0 to 1, such as \"pressure a 0.6\""
    case .device: "a device, such as \"device pad: touchpad 100x66 mm\""
    case .expectation: "a time and a gesture, such as \"310ms single\""
    case .gesture: "a gesture, such as \"single = tap fingers=2\""
    case .setting: "a setting, such as \"slop=3mm\""
    case .endOfLine: "nothing more"
    }
  }
}

extension RecordingError.TouchFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .timeGoesBack(let to, let from): "time goes back from \(from) to \(to)"
    case .unknownAction(let word):
      "unknown action \(quoted(word)): there are down, up, move, cancel, palm, stylus, finger, pressure and wait"
    case .badPosition(let text): "\(quoted(text)) is not a position in mm such as 50,12.5"
    case .badPressure(let text): "\(quoted(text)) is not a pressure from 0 to 1"
    case .notDown(let name): "\(quoted(name)) is not down"
    case .alreadyDown(let name): "\(quoted(name)) is down already"
    case .stillMoving(let name, let until): "\(quoted(name)) is still moving until \(until)"
    case .upAtOnce(let name): "\(quoted(name)) came down in this very frame: let some time pass first"
    case .tooLong(let text): "\(quoted(text)) is too long for a movement: 10 minutes at most"
    }
  }
}

extension RecordingError.DeviceFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownClass(let text):
      "\(quoted(text)) is no class of device: there are "
        + DeviceClass.allCases.map(\.rawValue).joined(separator: " and ")
    case .badSize(let text): "\(quoted(text)) is not a size in mm such as 100x66"
    case .unknownOption(let text):
      "\(quoted(text)) is no option of a device: there are pressure, no-contacts, no-places, settled-fingers, "
        + "fingers=1-5 and name=\"…\""
    case .twice(let name): "there is a device \(quoted(name)) already"
    case .unknown(let name): "there is no device \(quoted(name)): declare it with \"device NAME: touchscreen\""
    }
  }
}

extension RecordingError.RuleFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownKind(let name):
      "unknown kind \(quoted(name)): there are \(Catalogue.kinds.map(\.name).joined(separator: ", "))"
    case .unknownSetting(let name, let kind): "\(quoted(name)) is no setting of the kind \(kind)"
    case .badSetting(let name, let shape, let error): "\(name): \(error.text(shape))"
    case .badRelation(let text): "\(quoted(text)) names no gesture: write a name, or \"kind:\" and a kind"
    case .twice(let name): "there is a gesture \(quoted(name)) already"
    case .unknownGesture(let name): "there is no gesture \(quoted(name))"
    case .circle(let names): "these wait for one another in a circle: \(names.joined(separator: ", "))"
    case .badPriority(let text): "\(quoted(text)) is not a whole number"
    case .unknownState(let text):
      "unknown state \(quoted(text)): there are recognized, began, changed, ended and cancelled"
    case .unknownValue(let name):
      "unknown value \(quoted(name)): there are since, " + Reading.Name.allCases.map(\.rawValue).joined(separator: ", ")
    case .badValue(let text): "\(quoted(text)) is not a value of that kind"
    }
  }
}

extension SettingError {
  fileprivate func text(_ shape: SettingShape) -> String {
    switch self {
    case .notAQuantity: "expected a number with its unit: \(shape.rangeText)"
    case .missingUnit(let number, let unit): "the unit is missing: \(number)\(unit.rawValue)"
    case .unknownUnit(let text, let expected): "the unit is \(quoted(text)), expected \(expected.rawValue)"
    case .outOfRange(let range): "out of range: \(range)"
    case .notACount: "expected a whole number: \(shape.rangeText)"
    case .notARange: "expected a whole number or a range: \(shape.rangeText)"
    case .unknownChoice: "expected one of \(shape.rangeText)"
    case .notAFlag, .wrongNumberOfGestures: "expected \(shape.rangeText)"
    }
  }
}

/// In quotes, on one line, and no longer than a reader needs to find it.
private func quoted(_ text: String) -> String {
  jsonString(text.count > 40 ? text.prefix(40) + "…" : text)
}
