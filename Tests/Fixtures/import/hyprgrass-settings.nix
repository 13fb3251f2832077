{ pkgs, ... }: {
  wayland.windowManager.hyprland.settings = {
    "plugin:touch_gestures" = {
      sensitivity = 4.0;
      workspace_swipe_edge = "";
      hyprgrass-bind = [
        # out of the way
        ", edge:d:u, overview:toggle"
        ", swipe:3:l, exec, ${pkgs.foot}/bin/foot"
        ", swipe:3:r, exec, foot" ];
      hyprgrass-bindm = ", longpress:3, movewindow";
      hyprgrass-gesture = [ "swipe, 3, vertical, workspace" ];
    };
  };
}
