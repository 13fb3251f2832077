-- Touches of a tablet
hl.config({
    plugin = {
        hyprgrass = {
            sensitivity = 4.0,
            long_press_delay = 400,
            edge_margin = 10,
        },
    },
})

hl.plugin.hyprgrass.bind {
    pattern = { kind = "edge", origin = "d", direction = "u" },
    action = hl.dsp.exec_cmd("pkill -34 wvkbd-mobintl"), -- the keyboard
}
hl.plugin.hyprgrass.bind({
    pattern = { kind = "longpress", fingers = 3 },
    action = hl.dsp.window.drag(),
    mouse = true,
})
hl.plugin.hyprgrass.bind {
    pattern = { kind = "swipe", fingers = 4, direction = "left" },
    mod = "SUPER + ALT",
    action = hl.dsp.focus({ workspace = "+1" }),
}
hl.plugin.hyprgrass.bind {
    pattern = { kind = "tap", fingers = 4 },
    action = hl.dsp.exec_cmd("notify-send " .. name),
}
hl.plugin.hyprgrass.gesture {
    pattern = { kind = "swipe", fingers = 3, direction = "horizontal" },
    action = "workspace",
}
hl.plugin.hyprgrass.gesture {
    pattern = { kind = "pinch", fingers = 3, direction = "pinchout" },
    action = "close",
}
hl.plugin.hyprgrass.gesture {
    pattern = { kind = "swipe", fingers = 4, direction = "up" },
    action = function()
        hl.dispatch(hl.dsp.exec_cmd("foot"))
    end,
}
hl.bind("SUPER + Q", hl.dsp.exec_cmd("kitty"))
hl.plugin.hyprgrass.bind("edge:l:r", hl.dsp.workspace("-1"))
