import Testing

@testable import GestureCore

/// Values as they are written, and as they are shown.
@Suite struct SettingTests {
  private func declaration(_ shape: SettingShape) -> SettingDeclaration {
    SettingDeclaration(
      name: "it", shape: shape, touchscreen: .flag(true), touchpad: .flag(true), summary: "", reason: "")
  }

  private func read(_ text: String, _ shape: SettingShape) -> Result<SettingValue, SettingError> {
    do {
      return .success(try declaration(shape).value(from: text))
    } catch {
      return .failure(error)
    }
  }

  @Test(arguments: [
    ("12 mm", 12.0, Unit.millimetres), ("12mm", 12, .millimetres), ("1.5 cm", 15, .millimetres),
    (" 0.5mm ", 0.5, .millimetres), ("+3mm", 3, .millimetres), ("250ms", 250, .milliseconds),
    ("0.3 s", 300, .milliseconds), ("80 mm/s", 80, .millimetresPerSecond), ("8cm/s", 80, .millimetresPerSecond),
    ("25deg", 25, .degrees), ("25°", 25, .degrees), ("25 °", 25, .degrees), ("5 %", 5, .percent), ("5%", 5, .percent),
  ])
  func quantities(text: String, value: Double, unit: Unit) {
    #expect(read(text, .quantity(unit, 0...1000)) == .success(.quantity(value)))
  }

  @Test(arguments: [
    ("12", SettingError.missingUnit(number: "12", unit: .millimetres)),
    ("-1.5 ", .missingUnit(number: "-1.5", unit: .millimetres)),
    ("12 px", .unknownUnit("px", expected: .millimetres)), ("12 ms", .unknownUnit("ms", expected: .millimetres)),
    ("12 MM", .unknownUnit("MM", expected: .millimetres)), ("1e3 mm", .unknownUnit("e3 mm", expected: .millimetres)),
    ("", .notAQuantity), ("mm", .notAQuantity), ("1.2.3 mm", .notAQuantity), ("--1 mm", .notAQuantity),
    ("nan mm", .notAQuantity), ("inf mm", .notAQuantity), ("٣ mm", .notAQuantity),
    ("0x10 mm", .unknownUnit("x10 mm", expected: .millimetres)),
    ("-0.1 mm", .outOfRange("0 to 50 mm")), ("50.1 mm", .outOfRange("0 to 50 mm")), ("6 cm", .outOfRange("0 to 50 mm")),
  ])
  func badQuantities(text: String, error: SettingError) {
    #expect(read(text, .quantity(.millimetres, 0...50)) == .failure(error))
  }

  @Test func theEndsOfARangeAreInIt() {
    #expect(read("0 mm", .quantity(.millimetres, 0...50)) == .success(.quantity(0)))
    #expect(read("50 mm", .quantity(.millimetres, 0...50)) == .success(.quantity(50)))
  }

  @Test(arguments: [("3", 3...3), ("2-3", 2...3), (" 2 - 3 ", 2...3), ("1-10", 1...10)])
  func countRanges(text: String, range: ClosedRange<Int>) {
    #expect(read(text, .countRange(1...10)) == .success(.countRange(range)))
  }

  @Test(arguments: ["", "-", "3-2", "2-", "-3", "two", "2-3-4", "1 0", "2.5", "99999999999999999999"])
  func badCountRanges(text: String) { #expect(read(text, .countRange(1...10)) == .failure(.notARange)) }

  @Test func countRangesOutOfRange() {
    for text in ["0", "11", "1-11", "0-3"] {
      #expect(read(text, .countRange(1...10)) == .failure(.outOfRange("1 to 10, or a range such as \"2-3\"")))
    }
  }

  @Test func countsChoicesAndFlags() {
    #expect(read("2", .count(1...5)) == .success(.count(2)))
    #expect(read("6", .count(1...5)) == .failure(.outOfRange("1 to 5")))
    #expect(read("2x", .count(1...5)) == .failure(.notACount))
    #expect(read("left", .choice(["left", "right"])) == .success(.choice("left")))
    #expect(read("Left", .choice(["left", "right"])) == .failure(.unknownChoice("Left")))
    #expect(read("true", .flag) == .success(.flag(true)))
    #expect(read("yes", .flag) == .failure(.notAFlag))
  }

  @Test func wholeNumbersWithoutQuotes() throws {
    #expect(try declaration(.count(1...5)).count(3) == .count(3))
    #expect(try declaration(.countRange(1...10)).count(3) == .countRange(3...3))
    #expect(throws: SettingError.outOfRange("1 to 5")) { try declaration(.count(1...5)).count(6) }
    #expect(throws: SettingError.missingUnit(number: "3", unit: .milliseconds)) {
      try declaration(.quantity(.milliseconds, 0...9)).count(3)
    }
    #expect(throws: SettingError.notAFlag) { try declaration(.flag).count(1) }
    #expect(throws: SettingError.unknownChoice("1")) { try declaration(.choice(["a"])).count(1) }
  }

  @Test func rangesInWords() {
    #expect(SettingShape.quantity(.millimetres, 0.5...50).rangeText == "0.5 to 50 mm")
    #expect(SettingShape.choice(["left", "right"]).rangeText == "left, right")
    #expect(SettingShape.flag.rangeText == "true or false")
  }

  /// The catalogue is sound: each default is within its range, and each setting has a reason.
  @Test func everyDefaultIsAllowed() {
    for kind in Catalogue.kinds {
      #expect(kind.summary.hasSuffix("."))
      #expect(Set(kind.allSettings.map(\.name)).count == kind.allSettings.count, "\(kind.name) names a setting twice")
      for setting in kind.allSettings {
        #expect(setting.summary.hasSuffix(".") && !setting.reason.isEmpty, "\(kind.name) \(setting.name)")
        for deviceClass in DeviceClass.allCases {
          #expect(isAllowed(setting.defaultValue(for: deviceClass), setting.shape), "\(kind.name) \(setting.name)")
        }
      }
    }
  }

  private func isAllowed(_ value: SettingValue, _ shape: SettingShape) -> Bool {
    switch (value, shape) {
    case (.quantity(let value), .quantity(_, let range)): range.contains(value)
    case (.count(let value), .count(let range)): range.contains(value)
    case (.countRange(let value), .countRange(let range)):
      range.contains(value.lowerBound) && range.contains(value.upperBound)
    case (.choice(let name), .choice(let names)): names.contains(name)
    case (.flag, .flag): true
    // The rules give the drawing.
    case (.none, .path), (.none, .templates), (.none, .choice): true
    case (.start, .start): true
    case (_, _): false
    }
  }
}
