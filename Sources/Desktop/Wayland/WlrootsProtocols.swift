// The requests, events and numbers that this program uses from protocols that Debian doesn't package, in the form of
// WaylandProtocols.swift.
//
// Source: wlr-foreign-toplevel-management-unstable-v1.xml, version 3; wlr-layer-shell-unstable-v1.xml, version 4;
// wlr-output-power-management-unstable-v1.xml; wlr-virtual-pointer-unstable-v1.xml, version 2;
// virtual-keyboard-unstable-v1.xml; cosmic-toplevel-info-unstable-v1.xml, version 2;
// cosmic-toplevel-management-unstable-v1.xml, version 4.

package enum ZwlrForeignToplevelManagerV1 {
  package static let interface = WaylandInterface("zwlr_foreign_toplevel_manager_v1", 3)
  package static let stop = PlainRequest(0)
  package static let toplevel = WaylandEvent<UInt32>(0)
}

package enum ZwlrForeignToplevelHandleV1 {
  package static let setMaximized = PlainRequest(0)
  package static let unsetMaximized = PlainRequest(1)
  package static let setMinimized = PlainRequest(2)
  package static let activate = WaylandRequest<UInt32>(4)
  package static let close = PlainRequest(5)
  package static let destroy = PlainRequest(7)
  package static let setFullscreen = WaylandRequest<UInt32>(8)
  package static let unsetFullscreen = PlainRequest(9)
  package static let title = WaylandEvent<String>(0)
  package static let appId = WaylandEvent<String>(1)
  package static let outputEnter = WaylandEvent<UInt32>(2)
  package static let outputLeave = WaylandEvent<UInt32>(3)
  package static let state = WaylandEvent<[UInt32]>(4)
  package static let done = PlainEvent(5)
  package static let closed = PlainEvent(6)
}

package enum ZwlrLayerShellV1 {
  package static let interface = WaylandInterface("zwlr_layer_shell_v1", 4)
  package static let getLayerSurface = WaylandRequest<UInt32, UInt32, UInt32, UInt32, String>(0)
  package static let layerOverlay = 3 as UInt32
}

package enum ZwlrLayerSurfaceV1 {
  package static let setSize = WaylandRequest<UInt32, UInt32>(0)
  package static let setAnchor = WaylandRequest<UInt32>(1)
  package static let setExclusiveZone = WaylandRequest<Int32>(2)
  package static let setKeyboardInteractivity = WaylandRequest<UInt32>(4)
  package static let ackConfigure = WaylandRequest<UInt32>(6)
  package static let destroy = PlainRequest(7)
  package static let configure = WaylandEvent<UInt32, UInt32, UInt32>(0)
  package static let closed = PlainEvent(1)
  package static let anchorTop = 1 as UInt32
  package static let anchorBottom = 2 as UInt32
  package static let anchorLeft = 4 as UInt32
  package static let anchorRight = 8 as UInt32
}

package enum ZwlrOutputPowerManagerV1 {
  package static let interface = WaylandInterface("zwlr_output_power_manager_v1", 1)
  package static let getOutputPower = WaylandRequest<UInt32, UInt32>(0)
}

package enum ZwlrOutputPowerV1 {
  package static let destroy = PlainRequest(1)
  package static let mode = WaylandEvent<UInt32>(0)
  package static let failed = PlainEvent(1)
  package static let modeOff = 0 as UInt32
}

package enum ZwlrVirtualPointerManagerV1 {
  package static let interface = WaylandInterface("zwlr_virtual_pointer_manager_v1", 2)
  package static let createVirtualPointer = WaylandRequest<UInt32, UInt32>(0)
  package static let createVirtualPointerWithOutput = WaylandRequest<UInt32, UInt32, UInt32>(2)
}

package enum ZwlrVirtualPointerV1 {
  package static let motion = WaylandRequest<UInt32, Double, Double>(0)
  package static let motionAbsolute = WaylandRequest<UInt32, UInt32, UInt32, UInt32, UInt32>(1)
  package static let button = WaylandRequest<UInt32, UInt32, UInt32>(2)
  package static let axis = WaylandRequest<UInt32, UInt32, Double>(3)
  package static let frame = PlainRequest(4)
  package static let axisSource = WaylandRequest<UInt32>(5)
  package static let axisStop = WaylandRequest<UInt32, UInt32>(6)
  package static let axisDiscrete = WaylandRequest<UInt32, UInt32, Double, Int32>(7)
  package static let destroy = PlainRequest(8)
}

package enum ZwpVirtualKeyboardManagerV1 {
  package static let interface = WaylandInterface("zwp_virtual_keyboard_manager_v1", 1)
  package static let createVirtualKeyboard = WaylandRequest<UInt32, UInt32>(0)
}

package enum ZwpVirtualKeyboardV1 {
  package static let keymap = WaylandRequest<UInt32, WaylandFile, UInt32>(0)
  package static let key = WaylandRequest<UInt32, UInt32, UInt32>(1)
  package static let modifiers = WaylandRequest<UInt32, UInt32, UInt32, UInt32>(2)
  package static let destroy = PlainRequest(3)
}

package enum ZcosmicToplevelInfoV1 {
  package static let interface = WaylandInterface("zcosmic_toplevel_info_v1", 2)
  package static let getCosmicToplevel = WaylandRequest<UInt32, UInt32>(1)
  package static let done = PlainEvent(2)
}

package enum ZcosmicToplevelHandleV1 {
  package static let destroy = PlainRequest(0)
  package static let outputEnter = WaylandEvent<UInt32>(4)
  package static let outputLeave = WaylandEvent<UInt32>(5)
  package static let state = WaylandEvent<[UInt32]>(8)
}

package enum ZcosmicToplevelManagerV1 {
  package static let interface = WaylandInterface("zcosmic_toplevel_manager_v1", 1)
  package static let close = WaylandRequest<UInt32>(1)
  package static let activate = WaylandRequest<UInt32, UInt32>(2)
  package static let setMaximized = WaylandRequest<UInt32>(3)
  package static let unsetMaximized = WaylandRequest<UInt32>(4)
  package static let setMinimized = WaylandRequest<UInt32>(5)
  package static let setFullscreen = WaylandRequest<UInt32, UInt32>(7)
  package static let unsetFullscreen = WaylandRequest<UInt32>(8)
}
