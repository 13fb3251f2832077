// An extension of GNOME's shell: tells a program that asks for it of the window with the focus, the workspace and the modifiers.
//
// It follows nothing in the shell until a program has called Watch, and stops when the last of these programs
// has left the bus. `install` puts the head for the version of the shell before this text.

const NAME = 'org.gesture_bridge.Desktop1';
const PATH = '/org/gesture_bridge/Desktop1';
// State: whether a window has the focus; its application, class and title, whether it is full screen, and the connector of its
// monitor; the workspace. What is unknown is empty.
const STATE = '(bsssbss)';
const arguments_ = direction => [
    ['focused', 'b'], ['app', 's'], ['class', 's'], ['title', 's'], ['fullscreen', 'b'], ['output', 's'], ['workspace', 's'],
].map(([name, type]) => `<arg name="${name}" type="${type}" ${direction}/>`).join('');
const INTERFACE = `<node><interface name="${NAME}">
  <method name="Watch">${arguments_('direction="out"')}</method>
  <method name="Get">${arguments_('direction="out"')}</method>
  <method name="Modifiers"><arg name="mask" type="u" direction="out"/></method>
  <signal name="Changed">${arguments_('')}</signal>
</interface></node>`;

class Desktop {
    enable() {
        this._watchers = new Map();
        this._signals = [];
        this._windowSignals = [];
        this._window = null;
        this._connectors = null;
        this._object = Gio.DBusExportedObject.wrapJSObject(INTERFACE, this);
        this._object.export(Gio.DBus.session, PATH);
        this._name = Gio.bus_own_name_on_connection(Gio.DBus.session, NAME, Gio.BusNameOwnerFlags.NONE, null, null);
    }

    disable() {
        for (const watch of this._watchers.values())
            Gio.bus_unwatch_name(watch);
        this._watchers.clear();
        this._rest();
        Gio.bus_unown_name(this._name);
        this._object.unexport();
        this._object = null;
    }

    // ---- Methods

    WatchAsync(parameters, invocation) {
        const sender = invocation.get_sender();
        if (!this._watchers.has(sender)) {
            this._watchers.set(sender, Gio.bus_watch_name_on_connection(
                Gio.DBus.session, sender, Gio.BusNameWatcherFlags.NONE, null, () => this._leave(sender)));
            if (this._watchers.size === 1)
                this._work();
        }
        invocation.return_value(this._state());
    }

    GetAsync(parameters, invocation) {
        invocation.return_value(this._state());
    }

    ModifiersAsync(parameters, invocation) {
        invocation.return_value(new GLib.Variant('(u)', [global.get_pointer()[2]]));
    }

    // ---- Those who watch

    _leave(sender) {
        const watch = this._watchers.get(sender);
        if (watch === undefined)
            return;
        Gio.bus_unwatch_name(watch);
        this._watchers.delete(sender);
        if (this._watchers.size === 0)
            this._rest();
    }

    _work() {
        const monitors = this._monitors();
        this._signals = [
            [global.display, global.display.connect('notify::focus-window', () => this._follow())],
            [global.display, global.display.connect('window-entered-monitor', (display, number, window) => {
                if (window === this._window)
                    this._tell();
            })],
            [global.workspace_manager, global.workspace_manager.connect('active-workspace-changed', () => this._tell())],
            [monitors, monitors.connect('monitors-changed', () => this._learnConnectors())],
        ];
        this._learnConnectors();
        this._follow();
    }

    _rest() {
        for (const [object, signal] of this._signals)
            object.disconnect(signal);
        this._signals = [];
        this._forgetWindow();
        this._connectors = null;
    }

    _follow() {
        this._forgetWindow();
        this._window = global.display.focus_window;
        if (this._window) {
            const signals = ['notify::title', 'notify::fullscreen', 'notify::wm-class', 'notify::gtk-application-id',
                'workspace-changed'];
            this._windowSignals = signals.map(name => this._window.connect(name, () => this._tell()));
        }
        this._tell();
    }

    _forgetWindow() {
        for (const signal of this._windowSignals)
            this._window.disconnect(signal);
        this._windowSignals = [];
        this._window = null;
    }

    _tell() {
        const state = this._state();
        for (const watcher of this._watchers.keys())
            Gio.DBus.session.emit_signal(watcher, PATH, NAME, 'Changed', state);
    }

    // ---- The desktop

    _state() {
        const window = global.display.focus_window;
        const workspace = Meta.prefs_get_workspace_name?.(global.workspace_manager.get_active_workspace_index());
        if (!window)
            return new GLib.Variant(STATE, [false, '', '', '', false, '', workspace ?? '']);
        return new GLib.Variant(STATE, [
            true, this._app(window), window.get_wm_class() ?? '', window.get_title() ?? '', window.is_fullscreen(),
            this._connectors?.get(window.get_monitor()) ?? '', workspace ?? '',
        ]);
    }

    // The shell makes up `window:1` for a window without a .desktop file.
    _app(window) {
        const name = Shell.WindowTracker.get_default().get_window_app(window)?.get_id() ?? '';
        return name.endsWith('.desktop') ? name.slice(0, -'.desktop'.length) : '';
    }

    _monitors() {
        return global.backend?.get_monitor_manager?.() ?? Meta.MonitorManager.get();
    }

    // The shell knows monitors by number, and each connector's number; mutter lists the connectors on the bus.
    _learnConnectors() {
        Gio.DBus.session.call(
            'org.gnome.Mutter.DisplayConfig', '/org/gnome/Mutter/DisplayConfig', 'org.gnome.Mutter.DisplayConfig',
            'GetCurrentState', null, null, Gio.DBusCallFlags.NONE, -1, null, (connection, result) => {
                let listed;
                try {
                    listed = connection.call_finish(result).recursiveUnpack()[1];
                } catch (error) {
                    return;
                }
                if (this._watchers.size === 0)
                    return;
                const monitors = this._monitors();
                this._connectors = new Map(
                    listed.map(([[connector]]) => [monitors.get_monitor_for_connector(connector), connector]));
                this._tell();
            });
    }
}
