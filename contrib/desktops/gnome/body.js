// An extension of GNOME's shell: tells a program that asks for it of the window with the focus, the workspace, the modifiers, and
// where windows are, and acts on windows, workspaces and the overview.
//
// It follows nothing in the shell until a program has called Watch, and stops when the last of these programs
// has left the bus. It follows windows without the focus only for programs that have called WatchPlaces. `install` puts the head for
// the version of the shell before this text.

const NAME = 'org.gesture_bridge.Desktop1';
const PATH = '/org/gesture_bridge/Desktop1';
// State: whether a window has the focus; its application, class and title, whether it is full screen, and the connector of its
// monitor; the workspace. An unknown value is empty.
const STATE = '(bsssbss)';
const arguments_ = direction => [
    ['focused', 'b'], ['app', 's'], ['class', 's'], ['title', 's'], ['fullscreen', 'b'], ['output', 's'], ['workspace', 's'],
].map(([name, type]) => `<arg name="${name}" type="${type}" ${direction}/>`).join('');
const INTERFACE = `<node><interface name="${NAME}">
  <method name="Watch">${arguments_('direction="out"')}</method>
  <method name="Get">${arguments_('direction="out"')}</method>
  <method name="WatchPlaces"><arg name="places" type="s" direction="out"/></method>
  <method name="Modifiers"><arg name="mask" type="u" direction="out"/></method>
  <method name="Act"><arg name="action" type="s" direction="in"/><arg name="value" type="s" direction="in"/><arg name="problem" type="s" direction="out"/></method>
  <signal name="Changed">${arguments_('')}</signal>
  <signal name="PlacesChanged"><arg name="places" type="s"/></signal>
</interface></node>`;

// A window that is dragged changes at every frame, in ms.
const PAUSE = 20;

class Desktop {
    enable() {
        this._watchers = new Map();
        this._placeWatchers = new Set();
        this._placed = new Map();
        this._placeSignals = [];
        this._pause = 0;
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
        this._placeWatchers.clear();
        this._leavePlaces();
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

    WatchPlacesAsync(parameters, invocation) {
        const sender = invocation.get_sender();
        if (this._watchers.has(sender)) {
            this._placeWatchers.add(sender);
            if (this._placeWatchers.size === 1)
                this._followPlaces();
        }
        invocation.return_value(new GLib.Variant('(s)', [this._places()]));
    }

    ModifiersAsync(parameters, invocation) {
        invocation.return_value(new GLib.Variant('(u)', [global.get_pointer()[2]]));
    }

    // Does what a rule asks for, such as 'workspace' and 'next'; returns why it can't, or an empty text. Without an action it does
    // nothing, which tells that it could.
    ActAsync([action, value], invocation) {
        let problem;
        try {
            problem = this._act(action, value);
        } catch (error) {
            problem = `${error.message}`;
        }
        invocation.return_value(new GLib.Variant('(s)', [problem ?? '']));
    }

    _act(action, value) {
        switch (action) {
        case '': return '';
        case 'workspace': return this._goTo(value);
        case 'window': return this._actOnWindow(value);
        case 'overview': return this._overview(value);
        default: return `there is no action ${action}`;
        }
    }

    // Before the first workspace and after the last one there is no other, as users expect.
    _goTo(value) {
        const manager = global.workspace_manager;
        const current = manager.get_active_workspace_index();
        const number = {next: current + 1, previous: current - 1}[value];
        const wanted = manager.get_workspace_by_index(number ?? Number(value) - 1);
        if (wanted)
            wanted.activate(global.get_current_time());
        else if (number === undefined)
            return `there is no workspace ${value}`;
        return '';
    }

    _actOnWindow(value) {
        const time = global.get_current_time();
        const window = global.display.focus_window;
        if (value === 'next' || value === 'previous') {
            const workspace = global.workspace_manager.get_active_workspace();
            global.display.get_tab_next(Meta.TabList.NORMAL, workspace, window, value === 'previous')?.activate(time);
            return '';
        }
        if (!window)
            return 'no window has the focus';
        switch (value) {
        case 'close': window.delete(time); break;
        case 'minimize': window.minimize(); break;
        case 'fullscreen':
            if (window.is_fullscreen())
                window.unmake_fullscreen();
            else
                window.make_fullscreen();
            break;
        case 'maximize': this._maximize(window, !this._isMaximized(window)); break;
        case 'left':
        case 'right': {
            const area = window.get_work_area_current_monitor();
            const half = Math.floor(area.width / 2);
            const [x, width] = value === 'left' ? [area.x, half] : [area.x + half, area.width - half];
            if (window.is_fullscreen())
                window.unmake_fullscreen();
            this._maximize(window, false);
            window.move_resize_frame(true, x, area.y, width, area.height);
            break;
        }
        default: return `there is nothing called ${value}`;
        }
        return '';
    }

    // Since GNOME 49 there are no flags, as both directions belong together.
    _isMaximized(window) {
        return window.is_maximized?.() ?? window.get_maximized() === Meta.MaximizeFlags.BOTH;
    }

    _maximize(window, isWanted) {
        const flags = window.is_maximized ? [] : [Meta.MaximizeFlags.BOTH];
        if (isWanted)
            window.maximize(...flags);
        else
            window.unmaximize(...flags);
    }

    _overview(value) {
        switch (value) {
        case 'toggle': Main.overview.toggle(); break;
        case 'show': Main.overview.show(); break;
        case 'hide': Main.overview.hide(); break;
        default: return `there is nothing called ${value}`;
        }
        return '';
    }

    // ---- Programs that watch

    _leave(sender) {
        const watch = this._watchers.get(sender);
        if (watch === undefined)
            return;
        Gio.bus_unwatch_name(watch);
        this._watchers.delete(sender);
        if (this._placeWatchers.delete(sender) && this._placeWatchers.size === 0)
            this._leavePlaces();
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

    // ---- The places of windows

    _followPlaces() {
        const change = () => this._changePlaces();
        this._placeSignals = [
            [global.display, global.display.connect('restacked', change)],
            [global.display, global.display.connect('window-created', (display, window) => {
                this._place(window);
                change();
            })],
            [global.workspace_manager, global.workspace_manager.connect('active-workspace-changed', change)],
            [this._monitors(), this._monitors().connect('monitors-changed', change)],
        ];
        for (const actor of global.get_window_actors())
            this._place(actor.meta_window);
    }

    _place(window) {
        if (this._placed.has(window))
            return;
        const names = ['position-changed', 'size-changed', 'workspace-changed', 'notify::minimized', 'notify::title',
            'notify::fullscreen', 'notify::wm-class'];
        const signals = names.map(name => window.connect(name, () => this._changePlaces()));
        signals.push(window.connect('unmanaged', () => {
            this._displace(window);
            this._changePlaces();
        }));
        this._placed.set(window, signals);
    }

    _displace(window) {
        for (const signal of this._placed.get(window) ?? [])
            window.disconnect(signal);
        this._placed.delete(window);
    }

    _leavePlaces() {
        for (const [object, signal] of this._placeSignals)
            object.disconnect(signal);
        this._placeSignals = [];
        for (const window of [...this._placed.keys()])
            this._displace(window);
        if (this._pause)
            GLib.source_remove(this._pause);
        this._pause = 0;
    }

    _changePlaces() {
        if (this._pause || this._placeWatchers.size === 0)
            return;
        this._pause = GLib.timeout_add(GLib.PRIORITY_DEFAULT, PAUSE, () => {
            this._pause = 0;
            const places = new GLib.Variant('(s)', [this._places()]);
            for (const watcher of this._placeWatchers)
                Gio.DBus.session.emit_signal(watcher, PATH, NAME, 'PlacesChanged', places);
            return GLib.SOURCE_REMOVE;
        });
    }

    // From the top to the bottom: the sides of each window, and its kind; a panel and the background are listed as nothing.
    _places() {
        const workspace = global.workspace_manager.get_active_workspace();
        const windows = [];
        for (const actor of global.get_window_actors()) {
            const window = actor.meta_window;
            if (window.minimized || window.is_override_redirect() || !window.located_on_workspace(workspace))
                continue;
            const {x, y, width, height} = window.get_frame_rect();
            const isOfDesktop = [Meta.WindowType.DESKTOP, Meta.WindowType.DOCK].includes(window.get_window_type());
            windows.unshift([x, y, width, height, ...isOfDesktop ? [] : [
                this._app(window), window.get_wm_class() ?? '', window.get_title() ?? '', window.is_fullscreen(),
            ]]);
        }
        const screens = [];
        for (const [number, connector] of this._connectors ?? []) {
            if (number < 0 || number >= global.display.get_n_monitors())
                continue;
            const {x, y, width, height} = global.display.get_monitor_geometry(number);
            screens.push([connector, x, y, width, height]);
        }
        return JSON.stringify({screens, windows});
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
                this._changePlaces();
            });
    }
}
