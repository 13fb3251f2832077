// A script in KWin 5.27 and 6: tells the daemon of the window with the focus and of the virtual desktop.
//
// The daemon appends a call of `begin` with the unique name of its connection, so that nothing is told to another program, and
// nothing at all once the daemon is gone. A window that has no focus is not looked at.

function begin(service, method, tellsFocus, tellsDesktop) {
  // KWin 6 says window, KWin 5 client.
  const isNew = workspace.windowActivated !== undefined;
  const signals = ["captionChanged", "fullScreenChanged", "desktopFileNameChanged", "windowClassChanged", "outputChanged", "screenChanged"];
  let watched = null;
  // KWin 5 gives a window the number of its screen.
  let screens = null;

  function active() {
    return isNew ? workspace.activeWindow : workspace.activeClient;
  }

  function text(value) {
    return value === undefined || value === null ? "" : String(value);
  }

  function output(window) {
    if (isNew) return window.output ? text(window.output.name) : "";
    if (!screens) screens = screenNames();
    return text(screens[window.screen]);
  }

  // KWin 5 has the names of screens in its report for those who ask for help, and nowhere else: it is read again when they change.
  function screenNames() {
    const names = [];
    const entry = /^Screen (\d+):\n-*\nName: (.*)$/gm;
    const report = workspace.supportInformation();
    for (let found = entry.exec(report); found; found = entry.exec(report)) names[Number(found[1])] = found[2];
    return names;
  }

  function forgetScreens() {
    screens = null;
    tell();
  }

  function desktop() {
    const current = workspace.currentDesktop;
    if (!tellsDesktop || current === undefined || current === null) return "";
    if (typeof current === "object") return text(current.name);
    return workspace.desktopName ? text(workspace.desktopName(current)) : "";
  }

  function tell() {
    const window = tellsFocus ? active() : null;
    const name = window && window.desktopFileName;
    callDBus(
      service, "/org/gesture_bridge/KWin", "org.gesture_bridge.KWin", method,
      Boolean(window), text(name), window ? text(window.resourceClass) : "", window ? text(window.caption) : "",
      window ? Boolean(window.fullScreen) : false, window ? output(window) : "", desktop());
  }

  // Not every version has all signals, and those of a window that is gone can't be left.
  function each(window, change) {
    for (const name of signals) {
      try {
        change(window[name]);
      } catch (error) {
        continue;
      }
    }
  }

  function watch() {
    if (watched) each(watched, signal => signal.disconnect(tell));
    watched = active() || null;
    if (watched) each(watched, signal => signal.connect(tell));
    tell();
  }

  if (tellsFocus && !isNew)
    for (const signal of [workspace.numberScreensChanged, workspace.virtualScreenGeometryChanged]) signal.connect(forgetScreens);
  if (tellsFocus) (isNew ? workspace.windowActivated : workspace.clientActivated).connect(watch);
  if (tellsDesktop) workspace.currentDesktopChanged.connect(tell);
  if (tellsFocus) watch(); else tell();
}
