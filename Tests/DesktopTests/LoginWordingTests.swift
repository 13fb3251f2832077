import Glibc
import Testing

@testable import Desktop

@Suite struct LoginWordingTests {
  @Test func whyNobodyTells() {
    #expect(
      LoginWording.noLogin
        == "nobody tells of sessions, as neither logind nor elogind runs: gestures count whether the session is locked or not"
    )
    #expect(
      LoginWording.unknownUser
        == "the login knows no session of this user: gestures count whether the session is locked or not")
    #expect(
      LoginWording.silent
        == "the login does not answer: until it does, gestures count whether the session is locked or not")
    #expect(
      LoginWording.noBus(ECONNREFUSED)
        == """
        nobody tells of sessions, as there is no system bus (Connection refused): gestures count whether the session is \
        locked or not
        """)
  }

  @Test func whenNobodyTellsAnyMore() {
    #expect(
      LoginWording.kept([.locked, .inactive])
        == """
        the login manager is gone, and when it was last heard the session was locked: gestures rest until it is back; if it \
        won't be, start gesture-bridge anew
        """)
    #expect(
      LoginWording.kept(.inactive)
        == """
        the login manager is gone, and when it was last heard another session had the screen: gestures rest until it is \
        back; if it won't be, start gesture-bridge anew
        """)
    #expect(LoginWording.lost == "nobody tells of sessions any more: for 60 s the session counts as it was")
    #expect(
      LoginWording.forgotten
        == """
        nobody tells of sessions any more: until somebody does, gestures count whether the session is locked or not
        """)
  }

  @Test func whichSessionItIs() { #expect(LoginWording.found("/a/b") == "the session is /a/b") }
}
