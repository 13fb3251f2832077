import Support
import Testing

@testable import Desktop

/// The events of two windows on a real desktop, and the facts that a provider has to report.
struct DesktopStory {
  static let one = "org.example.one"
  static let two = "org.example.two"
  private static let switches = TestbedProgram.isNightly ? 200 : 50
  private let loop: ProviderLoop

  init(_ loop: ProviderLoop) { self.loop = loop }

  static func window(_ app: String, _ title: String, on output: String?, full: Bool = false) -> DesktopFacts.Window {
    DesktopFacts.Window(app: app, title: title, isFullscreen: full, output: output)
  }

  /// Two windows: focus, title, full screen, close.
  func play(_ provider: any DesktopProvider, on program: TestbedProgram, output: String?) throws {
    let (one, two) = (Self.one, Self.two)
    try program.perform("open \(one) one")
    try #require(loop.shows(provider, Self.window(one, "one", on: output)))
    try program.perform("open \(two) two")
    try #require(loop.shows(provider, Self.window(two, "two", on: output)))
    var wrong = 0
    var slowest: Int64 = 0
    for number in 0..<Self.switches {
      let (app, title) = number % 2 == 0 ? (one, "one") : (two, "two")
      try program.perform("focus \(app)")
      let began = loop.now
      if !loop.shows(provider, Self.window(app, title, on: output)) { wrong += 1 }
      slowest = max(slowest, loop.now - began)
      // The state remains.
      if number % 10 == 9 {
        loop.rest(provider, seconds: 0.1)
        if provider.facts.focus != .window(Self.window(app, title, on: output)) { wrong += 1 }
      }
    }
    #expect(wrong == 0)
    print(
      "\(provider.name): \(Self.switches) switches, \(wrong) wrong, the slowest \(slowest / 1000) ms after the desktop's answer"
    )
    try program.perform("title \(two) two and a half")
    #expect(loop.shows(provider, Self.window(two, "two and a half", on: output)))
    // The title of a window without the focus is not reported.
    try program.perform("title \(one) one and a half")
    loop.rest(provider)
    #expect(provider.facts.focus == .window(Self.window(two, "two and a half", on: output)))
    try program.perform("fullscreen \(two)")
    #expect(loop.shows(provider, Self.window(two, "two and a half", on: output, full: true)))
    try program.perform("windowed \(two)")
    #expect(loop.shows(provider, Self.window(two, "two and a half", on: output)))
    try program.perform("close \(two)")
    #expect(loop.shows(provider, Self.window(one, "one and a half", on: output)))
    try program.perform("close \(one)")
    #expect(loop.serve(provider) { provider.facts.focus == .nothing })
  }
}
