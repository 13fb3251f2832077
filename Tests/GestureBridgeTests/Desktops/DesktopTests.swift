import Desktop
import Testing

@testable import gesture_bridge

/// Which compositors are known to report cancelled touches to windows.
@Suite struct PassingCompositorTests {
  private static let common: Set<String> = ["wl_compositor", "wl_seat", "xdg_wm_base"]
  private static let new = common.union(["wp_fractional_scale_manager_v1", "wp_cursor_shape_manager_v1"])
  /// As KWin 5.27.
  private static let scales = common.union(["wp_fractional_scale_manager_v1"])

  @Test(arguments: [
    ("sway", PassingCompositorTests.new, true), ("sway", PassingCompositorTests.scales, false),
    ("sway", PassingCompositorTests.common, false),
    ("kwin_wayland", PassingCompositorTests.new, true), ("kwin_wayland", PassingCompositorTests.scales, true),
    ("kwin_wayland", PassingCompositorTests.common, false), ("kwin_wayland_wr", PassingCompositorTests.scales, true),
    ("niri", PassingCompositorTests.common, true), ("cosmic-comp", PassingCompositorTests.common, true),
    ("gnome-shell", PassingCompositorTests.new, false),
    ("mutter", PassingCompositorTests.new, false), ("labwc", PassingCompositorTests.new, false),
    ("Hyprland", PassingCompositorTests.new, false), ("Xwayland", PassingCompositorTests.new, false),
  ])
  func whichPassCancelsOn(program: String, interfaces: Set<String>, passes: Bool) {
    let compositor = Compositor(program: program, interfaces: interfaces, passing: gesture_bridge.Desktop.passing)
    #expect(compositor.passesCancel == passes)
  }
}

/// How the desktop is recognized.
struct DesktopRecognitionTests {
  static let environments: [([String: String], Desktop)] = [
    (["SWAYSOCK": "/run/x", "XDG_CURRENT_DESKTOP": "GNOME", "WAYLAND_DISPLAY": "wayland-1"], .sway),
    (["NIRI_SOCKET": "/run/x"], .niri), (["HYPRLAND_INSTANCE_SIGNATURE": "x"], .hyprland), (["I3SOCK": "/run/x"], .i3),
    (["XDG_CURRENT_DESKTOP": "ubuntu:GNOME", "WAYLAND_DISPLAY": "wayland-0"], .gnome),
    (["XDG_CURRENT_DESKTOP": "KDE", "DISPLAY": ":0"], .plasma), (["XDG_CURRENT_DESKTOP": "Hyprland"], .hyprland),
    (["XDG_CURRENT_DESKTOP": "sway"], .sway), (["XDG_CURRENT_DESKTOP": "niri"], .niri),
    (["XDG_CURRENT_DESKTOP": "i3"], .i3), (["KDE_FULL_SESSION": "true", "DISPLAY": ":0"], .plasma),
    (["XDG_CURRENT_DESKTOP": "XFCE", "DISPLAY": ":0"], .x11), (["DISPLAY": ":0"], .x11),
    (["XDG_CURRENT_DESKTOP": "river", "WAYLAND_DISPLAY": "wayland-1", "DISPLAY": ":0"], .unknown), ([:], .unknown),
  ]

  @Test(arguments: environments) func isFoundOut(_ environment: [String: String], _ desktop: Desktop) {
    #expect(Desktop.recognized { environment[$0] }.key == desktop.key)
  }
}
