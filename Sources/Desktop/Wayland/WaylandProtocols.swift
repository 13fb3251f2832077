// Written by contrib/wayland/protocols.py, which has the list of the parts in use; to change it, edit that list and run the script.
// WlrootsProtocols.swift has the protocols that Debian does not package.

package enum WlDisplay {
  package static let sync = WaylandRequest<UInt32>(0)
  package static let getRegistry = WaylandRequest<UInt32>(1)
  package static let error = WaylandEvent<UInt32, UInt32, String>(0)
  package static let deleteId = WaylandEvent<UInt32>(1)
}

package enum WlRegistry {
  package static let bind = WaylandRequest<UInt32, String, UInt32, UInt32>(0)
  package static let global = WaylandEvent<UInt32, String, UInt32>(0)
  package static let globalRemove = WaylandEvent<UInt32>(1)
}

package enum WlCallback {
  package static let done = WaylandEvent<UInt32>(0)
}

package enum WlCompositor {
  package static let interface = WaylandInterface("wl_compositor", 4)
  package static let createSurface = WaylandRequest<UInt32>(0)
  package static let createRegion = WaylandRequest<UInt32>(1)
}

package enum WlSurface {
  package static let destroy = PlainRequest(0)
  package static let attach = WaylandRequest<UInt32, Int32, Int32>(1)
  package static let frame = WaylandRequest<UInt32>(3)
  package static let setInputRegion = WaylandRequest<UInt32>(5)
  package static let commit = PlainRequest(6)
  package static let setBufferScale = WaylandRequest<Int32>(8)
  package static let damageBuffer = WaylandRequest<Int32, Int32, Int32, Int32>(9)
}

package enum WlRegion {
  package static let destroy = PlainRequest(0)
}

package enum WlShm {
  package static let interface = WaylandInterface("wl_shm", 1)
  package static let createPool = WaylandRequest<UInt32, WaylandFile, Int32>(0)
  package static let formatArgb8888 = 0 as UInt32
}

package enum WlShmPool {
  package static let createBuffer = WaylandRequest<UInt32, Int32, Int32, Int32, Int32, UInt32>(0)
  package static let destroy = PlainRequest(1)
}

package enum WlBuffer {
  package static let destroy = PlainRequest(0)
  package static let release = PlainEvent(0)
}

package enum WlOutput {
  package static let interface = WaylandInterface("wl_output", 4)
  package static let release = PlainRequest(0)
  package static let geometry = WaylandEvent<Int32, Int32, Int32, Int32, Int32, String, String, Int32>(0)
  package static let mode = WaylandEvent<UInt32, Int32, Int32, Int32>(1)
  package static let done = PlainEvent(2)
  package static let scale = WaylandEvent<Int32>(3)
  package static let name = WaylandEvent<String>(4)
  package static let description = WaylandEvent<String>(5)
  package static let modeCurrent = 1 as UInt32
}

package enum WlSeat {
  package static let interface = WaylandInterface("wl_seat", 5)
  package static let getKeyboard = WaylandRequest<UInt32>(1)
  package static let capabilities = WaylandEvent<UInt32>(0)
  package static let capabilityKeyboard = 2 as UInt32
}

package enum WlKeyboard {
  package static let keymap = WaylandEvent<UInt32, WaylandFile, UInt32>(0)
  package static let keymapFormatXkbV1 = 1 as UInt32
}

package enum WlPointer {
  package static let axisVerticalScroll = 0 as UInt32
  package static let axisHorizontalScroll = 1 as UInt32
  package static let axisSourceWheel = 0 as UInt32
  package static let axisSourceFinger = 1 as UInt32
}

package enum WpViewporter {
  package static let interface = WaylandInterface("wp_viewporter", 1)
  package static let getViewport = WaylandRequest<UInt32, UInt32>(1)
}

package enum WpViewport {
  package static let destroy = PlainRequest(0)
  package static let setDestination = WaylandRequest<Int32, Int32>(2)
}

package enum WpFractionalScaleManagerV1 {
  package static let interface = WaylandInterface("wp_fractional_scale_manager_v1", 1)
  package static let getFractionalScale = WaylandRequest<UInt32, UInt32>(1)
}

package enum WpFractionalScaleV1 {
  package static let destroy = PlainRequest(0)
  package static let preferredScale = WaylandEvent<UInt32>(0)
}

package enum ZxdgOutputManagerV1 {
  package static let interface = WaylandInterface("zxdg_output_manager_v1", 3)
  package static let getXdgOutput = WaylandRequest<UInt32, UInt32>(1)
}

package enum ZxdgOutputV1 {
  package static let destroy = PlainRequest(0)
}

package enum ExtForeignToplevelListV1 {
  package static let interface = WaylandInterface("ext_foreign_toplevel_list_v1", 1)
  package static let stop = PlainRequest(0)
  package static let toplevel = WaylandEvent<UInt32>(0)
}

package enum ExtForeignToplevelHandleV1 {
  package static let destroy = PlainRequest(0)
  package static let closed = PlainEvent(0)
  package static let done = PlainEvent(1)
  package static let title = WaylandEvent<String>(2)
  package static let appId = WaylandEvent<String>(3)
}

package enum ExtWorkspaceManagerV1 {
  package static let interface = WaylandInterface("ext_workspace_manager_v1", 1)
  package static let commit = PlainRequest(0)
  package static let stop = PlainRequest(1)
  package static let workspaceGroup = WaylandEvent<UInt32>(0)
  package static let workspace = WaylandEvent<UInt32>(1)
  package static let done = PlainEvent(2)
}

package enum ExtWorkspaceGroupHandleV1 {
  package static let destroy = PlainRequest(1)
  package static let outputEnter = WaylandEvent<UInt32>(1)
  package static let outputLeave = WaylandEvent<UInt32>(2)
  package static let workspaceEnter = WaylandEvent<UInt32>(3)
  package static let workspaceLeave = WaylandEvent<UInt32>(4)
  package static let removed = PlainEvent(5)
}

package enum ExtWorkspaceHandleV1 {
  package static let destroy = PlainRequest(0)
  package static let activate = PlainRequest(1)
  package static let name = WaylandEvent<String>(1)
  package static let coordinates = WaylandEvent<[UInt32]>(2)
  package static let state = WaylandEvent<UInt32>(3)
  package static let removed = PlainEvent(5)
  package static let stateActive = 1 as UInt32
  package static let stateHidden = 4 as UInt32
}

package enum OrgKdeKwinKeystate {
  package static let interface = WaylandInterface("org_kde_kwin_keystate", 5)
  package static let fetchStates = PlainRequest(0)
  package static let destroy = PlainRequest(1)
  package static let stateChanged = WaylandEvent<UInt32, UInt32>(0)
  package static let keyAlt = 3 as UInt32
  package static let keyControl = 4 as UInt32
  package static let keyShift = 5 as UInt32
  package static let keyMeta = 6 as UInt32
  package static let statePressed = 3 as UInt32
}

package enum OrgKdePlasmaWindowManagement {
  package static let interface = WaylandInterface("org_kde_plasma_window_management", 16)
  package static let getWindowByUuid = WaylandRequest<UInt32, String>(2)
  package static let windowWithUuid = WaylandEvent<UInt32, String>(4)
  package static let stateActive = 1 as UInt32
  package static let stateFullscreen = 8 as UInt32
}

package enum OrgKdePlasmaWindow {
  package static let destroy = PlainRequest(7)
  package static let titleChanged = WaylandEvent<String>(0)
  package static let appIdChanged = WaylandEvent<String>(1)
  package static let stateChanged = WaylandEvent<UInt32>(2)
  package static let unmapped = PlainEvent(5)
}

package enum OrgKdePlasmaVirtualDesktopManagement {
  package static let interface = WaylandInterface("org_kde_plasma_virtual_desktop_management", 1)
}

package enum OrgKdeKwinDpmsManager {
  package static let interface = WaylandInterface("org_kde_kwin_dpms_manager", 1)
  package static let get = WaylandRequest<UInt32, UInt32>(0)
}

package enum OrgKdeKwinDpms {
  package static let release = PlainRequest(1)
  package static let mode = WaylandEvent<UInt32>(1)
  package static let modeOn = 0 as UInt32
}

package enum OrgKdeKwinFakeInput {
  package static let interface = WaylandInterface("org_kde_kwin_fake_input", 4)
  package static let authenticate = WaylandRequest<String, String>(0)
  package static let pointerMotion = WaylandRequest<Double, Double>(1)
  package static let button = WaylandRequest<UInt32, UInt32>(2)
  package static let axis = WaylandRequest<UInt32, Double>(3)
  package static let pointerMotionAbsolute = WaylandRequest<Double, Double>(9)
  package static let keyboardKey = WaylandRequest<UInt32, UInt32>(10)
}
