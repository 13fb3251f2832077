import Bindings
import Testing

@testable import InputEmulation

/// The keys that are pressed on a keyboard that gets no modifiers and no group.
struct PlainKeyboardTests {
  private static let (shift, altGr): (UInt32, UInt32) = (1, 0x80)

  /// One layout as of a German keyboard.
  private var one: PlainKeyboard {
    var layout = KeyboardLayout()
    modifiers(&layout)
    add(["q": (24, 0), "Q": (24, Self.shift), "@": (24, Self.altGr), "Ω": (24, Self.shift | Self.altGr)], to: &layout)
    add(["Tab": (23, 0), "№": (25, 2)], to: &layout)
    return PlainKeyboard(layout)
  }

  /// An English and a Russian one.
  private var two: PlainKeyboard {
    var layout = KeyboardLayout()
    modifiers(&layout)
    add(["Tab": (23, 0)], to: &layout)
    for code in [10, 24, 60, 61] as [UInt32] { layout.setGroups(2, of: code) }
    add(["1": (10, 0), "!": (10, Self.shift), "q": (24, 0), ".": (60, 0)], to: &layout, group: 0)
    add(["1": (10, 0), "!": (10, Self.shift), "й": (24, 0), ".": (61, 0)], to: &layout, group: 1)
    return PlainKeyboard(layout)
  }

  private func modifiers(_ layout: inout KeyboardLayout) {
    add(["Ctrl": (37, 0), "Shift": (50, 0), "AltGr": (108, 0)], to: &layout)
    // A keycode that no real keyboard has, as in layouts of xkb.
    add(["AltGr": (92, 0)], to: &layout)
    for (code, mask) in [(37, 4), (50, Self.shift), (92, Self.altGr), (108, Self.altGr)] as [(UInt32, UInt32)] {
      layout.setModifiers(mask, of: code)
    }
  }

  private func add(
    _ keys: [String: (code: UInt32, modifiers: UInt32)], to layout: inout KeyboardLayout, group: UInt32? = nil
  ) {
    for (name, key) in keys {
      layout.add(symbol(name), at: .init(code: key.code, group: group, modifiers: key.modifiers, mask: .max))
    }
  }

  private func symbol(_ name: String) -> KeySymbol { KeySymbol(name: name) ?? KeySymbol(keysym: 0) }

  /// `+q -q` presses and releases; the answer has the kernel's codes.
  private func play(_ script: String, on keyboard: PlainKeyboard) -> String {
    var keyboard = keyboard
    let events = script.split(separator: " ").flatMap { word in
      let symbol = symbol(String(word.dropFirst()))
      return word.hasPrefix("+") ? keyboard.press(symbol) : keyboard.release(symbol)
    }
    let left = keyboard.releaseAll()
    return (events + left).map { "\($0.isDown ? "+" : "-")\($0.code)" }.joined(separator: " ")
  }

  @Test(arguments: [
    ("+q -q", "+16 -16"), ("+Q -Q +q -q", "+42 +16 -16 -42 +16 -16"), ("+@ -@", "+100 +16 -16 -100"),
    ("+Ω -Ω", "+42 +100 +16 -16 -100 -42"), ("+Shift +Tab -Tab -Shift", "+42 +15 -15 -42"),
    ("+Shift +Q -Q -Shift", "+42 +16 -16 -42"), ("+№ -№", ""), ("-q +x -x", ""),
    ("+Q +Tab -Q -Tab", "+42 +16 -42 +15 -16 -15"), ("+q +Q -q -Q", "+16 +42 +16 -16 -42"),
    ("+Ctrl +Q", "+29 +42 +16 -29 -16 -42"),
  ])
  func keys(script: String, codes: String) {
    #expect(play(script, on: one) == codes)
  }

  @Test(arguments: [
    ("+1 -1 +! -!", "+2 -2 +42 +2 -2 -42"), ("+Tab -Tab", "+15 -15"), ("+q -q +й -й +. -.", ""),
    ("+Ctrl +q -q +й -й +. -. -Ctrl", "+29 +16 -16 +16 -16 +52 -52 -29"), ("+Shift +q -q -Shift", "+42 -42"),
  ])
  func keysOfSeveralLayouts(script: String, codes: String) {
    #expect(play(script, on: two) == codes)
  }

  @Test func whatIsLacking() {
    let ctrl = [symbol("Ctrl")]
    #expect(one.obstacle(to: symbol("Ω"), with: []) == nil)
    #expect(one.obstacle(to: symbol("№"), with: []) == .noKey, "no key turns that modifier on")
    #expect(one.obstacle(to: symbol("x"), with: ctrl) == .noKey)
    #expect(two.obstacle(to: symbol("q"), with: []) == .unknownLayout)
    #expect(two.obstacle(to: symbol("q"), with: [symbol("Shift")]) == .unknownLayout)
    #expect(two.obstacle(to: symbol("q"), with: ctrl) == nil)
    #expect(two.obstacle(to: symbol("1"), with: []) == nil)
  }
}
