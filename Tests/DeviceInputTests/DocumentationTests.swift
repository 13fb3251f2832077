import Foundation
import Support
import Testing

@testable import DeviceInput

/// The documents name the commands that the program gives as a fix.
@Suite struct DocumentationTests {
  @Test(arguments: ["contrib/guide/install.md", "contrib/man/gesture-bridge.1.scd"])
  func theCommandsThatInstallTheUdevRule(file: String) throws {
    let text = try String(contentsOf: packageRoot.appendingPathComponent(file), encoding: .utf8)
    let commands = UdevRule.installation.components(separatedBy: " && ")
    #expect(commands.count == 3)
    for command in commands { #expect(text.contains(command), "\(command)") }
  }

  @Test(arguments: ["contrib/guide/interception.md", "contrib/man/gesture-bridge.1.scd"])
  func theCommandsThatAllowInterception(file: String) throws {
    let text = try String(contentsOf: packageRoot.appendingPathComponent(file), encoding: .utf8)
    let commands = UinputRule.installation.components(separatedBy: " && ")
    #expect(commands.count == 4)
    for command in commands { #expect(text.contains(command), "\(command)") }
  }
}
