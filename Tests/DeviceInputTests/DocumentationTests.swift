import GestureCore
import Glibc
import Support
import Testing

@testable import DeviceInput

/// The udev rule of the documents is the one that the program gives as a fix.
@Suite struct DocumentationTests {
  @Test func theUdevRuleIsTheProgramsOwn() throws {
    let block = try #require(Documentation.blocks("udev").first)
    let lines = block.text.split(separator: "\n").map(String.init)
    #expect(lines.count == 1 + DeviceKind.allCases.count)
    for (kind, line) in zip(DeviceKind.allCases, lines.dropFirst()) {
      let device = UnopenableDevice(
        node: "/dev/input/event3", name: "Locked", kind: kind, refusal: .mayNotOpen(EACCES))
      #expect(device.fix.contains("echo '\(line)' | sudo tee -a \(lines[0].dropFirst(2)) "))
    }
  }
}
