/// Rules of every kind, with every sort of relation, for frames to be played to.
enum FrameRules {
  static let text = """
    [gesture.single]
    kind = "tap"
    fingers = "1-2"
    require-to-fail = ["double", { gesture = "tripled", when = { mode = "more" } }]
    run = "x"
    [gesture.double]
    kind = "tap"
    fingers = "1-2"
    taps = 2
    run = { command = "x", mode = "more" }
    [gesture.tripled]
    kind = "tap"
    taps = 3
    run = { mode = "default" }
    [gesture.quiet]
    kind = "tap"
    fingers = 4
    run = "x"
    [gesture.next]
    kind = "swipe"
    fingers = 3
    direction = "straight"
    tags = ["across"]
    run = "x"
    [gesture.drag]
    kind = "pan"
    fingers = "1-3"
    require-to-fail = "next"
    began = "x"
    ended = "x"
    cancelled = "x"
    step = { every = "6 mm", up = "u", down = { command = ["d"], mode = "more" }, left = "l", overlap = "queue" }
    [gesture.tap-drag]
    kind = "pan"
    taps = 1
    prevents = "drag"
    changed = { stream = "x", at-most-every = "20 ms" }
    [gesture.zoom]
    kind = "pinch"
    fingers = "2-4"
    simultaneous-with = "turn"
    step = { every = "10 %", in = "i", out = "o" }
    [gesture.turn]
    kind = "rotation"
    step = { every = "15 deg", clockwise = "c", counterclockwise = "d" }
    [gesture.hold]
    kind = "long-press"
    fingers = "1-5"
    cannot-prevent = "tag:across"
    began = "x"
    ended = "x"
    [gesture.hold-again]
    kind = "long-press"
    taps = 1
    receive = { mode = "more", app = "a*" }
    began = "x"
    [gesture.press]
    kind = "force-press"
    began = "x"
    [gesture.edge]
    kind = "edge-swipe"
    edge = "left"
    run = "x"
    [gesture.edge-drag]
    kind = "edge-pan"
    edge = "top"
    step = { every = "4 mm", up = "x" }
    [gesture.beside]
    kind = "hold-and-tap"
    side = "right"
    run = "x"
    [gesture.press-button]
    kind = "click"
    fingers = 3
    run = "x"
    [gesture.held]
    kind = "hold-and-swipe"
    direction = "left"
    run = "x"
    [gesture.held-drag]
    kind = "hold-and-pan"
    fingers = 3
    began = "x"
    [gesture.tick]
    kind = "stroke"
    path = "down-right up-right"
    run = "x"
    [gesture.round]
    kind = "stroke"
    path = "circle-cw"
    require-to-fail = "tick"
    run = "x"
    [gesture.star]
    kind = "stroke"
    shape = "chevron"
    after = "hold 300 ms"
    run = "x"
    [gesture.what]
    kind = "hint"
    began = "x"
    [gesture.corner-tap]
    kind = "tap"
    zone = "corner"
    run = "x"
    [gesture.side-pan]
    kind = "pan"
    zone = "side"
    begin-if = { direction = ["up", "down"] }
    began = "x"
    [zone.side]
    edge = "right"
    band = "30 mm"
    multi-touch = false
    exclusive = true
    [zone.corner]
    corner = "bottom-right"
    size = "15 x 10 mm"
    inside = "side"
    [zone.palm]
    edge = "bottom"
    band = "5 mm"
    ignore = true
    [[override]]
    gesture = "next"
    when = { mode = "more", direction = "left" }
    run = { mode = "default" }
    [[override]]
    gesture = ["drag", "zoom"]
    also = true
    ended = "y"
    """
}
