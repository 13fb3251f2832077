// A script in KWin 5.27 and 6 that sends the daemon the focused window and the virtual desktop, and in KWin 6 the areas of all windows.
//
// The daemon appends a call of `begin` with the unique name of its connection, so that the script sends nothing to other programs, and
// nothing at all once the daemon has ended. A window without the focus is watched only if places are sent.

function begin(service, method, tellsFocus, tellsDesktop, placesMethod) {
  // KWin 6 uses the word "window" where KWin 5 uses "client".
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

  // KWin 5 has the names of screens only in its support information, which is read again when the screens change.
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

  // Not every version has all signals, and signals of a closed window can't be disconnected.
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

  // Returns the windows, from front to back, and the outputs, as JSON. A panel or the background has only its area.
  function places() {
    const windows = [];
    const stack = workspace.stackingOrder;
    for (let index = stack.length - 1; index >= 0; --index) {
      const window = stack[index];
      if (!window || window.deleted || window.minimized || window.hidden || !isOnDesktop(window)) continue;
      const isOfDesktop = window.desktopWindow || window.dock || window.notification || window.onScreenDisplay || window.criticalNotification;
      const what = isOfDesktop ? [] : [text(window.desktopFileName), text(window.resourceClass), text(window.caption), Boolean(window.fullScreen)];
      windows.push(sides(window.frameGeometry).concat(what));
    }
    return JSON.stringify({
      screens: workspace.screens.map(screen => [text(screen.name)].concat(sides(screen.geometry))), windows: windows,
    });
  }

  function sides(area) {
    return [area.x, area.y, area.width, area.height];
  }

  function isOnDesktop(window) {
    const current = workspace.currentDesktop;
    return window.onAllDesktops || !window.desktops.length || window.desktops.some(one => one.id === current.id);
  }

  function tellPlaces() {
    callDBus(service, "/org/gesture_bridge/KWin", "org.gesture_bridge.KWin", placesMethod, places());
  }

  // A dragged window changes at every frame, so changes are collected for 20 ms.
  function followPlaces() {
    const pause = new QTimer();
    pause.singleShot = true;
    pause.interval = 20;
    pause.timeout.connect(tellPlaces);
    const change = () => {
      if (!pause.active) pause.start();
    };
    const at = (object, names, react) => {
      for (const name of names) if (object[name]) object[name].connect(react);
    };
    const follow = window => at(
      window, ["frameGeometryChanged", "minimizedChanged", "hiddenChanged", "desktopsChanged", "captionChanged", "fullScreenChanged",
        "desktopFileNameChanged", "windowClassChanged"], change);
    at(workspace, ["windowAdded"], window => {
      follow(window);
      tellPlaces();
    });
    at(workspace, ["windowRemoved", "windowActivated", "currentDesktopChanged", "stackingOrderChanged", "screensChanged",
      "virtualScreenGeometryChanged"], tellPlaces);
    workspace.stackingOrder.forEach(follow);
    tellPlaces();
  }

  if (placesMethod && isNew && workspace.stackingOrder && workspace.screens) followPlaces();
  if (tellsFocus && !isNew)
    for (const signal of [workspace.numberScreensChanged, workspace.virtualScreenGeometryChanged]) signal.connect(forgetScreens);
  if (tellsFocus) (isNew ? workspace.windowActivated : workspace.clientActivated).connect(watch);
  if (tellsDesktop) workspace.currentDesktopChanged.connect(tell);
  if (tellsFocus) watch(); else tell();
}
