import Actions
import Bindings
import Glibc
import Support
import Testing

@testable import gesture_bridge

/// The messages about rules that change at run time, in the log and on the desktop, to the letter.
struct RulesMessageTests {
  private func errors(_ text: String, _ file: String = "/home/me/rules/bindings.toml") -> [Diagnostic] {
    Rules.load(text: Array(text.utf8), file: file).diagnostics
  }

  @Test func inTheLog() {
    expectSnapshot(
      [
        Message.unchanged("b.toml"),
        Message.rulesGone("b.toml"),
        Message.have(errors("x = 1", "b.toml")),
      ], "in the log")
    let two = errors("x = 1\ny = 1", "b.toml") + errors("x = 1", "c.toml")
    expectSnapshot(
      [
        Message.have(two),
        Message.have(two + errors("x = 1", "d.toml")),
      ], "errors of several files")
  }

  @Test func whereNothingCanBeWatched() {
    let end =
      "; while the file is not watched, run `gesture-bridge reload` after each change"
    #expect(
      Message.notWatched("/a", ENOSPC)
        == "can't watch /a for changes: too many files are watched; raise fs.inotify.max_user_watches, for example with "
        + "`sudo sysctl fs.inotify.max_user_watches=524288`" + end)
    #expect(
      Message.notWatched("/a", EMFILE)
        == "can't watch /a for changes: too many programs watch files; raise fs.inotify.max_user_instances, for example with "
        + "`sudo sysctl fs.inotify.max_user_instances=512`, and restart the daemon" + end)
    #expect(Message.notWatched("/a", EACCES) == "can't watch /a for changes: Permission denied" + end)
  }

  @Test func onTheDesktop() {
    let trouble = errors("[gesture.a]\nkind = \"swype\"\nrun = \"x\"\n[nothing]\n")
    let shown = Notification.trouble(.invalid(path: "/home/me/rules/bindings.toml", trouble))
    #expect(shown.title == "gesture-bridge: 2 errors in bindings.toml")
    expectSnapshot(shown.body, "on the desktop")
    let refused = Notification.trouble(.unreadable(.tooLarge(path: "/b.toml", limit: 1 << 20)))
    #expect(refused.title == "gesture-bridge: the rules can't be read")
    expectSnapshot(refused.body, "a file that is too large")
    let mended = Notification.mended(Rules(), "/b.toml")
    #expect(
      mended
        == Notification(title: "gesture-bridge: the rules have no errors any more", body: "0 gestures from /b.toml"))
  }

  @Test func textIsNoMarkup() {
    let request = Notification(title: "<a> & b", body: "<b> & \"c\"").request
    #expect(
      request.command
        == .direct([
          "notify-send", "--app-name=gesture-bridge", "--icon=input-tablet",
          "--hint=string:x-canonical-private-synchronous:gesture-bridge", "--", "<a> & b",
          "&lt;b&gt; &amp; \"c\"",
        ]))
  }
}
