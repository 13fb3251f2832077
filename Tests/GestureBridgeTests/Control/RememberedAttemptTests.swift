import Foundation
import Support
import Testing

@testable import gesture_bridge

/// The last attempts, which the daemon remembers and gives out after the gesture.
@Suite(.enabled(if: Bed.isThere, Bed.absence), .serialized) struct RememberedAttemptTests {
  private static let rules = """
    [gesture.up]
    kind = "swipe"
    fingers = 3
    direction = "up"
    run = \(Bed.notes("up"))

    [gesture.double]
    kind = "tap"
    taps = 2
    run = { mode = "other" }

    """
  private static let short = "play event0 swipe up fingers=3 distance=6mm"
  private static let good = "play event0 swipe up fingers=3"
  private static let apart = "\nwait 1200ms\n"

  private func run(_ bed: Bed, _ arguments: String...) throws -> Program.Outcome {
    try Program.run(arguments, in: bed.folder, environment: Program.surroundings(bed.folder))
  }

  /// In the same words as a recording of the same attempts.
  @Test func itExplainsAsARecordingIsExplained() throws {
    let folder = try Folder()
    let config = try folder.write("bindings.toml", Self.rules)
    let record = folder.path("a.touches")
    let bed = try Bed(program: ["--debug-plain", "--record", record, "--config", config], in: folder)
    try bed.perform("add touchscreen event0\nstart\nawait ready: within=15s")
    try bed.perform(
      [Self.short, Self.good, "play event0 tap\nwait 100ms\nplay event0 tap", Self.short]
        .joined(separator: Self.apart) + Self.apart)
    let all = try run(bed, "explain", "--last", "20")
    let last = try run(bed, "explain")
    let onlyUp = try run(bed, "explain", "--last", "20", "--gesture", "up")
    let whole = try run(bed, "explain", "--last", "20", "--json")
    _ = try run(bed, "pause")
    let paused = try run(bed, "explain")
    try bed.perform("stop")
    #expect(paused.output == last.output + "\(Message.pausedMeanwhile)\n")
    #expect(all == (try run(bed, "explain", record, "--config", config)))
    #expect(onlyUp == (try run(bed, "explain", record, "--config", config, "--gesture", "up")))
    #expect(whole.output.contains(#""recording": "the last attempts""#), "\(whole)")
    #expect(whole.output.contains(#""attempts":"#) && whole.status == 0, "\(whole)")
    #expect(all.output.contains("up") && all.status == 0, "\(all)")
    #expect(last.output.contains("mm") && !last.output.contains("attempt 2"), "only the last one: \(last)")
  }

  /// Attempts that follow within a second are remembered together, and are explained and counted one by one.
  @Test func itCountsTheAttemptsThatItShows() throws {
    let bed = try Bed.started(Self.rules)
    try bed.perform("\(Self.good)\nwait 300ms\n\(Self.short)" + Self.apart)
    let (one, two) = (try run(bed, "explain").output, try run(bed, "explain", "--last", "2").output)
    #expect(one.contains("attempt 1,") && !one.contains("attempt 2,"), "\(one)")
    #expect(one.contains("nothing was recognized"), "the last one: \(one)")
    #expect(two.contains("attempt 2,") && two.contains("recognized:"), "\(two)")
  }

  @Test func itIsTheSameWithARecordingBesideIt() throws {
    let hands = [
      String(repeating: Self.good + Self.apart, count: 25),
      "down event0 a 60,60 b 90,60 c 120,60\nmove event0 a,b,c by 0,-60 over 200ms",
      "move event0 a by 20,10 over 100ms\nmove event0 b,c by -10,30 over 150ms\ndown event0 d 30,90",
      "move event0 d by 0,-20 over 80ms\nup event0 b\nmove event0 a,c,d by 0,10 over 80ms\nup event0 a,c,d",
      Self.apart + "play event1 swipe up fingers=3" + Self.apart + "play event1 pinch out",
      "play event0 tap\nwait 50ms\nremove event1\nplay event0 swipe left fingers=2\nadd touchpad event1",
      Self.apart
        + "play event1 swipe up fingers=4\nplay event0 swipe up fingers=3\nwait 50ms\nremove event0\nwait 50ms",
    ].joined(separator: "\n")
    let remembered = try saved(hands)
    #expect(try saved(hands, "--record") == remembered)
    #expect(remembered.split(separator: "\n").count > 500, "\(remembered)")
  }

  /// The output of `save`, without the times, after fingers have moved on a touchscreen and a touchpad; asked for
  /// twice.
  private func saved(_ hands: String, _ option: String...) throws -> String {
    let folder = try Folder()
    let config = try folder.write("bindings.toml", Self.rules)
    let options = option.flatMap { [$0, folder.path("all.touches")] } + ["--config", config]
    let bed = try Bed(program: options, in: folder)
    try bed.perform("add touchscreen event0\nadd touchpad event1\nstart\nawait ready: within=15s")
    try bed.perform(hands)
    let (outcome, again) = (try run(bed, "save", "-"), try run(bed, "save", "-"))
    try bed.perform("stop")
    #expect(outcome.status == 0 && again.status == 0 && outcome.errors == again.errors, "\(outcome) \(again)")
    let dated = /# Recorded by .*\n/
    let recording = outcome.output.replacing(dated, with: "")
    #expect(again.output.replacing(dated, with: "") == recording)
    return recording
  }

  @Test func itTunesFromThem() throws {
    let bed = try Bed.started(Self.rules)
    try bed.perform(Self.short + Self.apart + "play event0 tap" + Self.apart)
    let few = try run(bed, "tune", "up")
    #expect(few.status == 1 && few.errors.contains("error: 1 of 2 remembered attempts counts"))
    #expect(few.errors.contains("--last N"), "\(few)")
    #expect(try run(bed, "tune", "up", "--last", "2").output.contains("2 attempts"), "all of these count")
    for _ in 0..<2 { try bed.perform(Self.short + Self.apart) }
    let outcome = try run(bed, "tune", "up")
    #expect(outcome.output.hasPrefix("3 of 4 remembered attempts count; the others had another"), "\(outcome)")
    #expect(outcome.status == 0 && outcome.output.contains("min-distance"), "\(outcome)")
    #expect(outcome.output.contains("\nthe last attempts:\n"), "\(outcome)")
    // Without recordings, the rules are the daemon's, wherever its file is.
    #expect(try run(bed, "tune", "upp", "--count", "1").errors.contains(" in \(bed.folder.path("bindings.toml"))"))
    let none = try run(bed, "tune", "upp")
    #expect(none.status == 1 && none.errors.contains(#"did you mean "up"?"#), "\(none)")
  }

  @Test func itSavesThemWithoutTheNamesOfDevices() throws {
    let bed = try Bed.started(Self.rules)
    try bed.perform(Self.good + Self.apart)
    #expect(try run(bed, "save", "report.touches") == .init(status: 0, output: "", errors: ""))
    let text = bed.folder.text("report.touches")
    #expect(text.contains("\n  device touchscreen: touchscreen ") && !text.contains("Mocked"), "\(text)")
    let replayed = try run(bed, "explain", "report.touches", "--config", "bindings.toml")
    #expect(replayed.output.contains("up"), "\(replayed)")
    let again = try run(bed, "save", "report.touches")
    #expect(again.status == 1 && again.errors.contains("report.touches"), "it replaces none unasked: \(again)")
    #expect(try run(bed, "save", "--names", "-").output.contains("name=\"Mocked Touchscreen\""))
  }

  @Test func itSaysWhenThereIsNothing() throws {
    let bed = try Bed.started(Self.rules)
    #expect(
      try run(bed, "explain")
        == .init(
          status: 1, output: "",
          errors: "gesture-bridge: error: the daemon remembers no attempt (it forgets attempts when the "
            + "session is locked, asleep or in the background): make the gesture first\n"))
    try bed.perform(Self.good + Self.apart)
    #expect(try run(bed, "explain").status == 0)
    try bed.save(Self.rules + "[privacy]\nremember = false\n")
    let refused = try run(bed, "explain")
    #expect(refused.status == 1 && refused.errors.contains("remove `remember = false` from `[privacy]`"), "\(refused)")
    try bed.save(Self.rules)
    let again = try run(bed, "explain")
    #expect(again.errors.contains("make the gesture first"), "what was remembered is forgotten: \(again)")
    #expect(try run(bed, "explain", "--last", "0").status == 2)
  }
}
