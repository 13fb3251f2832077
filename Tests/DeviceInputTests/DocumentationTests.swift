import Foundation
import Support
import Testing

@testable import DeviceInput

/// The documents name the commands that the program gives as a fix.
@Suite struct DocumentationTests {
  @Test(arguments: ["contrib/guide/install.md", "contrib/man/gesture-bridge.1.scd"])
  func theCommandThatInstallsTheUdevRule(file: String) throws {
    let text = try String(contentsOf: packageRoot.appendingPathComponent(file), encoding: .utf8)
    #expect(text.contains(AccessRule.touch.installation))
  }

  @Test(arguments: ["contrib/guide/interception.md", "contrib/man/gesture-bridge.1.scd"])
  func theCommandThatAllowsInterception(file: String) throws {
    let text = try String(contentsOf: packageRoot.appendingPathComponent(file), encoding: .utf8)
    #expect(text.contains(AccessRule.uinput.installation))
  }
}
