import Glibc
import Support
import Testing

@testable import Desktop

@Suite struct LoginWordingTests {
  @Test func whyNobodyTells() {
    expectSnapshot(
      [
        LoginWording.noLogin,
        LoginWording.unknownUser,
        LoginWording.silent,
        LoginWording.noBus(ECONNREFUSED),
      ], "why locked sessions can't be detected")
  }

  @Test func whenNobodyTellsAnyMore() {
    expectSnapshot(
      [
        LoginWording.kept([.locked, .inactive]),
        LoginWording.kept(.inactive),
        LoginWording.lost,
        LoginWording.forgotten,
      ], "when logind has stopped")
  }

  @Test func whichSessionItIs() { #expect(LoginWording.found("/a/b") == "the session's path in logind is /a/b") }
}
