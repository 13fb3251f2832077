import Glibc
import Testing

@testable import Desktop

@Suite struct LoginWordingTests {
  @Test func whyNobodyTells() {
    #expect(
      LoginWording.noLogin
        == "locked sessions can't be noticed, because logind or elogind does not run: gestures also work while the session is locked"
    )
    #expect(
      LoginWording.unknownUser
        == "logind knows no session of this user: gestures also work while the session is locked")
    #expect(
      LoginWording.silent
        == "logind does not answer: until it does, gestures also work while the session is locked")
    #expect(
      LoginWording.noBus(ECONNREFUSED)
        == """
        locked sessions can't be noticed, because there is no system bus (Connection refused): gestures also work \
        while the session is locked
        """)
  }

  @Test func whenNobodyTellsAnyMore() {
    #expect(
      LoginWording.kept([.locked, .inactive])
        == """
        logind is gone, and when it last answered the session was locked: gestures are suspended until it is back; \
        if it does not come back, restart gesture-bridge
        """)
    #expect(
      LoginWording.kept(.inactive)
        == """
        logind is gone, and when it last answered another session had the screen: gestures are suspended until it is \
        back; if it does not come back, restart gesture-bridge
        """)
    #expect(LoginWording.lost == "logind is gone: for 60 s the last known state of the session is used")
    #expect(
      LoginWording.forgotten
        == """
        logind is still gone: until it is back, gestures also work while the session is locked
        """)
  }

  @Test func whichSessionItIs() { #expect(LoginWording.found("/a/b") == "the session is /a/b") }
}
