import Base
import Bindings
import Desktop

/// Controls music and video players through MPRIS. A player that plays gets the request. If no player plays, the
/// request goes to the player of the previous request, or else to a paused player, or else to any player.
///
///     the names on the bus -> the state of each player -> the request
///
/// Source: MPRIS D-Bus Interface Specification 2.2.
final class MediaLink: ActionLink, BusSessionLink {
  private static let prefix = "org.mpris.MediaPlayer2."
  private static let path = "/org/mpris/MediaPlayer2"
  private static let interface = "org.mpris.MediaPlayer2.Player"
  private static let bus = "org.freedesktop.DBus"
  /// The maximum number of players that are asked, far more than a user has.
  private static let mostPlayers = 32
  /// How long to wait for a player's answer, in microseconds.
  private static let patience: Int64 = 1_000_000

  private enum Playing: Int {
    case stopped, paused, playing

    init(_ answer: BusMessage) {
      switch answer.value() {
      case .text("Playing"): self = .playing
      case .text("Paused"): self = .paused
      default: self = .stopped
      }
    }
  }

  let name = "MPRIS"
  let link: BusLink
  private var last: String?

  init(address: String? = nil) {
    link = BusLink(to: Self.bus, absent: "there is no session bus", gone: "the session bus has ended", address: address)
    link.found = { [unowned self] in link.open() }
  }

  func perform(_ action: DesktopAction, refused: @escaping (String) -> Void) {
    guard case .media(let control) = action else { return }
    link.call("/org/freedesktop/DBus", Self.bus, "ListNames") { [unowned self] answer in
      guard case .message(let message) = answer, let names = message.texts() else {
        return refused("the session bus does not answer")
      }
      let players = names.filter { $0.hasPrefix(Self.prefix) }.sorted().prefix(Self.mostPlayers)
      guard !players.isEmpty else { return refused("no media player that supports MPRIS is running: start one") }
      choose(among: Array(players)) { [unowned self] in ask($0, for: control, refused) }
    }
    ready()
  }

  private func choose(among players: [String], chosen: @escaping (String) -> Void) {
    var states: [String: Playing] = [:]
    var left = players.count
    for player in players {
      let question = BusCall(
        destination: player, path: Self.path, interface: "org.freedesktop.DBus.Properties", method: "Get",
        arguments: [.text(Self.interface), .text("PlaybackStatus")])
      link.call(question, within: Self.patience) { [unowned self] answer in
        if let answer { states[player] = Playing(answer) }
        left -= 1
        guard left == 0, let best = best(of: players, states) else { return }
        last = best
        chosen(best)
      }
    }
  }

  private func best(of players: [String], _ states: [String: Playing]) -> String? {
    players.max { rank($0, states) < rank($1, states) }
  }

  private func rank(_ player: String, _ states: [String: Playing]) -> Int {
    let state = states[player] ?? .stopped
    return state == .playing ? 4 : player == last ? 3 : state.rawValue
  }

  private func ask(_ player: String, for control: MediaAction, _ refused: @escaping (String) -> Void) {
    let call = BusCall(destination: player, path: Self.path, interface: Self.interface, method: Self.method(control))
    link.call(call, within: Self.patience) { answer in
      if answer == nil {
        refused("the media player \(player.dropFirst(Self.prefix.count)) refuses the request, or does not answer")
      }
    }
  }

  private static func method(_ control: MediaAction) -> String {
    switch control {
    case .playPause: "PlayPause"
    case .play: "Play"
    case .pause: "Pause"
    case .stop: "Stop"
    case .next: "Next"
    case .previous: "Previous"
    }
  }
}
