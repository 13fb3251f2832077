/* exported init */
const {Gio, GLib, Meta, Shell} = imports.gi;

function init() {
    return new Desktop();
}

