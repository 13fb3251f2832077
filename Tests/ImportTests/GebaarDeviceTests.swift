import Testing

/// Gestures of gebaar's forks get the device that the file means.
@Suite struct GebaarDeviceTests {
  private static let swipe = "[[command-swipe]]\nfingers = 3\nup = 'x'\n"

  /// Each fork has its own place for the type of device.
  @Test(arguments: ["[interact]\n", "[interact.type]\n", "[interact-type]\n", "[settings.interact]\n"])
  func theFileNamesTheDevice(table: String) throws {
    for (type, device) in [("TOUCH", "touchscreen"), ("GESTURE", "touchpad"), ("", "touchpad")] {
      let imported = try imported(.gebaar, Self.swipe + table + "type = '\(type)'\n")
      #expect(imported.remarks == [])
      #expect(imported.body.contains("device = \"\(device)\"\nfingers = 3\n"))
    }
  }

  @Test func aTableNamesItsOwnDevice() throws {
    let text = "[[swipe.commands]]\ntype = 'TOUCH'\nup = 'x'\n[[swipe.commands]]\nup = 'y'\n"
    let imported = try imported(.gebaar, text)
    #expect(imported.converted == 2 && imported.remarks == [])
    #expect(imported.body.contains("device = \"touchscreen\"\nfingers = 3\ndirection = \"up\"\nrun = \"x\""))
    #expect(imported.body.contains("device = \"touchpad\"\nfingers = 3\ndirection = \"up\"\nrun = \"y\""))
  }

  /// Gebaar keeps one table for a number of fingers, whatever directions the others have.
  @Test func onlyTheLastTableForTheSameFingersCounts() throws {
    let imported = try imported(.gebaar, Self.swipe + "[[command-swipe]]\nfingers = 3\ndown = 'y'\n")
    #expect(imported.converted == 1 && imported.total == 2)
    #expect(!imported.body.contains("run = \"x\""))
  }

  @Test func pinchesWithOtherThanTwoFingersAreDead() throws {
    let imported = try imported(.gebaar, "pinch.commands.two.in = 'x'\npinch.commands.three.in = 'y'\n")
    #expect(imported.converted == 1 && imported.total == 2)
    #expect(imported.body.contains("run = \"x\""))
  }
}
