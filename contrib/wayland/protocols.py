#!/usr/bin/env python3
"""Writes the requests, events and numbers of Wayland's protocols that gesture-bridge uses as Swift, from the descriptions in Debian's packages
libwayland-dev, wayland-protocols and plasma-wayland-protocols.

usage: contrib/wayland/protocols.py [--check] [FOLDER...]
   --check   write nothing, and fail if the file is not as it would be written
   FOLDER    look for descriptions there instead of in /usr/share

What an older package does not describe yet stays as it is. Packages of another version don't change the file: numbers of a protocol
are never given to anything else.
"""

import pathlib
import re
import sys
import xml.etree.ElementTree as XML

SHARE = "/usr/share"
FOLDERS = ("wayland", "wayland-protocols", "plasma-wayland-protocols")
FILE = pathlib.Path(__file__).parents[2] / "Sources/Desktop/Wayland/WaylandProtocols.swift"
# An interface, and the newest version that is used if it is a global; its requests, its events and the entries of its enumerations.
USED = """
wl_display: sync get_registry; error delete_id;
wl_registry: bind; global global_remove;
wl_callback: ; done;
wl_compositor 4: create_surface create_region; ;
wl_surface: destroy attach frame set_input_region commit set_buffer_scale damage_buffer; ;
wl_region: destroy; ;
wl_shm 1: create_pool; ; format.argb8888
wl_shm_pool: create_buffer destroy; ;
wl_buffer: destroy; release;
wl_output 4: release; geometry mode done scale name description; mode.current
wl_seat 5: get_keyboard; capabilities; capability.keyboard
wl_keyboard: ; keymap; keymap_format.xkb_v1
wl_pointer: ; ; axis.vertical_scroll axis.horizontal_scroll axis_source.wheel axis_source.finger
wp_viewporter 1: get_viewport; ;
wp_viewport: destroy set_destination; ;
wp_fractional_scale_manager_v1 1: get_fractional_scale; ;
wp_fractional_scale_v1: destroy; preferred_scale;
zxdg_output_manager_v1 3: get_xdg_output; ;
zxdg_output_v1: destroy; ;
ext_foreign_toplevel_list_v1 1: stop; toplevel;
ext_foreign_toplevel_handle_v1: destroy; closed done title app_id;
ext_workspace_manager_v1 1: commit stop; workspace_group workspace done;
ext_workspace_group_handle_v1: destroy; output_enter output_leave workspace_enter workspace_leave removed;
ext_workspace_handle_v1: destroy activate; name coordinates state removed; state.active state.hidden
org_kde_kwin_keystate 5: fetchStates destroy; stateChanged; key.alt key.control key.shift key.meta state.pressed
org_kde_plasma_window_management 16: get_window_by_uuid; window_with_uuid; state.active state.fullscreen
org_kde_plasma_window: destroy; title_changed app_id_changed state_changed unmapped;
org_kde_plasma_virtual_desktop_management 1: ; ;
org_kde_kwin_dpms_manager 1: get; ;
org_kde_kwin_dpms: release; mode; mode.On
org_kde_kwin_fake_input 4: authenticate pointer_motion button axis pointer_motion_absolute keyboard_key; ;
"""
HEAD = """\
// Written by contrib/wayland/protocols.py, which has the list of the parts in use; to change it, edit that list and run the script.
// WlrootsProtocols.swift has the protocols that Debian does not package.
"""
TYPES = {"int": "Int32", "uint": "UInt32", "fixed": "Double", "string": "String", "object": "UInt32", "array": "[UInt32]", "fd": "WaylandFile"}


def camel(name):
    first, *others = name.split("_")
    return first[:1].lower() + first[1:] + "".join(word[:1].upper() + word[1:] for word in others)


def number(value):
    """The value of an entry, such as `3`, `0x10` or `1 << 4`."""
    base, _, shift = value.partition("<<")
    return int(base, 0) << int(shift or "0", 0)


def types(message):
    for argument in message.findall("arg"):
        if argument.get("type") != "new_id":
            yield TYPES[argument.get("type")]
        elif argument.get("interface"):
            yield "UInt32"
        else:
            # The interface of an object that the description leaves open goes with it, and its version.
            yield from ("String", "UInt32", "UInt32")


def typed(kind, arguments):
    return f"Wayland{kind}<{arguments}>" if arguments else f"Plain{kind}"


def declarations(interface, used):
    """The declaration of each message and entry that is used, or nothing if `interface` is None or does not have it."""
    requests, events, entries = (part.split() for part in used)
    for kind, swift, names in (("request", "Request", requests), ("event", "Event", events)):
        all_ = [] if interface is None else interface.findall(kind)
        known = {message.get("name"): (code, message) for code, message in enumerate(all_)}
        for name in names:
            code, message = known.get(name, (None, None))
            yield camel(name), message is not None and f"{typed(swift, ', '.join(types(message)))}({code})"
    for entry in entries:
        enum, name = entry.split(".")
        found = None if interface is None else interface.find(f"enum[@name='{enum}']/entry[@name='{name}']")
        yield camel(f"{enum}_{name}"), found is not None and f"{number(found.get('value'))} as UInt32"


def text(interfaces, before):
    lines = [HEAD]
    for line in USED.strip().splitlines():
        name, version, used = re.fullmatch(r"(\w+)(?: (\d+))?: (.*)", line).groups()
        swift = camel(name)[:1].upper() + camel(name)[1:]
        lines.append(f"package enum {swift} {{")
        if version:
            lines.append(f'  package static let interface = WaylandInterface("{name}", {version})')
        block = re.search(rf"^package enum {swift} {{\n(.*?)^}}", before, re.M | re.S)
        old = dict(re.findall(r"static let (\w+) = (.*)", block.group(1))) if block else {}
        seen = set()
        for constant, value in declarations(interfaces.get(name), used.split(";")):
            if constant in seen:
                sys.exit(f"{name} has two of the name {constant}")
            if not value and constant not in old:
                sys.exit(f"no description of {constant} of {name} is installed: contrib/setup testing, or a newer system")
            seen.add(constant)
            lines.append(f"  package static let {constant} = {value or old[constant]}")
        lines.append("}\n")
    return "\n".join(lines).rstrip() + "\n"


def main(arguments):
    if {"-h", "--help"} & set(arguments):
        return print(__doc__)
    folders = [one for one in arguments if one != "--check"] or [f"{SHARE}/{name}" for name in FOLDERS]
    files = [file for folder in folders for file in pathlib.Path(folder).rglob("*.xml")]
    if not files:
        sys.exit("no descriptions are installed: contrib/setup testing")
    interfaces = {interface.get("name"): interface for file in files for interface in XML.parse(file).getroot().findall("interface")}
    before = FILE.read_text() if FILE.exists() else ""
    after = text(interfaces, before)
    if "--check" not in arguments:
        FILE.write_text(after)
    elif before != after:
        sys.exit(f"{FILE.name} is not what these protocols are: run contrib/wayland/protocols.py")


main(sys.argv[1:])
