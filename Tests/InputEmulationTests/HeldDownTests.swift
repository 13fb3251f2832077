import Bindings
import Testing

@testable import InputEmulation

/// Keys that gestures keep down.
struct HeldDownTests {
  private let alt = KeySymbol(keysym: 0xffe9)
  private let shift = KeySymbol(keysym: 0xffe1)
  private let one = InputRequest.Holder(action: 1, device: 1)
  private let two = InputRequest.Holder(action: 1, device: 2)

  @Test func theyGoUpInTheOtherOrder() {
    var held = HeldDown<KeySymbol>()
    #expect(held.hold([alt, shift], by: one) == [alt, shift])
    #expect(held.release(by: one) == [shift, alt])
    #expect(held.release(by: one) == [])
  }

  @Test func theLastHolderLetsGo() {
    var held = HeldDown<KeySymbol>()
    #expect(held.hold([alt], by: one) == [alt])
    #expect(held.hold([alt, shift], by: two) == [shift])
    #expect(held.release(by: one) == [])
    #expect(held.isDown(alt))
    #expect(held.release(by: two) == [shift, alt])
    #expect(!held.isDown(alt))
  }
}
