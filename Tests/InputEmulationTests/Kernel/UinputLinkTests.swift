import Bindings
import Glibc
import Support
import Testing

@testable import InputEmulation

/// The tests that need no kernel that makes devices; the rest is the kernel scenario `keys`.
struct UinputLinkTests {
  @Test(.enabled(if: access("/dev/uinput", W_OK) != 0, "here devices may be made"))
  func withoutTheRight() {
    let session = EmulatedSession { needs in [{ UinputLink(paths: [], needs: needs, permission: "sudo x") { false } }] }
    session.emulator.use([.keyboard, .pointer])
    #expect(session.emulator.links.readyName == nil)
    #expect(session.emulator.links.problems.first?.hasPrefix("uinput: can't open /dev/uinput") == true)
    #expect(session.emulator.links.problems.first?.hasSuffix("; run `sudo x` to get access") == true)
  }
}
