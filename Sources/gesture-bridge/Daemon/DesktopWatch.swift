import Base
import Bindings
import Desktop
import GestureCore
import Logging
import Runtime

/// Follows the desktop's facts that the rules ask for. Searches for the desktop again if no provider reports facts.
///
/// If the rules ask only for `wishes`, no search is scheduled until a provider has reported facts. Until then, a
/// further search starts only if a finger lands, or if `ask` is called.
final class DesktopWatch: LoopPart {
  /// The first value of `landingPause`, in microseconds. A landing finger starts a search only if the last search began
  /// at least `landingPause` ago. Each search that a finger starts doubles the pause, up to `longestLandingPause`.
  private static let firstLandingPause: Int64 = 10_000_000
  private static let longestLandingPause: Int64 = 640_000_000

  var changed: (DesktopFacts) -> Void = { _ in }
  private(set) var facts = DesktopFacts()
  private var needs: DesktopNeeds = []
  /// The facts that the rules use, but can do without.
  private var wishes: DesktopNeeds = []
  private var links: DesktopLinks?
  /// The modifier keys that clients have reported as pressed. Nil until a client reports a key.
  private var heldKeys: Modifiers?
  private var retry: Int64?
  private var looked: Int64 = 0
  private var landingPause = DesktopWatch.firstLandingPause
  /// Whether any provider has reported facts since the requested facts last changed.
  private var hasReported = false
  private var backoff = Backoff()
  private var logged: Set<String> = []
  private let wayland: WaylandCompositors
  private let log: Logger
  private unowned let loop: EventLoop

  init(_ wayland: WaylandCompositors, on loop: EventLoop, log: Logger) {
    (self.wayland, self.loop, self.log) = (wayland, loop, log)
  }

  /// Follows only the facts in `needs` and `wishes`. If only `wishes` are missing, no warning is logged.
  func use(_ needs: DesktopNeeds, wishing wishes: DesktopNeeds = []) {
    guard needs != self.needs || wishes != self.wishes else { return }
    let asked = self.needs.union(self.wishes)
    // A new touchscreen changes only the wishes, so sentences about missing facts are not repeated.
    if needs != self.needs { logged = [] }
    (self.needs, self.wishes) = (needs, wishes)
    guard needs.union(wishes) != asked else { return }
    hasReported = false
    backoff = Backoff()
    landingPause = Self.firstLandingPause
    begin()
  }

  /// Searches for the desktop again if facts other than the power state are missing.
  func ask() {
    backoff = Backoff()
    landingPause = Self.firstLandingPause
    // If only the power state is missing, no search begins: a provider that reports it doesn't appear later.
    if let links, !links.missing.subtracting(.power).isEmpty { begin() }
  }

  /// Notes that a client reports a modifier key as pressed or released. Returns all keys that are reported as pressed.
  func hold(_ modifier: Modifiers, isHeld: Bool) -> Modifiers {
    var keys = heldKeys ?? []
    if isHeld { keys.insert(modifier) } else { keys.remove(modifier) }
    heldKeys = keys
    publish()
    return keys
  }

  /// Treats all keys in `heldKeys` as released, because releases are not reported while the session is inactive.
  func releaseKeys() {
    guard heldKeys != nil else { return }
    heldKeys = []
    publish()
  }

  /// Called when a finger lands: reads pending reports. If no provider reports facts and no search runs or is
  /// scheduled, starts a search instead, unless the last search began less than `landingPause` ago.
  func catchUp() {
    guard let links else { return }
    let now = EventLoop.now()
    if links.isSettled, links.reporters.isEmpty, retry == nil, now - looked >= landingPause {
      landingPause = min(landingPause * 2, Self.longestLandingPause)
      return begin()
    }
    // If no provider has a connection, no desktop can have reported anything.
    guard links.providers.contains(where: { !$0.state.isUnavailable }) else { return }
    for provider in links.providers {
      provider.check(at: now)
      provider.ready()
    }
    update()
  }

  /// Sentences about providers and missing facts. Empty if the rules ask for no facts.
  var lines: [String] {
    guard let links else { return [] }
    let areModifiersFromClients = needs.contains(.modifiers) && heldKeys != nil && links.missing.contains(.modifiers)
    let fromClients: DesktopNeeds = areModifiersFromClients ? .modifiers : []
    let isMissed = !links.missing.subtracting(fromClients).isDisjoint(with: needs)
    let lacksPlaces = links.isSettled && links.missing.contains(.places) && !links.missing.contains(.focus)
    return Message.known(links) + (areModifiersFromClients ? [Message.modifiersFromClients] : [])
      + (isMissed ? [Message.missingFacts(links, except: fromClients.union([.places, .power]))].compactMap { $0 } : [])
      + (lacksPlaces ? [Message.noPlaces] : [])
  }

  // MARK: Providers

  private func begin() {
    retry = nil
    looked = EventLoop.now()
    let asked = needs.union(wishes)
    links =
      asked.isEmpty
      ? nil
      : DesktopLinks(
        asked, of: Desktop.facts, through: wayland, on: (loop, log), now: looked, variable: EnvironmentVariable.value)
    links?.served = { [unowned self] in update() }
    update()
  }

  /// Tries further providers, and publishes the facts. When no provider is opening and none reports facts, schedules
  /// the next search, unless `needs` is empty and no provider has reported yet.
  private func update() {
    if let links {
      links.tryNext(at: EventLoop.now())
      if links.isSettled, !links.missing.isEmpty { logMissing(links) }
      if !links.reporters.isEmpty {
        (hasReported, backoff, retry) = (true, Backoff(), nil)
      } else if links.isSettled, retry == nil, hasReported || !needs.isEmpty {
        retry = backoff.next(after: EventLoop.now())
      }
    }
    publish()
  }

  private func publish() {
    var fresh = links?.facts ?? DesktopFacts()
    fresh.modifiers = fresh.modifiers ?? heldKeys
    guard fresh != facts else { return }
    facts = fresh
    changed(fresh)
  }

  /// Logs problems and missing facts. Logs the same sentence again only after the rules need other facts.
  private func logMissing(_ links: DesktopLinks) {
    for problem in links.problems where logged.insert(problem).inserted { log.info("\(Message.desktop(problem))") }
    let missing = links.missing.intersection(needs)
    let unmet = Message.nothingReports(missing)
    if !missing.isEmpty, logged.insert(unmet).inserted { log.warning("\(unmet)") }
    var sentences: [String] = []
    if missing.isEmpty, links.missing.contains(.outputs) { sentences.append(Message.notFollowed) }
    if links.missing.contains(.places), !missing.contains(.focus) { sentences.append(Message.noPlaces) }
    for sentence in sentences where logged.insert(sentence).inserted { log.info("\(sentence)") }
  }

  // MARK: Deadlines

  var nextDeadline: Int64? {
    let next = min(retry ?? .max, links?.nextDeadline ?? .max)
    return next < .max ? next : nil
  }

  func advance(to now: Int64) {
    if let retry, retry <= now { return begin() }
    links?.advance(to: now)
    update()
  }
}

extension DesktopNeeds {
  init(_ facts: Set<Fact>) {
    self = []
    if facts.contains(where: { Conditions.windowFacts.contains($0) }) { insert(.focus) }
    if facts.contains(Conditions.workspace) { insert(.workspace) }
    if facts.contains(Conditions.orientation) { insert(.outputs) }
    if facts.contains(.modifiers) { insert(.modifiers) }
  }

  var text: String {
    let all: [(DesktopNeeds, String)] = [
      (.focus, "the focused window"), (.places, "the window under a finger"), (.workspace, "the workspace"),
      (.modifiers, "the modifier keys"), (.outputs, "the outputs"), (.power, "whether the outputs are off"),
    ]
    return all.filter { contains($0.0) }.map(\.1).listed("and")
  }
}

extension Context {
  /// The facts that the desktop reports; all other facts stay unknown.
  init(_ facts: DesktopFacts) {
    self.init()
    modifiers = facts.modifiers
    self[Conditions.workspace] = facts.workspace.map { .text($0) }
    switch facts.focus {
    case .unknown: break
    case .nothing: know(DesktopFacts.Window(app: "", title: "", isFullscreen: false))
    case .window(let window): know(window)
    }
  }

  private mutating func know(_ window: DesktopFacts.Window) {
    app = window.app
    output = window.output
    self[Conditions.title] = window.title.map { .text($0) }
    self[Conditions.fullscreen] = window.isFullscreen.map { .text("\($0)") }
  }
}

extension Message {
  static func desktop(_ problem: String) -> String { "desktop: \(problem)" }

  static func known(_ links: DesktopLinks) -> [String] { links.reporters.map { "\($0.name) reports \($0.facts.text)" } }

  /// A sentence about missing facts that aren't in `others`, with the links' problems. Nil if no such fact is missing.
  static func missingFacts(_ links: DesktopLinks, except others: DesktopNeeds = []) -> String? {
    let missing = links.missing.subtracting(others)
    guard !missing.isEmpty else { return nil }
    let problems = links.problems.isEmpty ? "" : " (\(links.problems.joined(separator: "; ")))"
    let advice =
      missing.contains(.modifiers)
      ? "; to report a modifier key such as Super, make two key bindings in the desktop: run `gesture-bridge ctl modifier super on` when the key is pressed, and `gesture-bridge ctl modifier super off` when the key is released"
      : ""
    return "not reported by the desktop: \(missing.text)\(problems)\(advice)"
  }

  static let modifiersFromClients = "`gesture-bridge ctl modifier` reports the modifier keys"

  static let notFollowed =
    "nothing reports the outputs (screens), so touches do not follow a screen's rotation; if a screen is rotated, set `turned` under [device.touchscreen], such as `turned = \"90 deg\"`"

  static let noPlaces =
    "nothing reports where windows are: on touchscreens, conditions use the focused window, not the window under the finger"

  static func nothingReports(_ needs: DesktopNeeds) -> String {
    "the desktop does not report \(needs.text), so conditions that need this information are not true now; run `gesture-bridge doctor` to see why"
  }
}
