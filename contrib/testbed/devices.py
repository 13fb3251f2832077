"""Descriptions of mocked input devices, and the texts umockdev wants of them.

A description is built here (touchscreen, touchpad, pen, mouse, keyboard) or read from an evemu `.desc` or `.events` file.
"""

import dataclasses
import struct

EV_SYN, EV_KEY, EV_REL, EV_ABS, EV_MSC, EV_SW = 0, 1, 2, 3, 4, 5


KEY_VOLUMEDOWN, KEY_VOLUMEUP, KEY_POWER, KEY_LEFTMETA = 114, 115, 116, 125
KEYBOARD = range(1, 128)
KEYPAD = (71, 72, 73, 75, 76, 77, 79, 80, 81, 82)
TELEPHONE = range(0x200, 0x20A)
LETTERS = range(16, 26)  # Q to P
HALF_KEYBOARD = (*range(7, 12), 14, *range(21, 26), 28, *range(35, 39), 49, 50)  # 6 to 0, Y to P, H to L, N, M, Backspace, Enter
KEY_PROG1, KEY_F21, KEY_TOUCHPAD_TOGGLE = 148, 191, 0x212

ABS_X, ABS_Y, ABS_PRESSURE, ABS_DISTANCE = 0x00, 0x01, 0x18, 0x19
ABS_MT_SLOT, ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TOOL_TYPE, ABS_MT_TRACKING_ID = 0x2F, 0x35, 0x36, 0x37, 0x39

SW_TABLET_MODE = 1

BTN_LEFT, BTN_RIGHT, BTN_MIDDLE = 0x110, 0x111, 0x112
BTN_0 = 0x100
BTN_JOYSTICK, BTN_GAMEPAD = 0x120, 0x130
BTN_TOOL_PEN, BTN_TOOL_RUBBER, BTN_TOOL_FINGER, BTN_TOUCH, BTN_STYLUS = 0x140, 0x141, 0x145, 0x14A, 0x14B
# The button that reports how many fingers lie on a touchpad.
BTN_TOOL_OF_FINGERS = {1: BTN_TOOL_FINGER, 2: 0x14D, 3: 0x14E, 4: 0x14F, 5: 0x148}

# The codes that udev takes for keys, as a bit mask.
NO_BUTTONS = sum(1 << code for code in (*range(1, BTN_0), *range(0x160, 0x220), *range(0x230, 0x2C0)))

PROP_POINTER, PROP_DIRECT, PROP_BUTTONPAD, PROP_POINTING_STICK = 0, 1, 2, 5

# Bytes libevdev asks for with EVIOCGBIT of each event type on a 64-bit system; an answer of another size is not found.
BIT_BYTES = {EV_SYN: 8, EV_KEY: 96, EV_REL: 8, EV_ABS: 8, 4: 8, 5: 8, 0x11: 8, 0x12: 8, 0x15: 16}

# The units per mm of a device that doesn't report its size: used to place fingers in millimetres.
UNITS_PER_MM_WHEN_UNKNOWN = 20

# No program asks for more slots than this, whatever number a device reports.
MOST_SLOTS = 256

# The mocked touchscreen and the mocked pen are one panel.
PANEL = "18/1234/panel"


@dataclasses.dataclass
class Axis:
    minimum: int
    maximum: int
    fuzz: int = 0
    flat: int = 0
    resolution: int = 0  # units per mm, 0 when the device doesn't tell


@dataclasses.dataclass
class Description:
    name: str
    ids: tuple  # bus, vendor, product, version
    properties: bytes = b""
    bits: dict = dataclasses.field(default_factory=dict)  # event type -> bit mask
    axes: dict = dataclasses.field(default_factory=dict)  # axis code -> Axis
    switches: bytes = b""  # those that are on, as a bit mask
    group: str = ""  # what libinput takes for one piece of hardware, as a panel with its pen

    def has(self, event_type, code):
        mask = self.bits.get(event_type, b"")
        return code // 8 < len(mask) and bool(mask[code // 8] & 1 << code % 8)

    def has_property(self, number):
        return bool(self.properties) and bool(self.properties[0] & 1 << number)

    @property
    def kind(self):
        if self.has(EV_SW, SW_TABLET_MODE):
            return "switch"
        if ABS_MT_POSITION_X not in self.axes and self.has(EV_KEY, BTN_TOOL_PEN):
            return "pen"
        if self.has(EV_KEY, BTN_0):
            return "tablet-pad"
        if ABS_MT_POSITION_X in self.axes or ABS_X in self.axes and self.has(EV_KEY, BTN_TOUCH):
            is_touchpad = self.has(EV_KEY, BTN_TOOL_FINGER) and not self.has_property(PROP_DIRECT)
            return "touchpad" if is_touchpad else "touchscreen"
        if self.has(EV_REL, 0):
            return "pointing-stick" if self.has_property(PROP_POINTING_STICK) else "mouse"
        return "joystick" if self.has(EV_KEY, BTN_GAMEPAD) else "keyboard"

    @property
    def udev_properties(self):
        """The properties that udev gives it; contrib/testbed/udev.py asks udev itself."""
        kinds = {
            "touchscreen": ["ID_INPUT_TOUCHSCREEN"],
            "touchpad": ["ID_INPUT_TOUCHPAD"],
            "pen": ["ID_INPUT_TABLET"],
            "tablet-pad": ["ID_INPUT_TABLET", "ID_INPUT_TABLET_PAD"],
            "mouse": ["ID_INPUT_MOUSE"],
            "pointing-stick": ["ID_INPUT_MOUSE", "ID_INPUT_POINTINGSTICK"],
            "joystick": ["ID_INPUT_JOYSTICK"],
            "switch": ["ID_INPUT_SWITCH"],
            "keyboard": [],
        }[self.kind]
        keys = [f"ID_INPUT_{name}" for name, has in (("KEY", self.has_keys), ("KEYBOARD", self.is_keyboard)) if has]
        return kinds + keys

    @property
    def has_keys(self):
        return bool(int.from_bytes(self.bits.get(EV_KEY, b""), "little") & NO_BUTTONS)

    @property
    def is_keyboard(self):
        """udev looks for Escape, the digits, and the keys from Q to S."""
        return all(self.has(EV_KEY, code) for code in range(1, 32))

    def position_axis(self, multitouch_code, single_code):
        return self.axes.get(multitouch_code) or self.axes[single_code]

    @property
    def x_axis(self):
        return self.position_axis(ABS_MT_POSITION_X, ABS_X)

    @property
    def y_axis(self):
        return self.position_axis(ABS_MT_POSITION_Y, ABS_Y)

    def size_mm(self):
        return tuple(
            (axis.maximum - axis.minimum) / (axis.resolution or UNITS_PER_MM_WHEN_UNKNOWN)
            for axis in (self.x_axis, self.y_axis)
        )


def mask(codes, size):
    result = bytearray(size)
    for code in codes:
        result[code // 8] |= 1 << code % 8
    return bytes(result)


def described(name, product, properties=(), bus=0x18, group="", is_on=False, **codes):
    """A device with the codes of its events: `key`, `rel`, `abs` (axes by their codes) and `sw`."""
    types = {"key": (EV_KEY, 96), "rel": (EV_REL, 8), "abs": (EV_ABS, 8), "sw": (EV_SW, 8)}
    bits = {types[kind][0]: mask(those, types[kind][1]) for kind, those in codes.items()}
    return Description(
        name, (bus, 0x1234, product, 0x100), mask(properties, 8), {EV_SYN: mask([EV_SYN, *bits], 8), **bits}, codes.get("abs", {}),
        bits[EV_SW] if is_on else b"", group)


def touch_device(name, product, properties, keys, width_mm, height_mm, units_per_mm, slots, tells_size=True, **more):
    resolution = units_per_mm if tells_size else 0
    x = Axis(0, width_mm * units_per_mm, resolution=resolution)
    y = Axis(0, height_mm * units_per_mm, resolution=resolution)
    axes = {
        ABS_X: x,
        ABS_Y: y,
        ABS_MT_SLOT: Axis(0, slots - 1),
        ABS_MT_POSITION_X: x,
        ABS_MT_POSITION_Y: y,
        ABS_MT_TOOL_TYPE: Axis(0, 2),  # up to "palm": how a device takes a touch back
        ABS_MT_TRACKING_ID: Axis(0, 65535),
    }
    return described(name, product, properties, key=keys, abs=axes, **more)


def panel(name, product, keys=(), **more):
    """A touchscreen of 300 x 190 mm, ten fingers."""
    return touch_device(name, product, [PROP_DIRECT], [*keys, BTN_TOUCH], 300, 190, 20, 10, **more)


def pad(name, product, keys=()):
    """A clickpad of 100 x 66 mm, five fingers."""
    keys = [*keys, BTN_LEFT, BTN_TOUCH, *BTN_TOOL_OF_FINGERS.values()]
    return touch_device(name, product, [PROP_POINTER, PROP_BUTTONPAD], keys, 100, 66, 30, 5)


def pen_device(name, product, properties, width_mm, height_mm, units_per_mm, axes, keys, group=""):
    position = {
        ABS_X: Axis(0, width_mm * units_per_mm, resolution=units_per_mm),
        ABS_Y: Axis(0, height_mm * units_per_mm, resolution=units_per_mm),
    }
    return described(name, product, properties, group=group, key=keys, abs={**position, **axes})


def touchscreen():
    return panel("Mocked Touchscreen", 0x5678, group=PANEL)


def touchpad():
    return pad("Mocked Touchpad", 0x5679)


def typing_touchscreen():
    """A touchscreen and a whole keyboard on one node."""
    return panel("Mocked Typing Touchscreen", 0x5683, KEYBOARD)


def mouse(name="Mocked Mouse", product=0x567B, properties=()):
    # The wheel is 8.
    return described(name, product, properties, 0x3, key=[BTN_LEFT, BTN_RIGHT, BTN_MIDDLE], rel=[0, 1, 8])


def joystick(name="Mocked Joystick", product=0x5686, bus=0x3, **more):
    axes = {ABS_X: Axis(-128, 127), ABS_Y: Axis(-128, 127)}
    return described(name, product, bus=bus, key=range(BTN_GAMEPAD, BTN_GAMEPAD + 10), abs=axes, **more)


def tablet_switch(name, product, keys=(), is_on=False):
    """The switch of a convertible that tells whether it is folded to be a tablet."""
    return described(name, product, bus=0x19, is_on=is_on, key=keys, sw=[SW_TABLET_MODE])


BUILT_IN = {
    "touchscreen": touchscreen,
    # It doesn't report how many units make a millimetre.
    "touchscreen-without-size": lambda: panel("Mocked Touchscreen without Size", 0x567A, tells_size=False),
    # Its name would run a script if a page didn't treat it as text.
    "touchscreen-with-markup": lambda: touch_device(
        '<img src=x onerror="document.title=1">', 0x5690, [PROP_DIRECT], [BTN_TOUCH], 200, 120, 20, 5),
    "touchpad": touchpad,
    # The pen of a laptop's panel of 300 x 190 mm: it reports its pressure, and has an eraser.
    "pen": lambda: pen_device(
        "Mocked Pen", 0x567D, [PROP_DIRECT], 300, 190, 40, {ABS_PRESSURE: Axis(0, 4095)},
        [BTN_TOOL_PEN, BTN_TOOL_RUBBER, BTN_TOUCH, BTN_STYLUS], PANEL),
    # It reports only whether it touches.
    "pen-without-pressure": lambda: pen_device(
        "Mocked Pen without Pressure", 0x567F, [PROP_DIRECT], 300, 190, 40, {}, [BTN_TOOL_PEN, BTN_TOUCH]),
    # A tablet of 216 x 135 mm, which lies next to the keyboard; it reports how far above it the pen is.
    "tablet": lambda: pen_device(
        "Mocked Tablet", 0x567E, [PROP_POINTER], 216, 135, 100, {ABS_PRESSURE: Axis(0, 2047), ABS_DISTANCE: Axis(0, 63)},
        [BTN_TOOL_PEN, BTN_TOUCH, BTN_STYLUS]),
    # Drivers give the buttons next to a tablet's surface a pen's button, by which udev recognizes a tablet.
    "tablet-pad": lambda: described(
        "Mocked Tablet Pad", 0x5680, key=[*range(BTN_0, BTN_0 + 4), BTN_STYLUS], abs={ABS_X: Axis(0, 1), ABS_Y: Axis(0, 1)}),
    # Several devices on one node: a panel with the buttons of a tablet computer, touchpads with keys.
    "touchscreen-with-buttons": lambda: panel(
        "Mocked Touchscreen with Buttons", 0x5681, [KEY_POWER, KEY_VOLUMEDOWN, KEY_VOLUMEUP, KEY_LEFTMETA]),
    "typing-touchpad": lambda: pad("Mocked Typing Touchpad", 0x5682, KEYBOARD),
    "typing-touchscreen": typing_touchscreen,
    # udev calls it no keyboard.
    "keypad-touchpad": lambda: pad("Mocked Keypad Touchpad", 0x5684, KEYPAD),
    "telephone-touchscreen": lambda: panel("Mocked Telephone", 0x5688, TELEPHONE),
    "letters-touchpad": lambda: pad("Mocked Letters Touchpad", 0x5689, LETTERS),
    "half-keyboard-touchpad": lambda: pad("Mocked Half Keyboard Touchpad", 0x5693, HALF_KEYBOARD),
    "touchpad-with-keys": lambda: pad("Mocked Touchpad with Keys", 0x568A, [KEY_F21, KEY_PROG1, KEY_TOUCHPAD_TOGGLE]),
    "mouse": mouse,
    "pointing-stick": lambda: mouse("Mocked Pointing Stick", 0x5685, [PROP_POINTER, PROP_POINTING_STICK]),
    "joystick": joystick,
    "keyboard": lambda: described("Mocked Keyboard", 0x567C, bus=0x3, key=KEYBOARD),
    "power-button": lambda: described("Mocked Power Button", 0x5687, bus=0x3, key=[KEY_POWER]),
    "tablet-switch": lambda: tablet_switch("Mocked Tablet Switch", 0x568B),
    "tablet-switch-on": lambda: tablet_switch("Mocked Tablet Switch that is on", 0x568C, is_on=True),
    "typing-tablet-switch": lambda: tablet_switch("Mocked Typing Tablet Switch", 0x568D, KEYBOARD),
}


def read_evemu(path):
    """Reads the description part of an evemu file; raises ValueError when there is none or it is broken."""
    try:
        description = parse_evemu(path)
    except IndexError:
        raise ValueError(f"{path} has an evemu line without its values") from None
    if not description.name or not description.bits:
        raise ValueError(f"{path} has no evemu device description (N:, I:, B: lines)")
    return description


def parse_evemu(path):
    description = Description("", (0, 0, 0, 0))
    properties, bits = bytearray(), {}
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            key, _, value = line.strip().partition(":")
            words = value.split("#")[0].split()
            if key == "N":
                description.name = value.strip()
            elif key == "I":
                description.ids = tuple(int(word, 16) for word in words)
            elif key == "P":
                properties += bytes(int(word, 16) for word in words)
            elif key == "B":
                bits.setdefault(int(words[0], 16), bytearray()).extend(int(word, 16) for word in words[1:])
            elif key == "A":
                description.axes[int(words[0], 16)] = Axis(*(int(word) for word in words[1:6]))
    description.properties = bytes(properties)
    description.bits = {event_type: bytes(value) for event_type, value in bits.items()}
    return description


def fitted(value, size):
    return (value + bytes(size))[:size]


def ioctl_text(description, node):
    """Answers to the ioctls libevdev makes, in umockdev's text form."""

    def text(name, value):
        data = value.encode()[:254] + b"\0"
        return f"{name}(0) {len(data)} {fitted(data, 255).hex().upper()}"  # libevdev's buffers hold 255 bytes

    def zeros(name, size):
        return f"{name}(0) {size} {'00' * size}"

    lines = [f"@DEV {node}"]
    for event_type, size in BIT_BYTES.items():
        bits = fitted(description.bits.get(event_type, b""), size)
        lines.append(f"EVIOCGBIT({event_type}) {size} {bits.hex().upper()}")
    lines += [
        text("EVIOCGNAME", description.name),
        text("EVIOCGPHYS", f"testbed{node}"),
        text("EVIOCGUNIQ", ""),
        "EVIOCGID 0 " + struct.pack("<4H", *description.ids).hex().upper(),
        "EVIOCGVERSION 0 01000100",
        "EVIOCGPROP(0) 8 " + fitted(description.properties, 8).hex().upper(),
        zeros("EVIOCGKEY", 96),
        zeros("EVIOCGLED", 8),
        "EVIOCGSW(0) 8 " + fitted(description.switches, 8).hex().upper(),
    ]
    for code, axis in sorted(description.axes.items()):
        values = (0, axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution)
        lines.append(f"EVIOCGABS({code}) 0 " + struct.pack("<6i", *values).hex().upper())
    if ABS_MT_SLOT in description.axes:
        slots = min(max(description.axes[ABS_MT_SLOT].maximum + 1, 0), MOST_SLOTS)
        for code in sorted(description.axes):
            if ABS_MT_SLOT < code < 0x40:
                start = -1 if code == ABS_MT_TRACKING_ID else 0
                data = struct.pack("<I", code) + struct.pack("<i", start) * slots
                lines.append("EVIOCGMTSLOTS(0) 0 " + data.hex().upper())
    return "\n".join(lines) + "\n"


def sysfs_bits(value):
    """A bit mask as sysfs shows it: 64-bit words in hex, the highest first."""
    words = [int.from_bytes(value[i : i + 8], "little") for i in range(0, len(value), 8)] or [0]
    while len(words) > 1 and words[-1] == 0:
        words.pop()
    return " ".join(f"{word:x}" for word in reversed(words))


def minor_number(event_name):
    return 64 + int(event_name.removeprefix("event"))


def sysfs_parent(event_name):
    return "/devices/virtual/input/" + event_name.replace("event", "input")


def record_text(description, event_name):
    """The device and its parent as a umockdev record. It names no node (N:): the bed makes that itself, as a FIFO."""
    parent = sysfs_parent(event_name)
    minor = minor_number(event_name)
    classes = ["ID_INPUT", *description.udev_properties]
    capability = {name: sysfs_bits(description.bits.get(number, b"")) for name, number in
                  (("ev", EV_SYN), ("key", EV_KEY), ("rel", EV_REL), ("abs", EV_ABS), ("sw", EV_SW))}
    properties = sysfs_bits(description.properties)
    bus, vendor, product, version = description.ids
    node = [
        f"P: {parent}/{event_name}",
        f"E: DEVNAME=/dev/input/{event_name}",
        "E: MAJOR=13",
        f"E: MINOR={minor}",
        "E: SUBSYSTEM=input",
        *(f"E: {name}=1" for name in classes),
        "E: ID_SERIAL=noserial",
        f"A: dev=13:{minor}",
        f"L: device=../../{parent.rsplit('/', 1)[1]}",
    ]
    device = [
        f"P: {parent}",
        "E: SUBSYSTEM=input",
        f'E: NAME="{description.name}"',
        f"E: PRODUCT={bus:x}/{vendor:x}/{product:x}/{version:x}",
        f"E: PROP={properties}",
        *(f"E: {name.upper()}={bits}" for name, bits in capability.items()),
        *(f"E: {name}=1" for name in classes),
        "E: TAGS=:seat:",
        f"A: name={description.name}",
        "A: phys=testbed",
        "A: uniq=",
        f"A: properties={properties}",
        f"A: id/bustype={bus:04x}",
        f"A: id/vendor={vendor:04x}",
        f"A: id/product={product:04x}",
        f"A: id/version={version:04x}",
        *(f"A: capabilities/{name}={bits}" for name, bits in capability.items()),
    ]
    # The device first, as the kernel does it: programs that are notified of the node look at its device.
    return "\n".join([*device, "", *node, ""]) + "\n"


def database_text(description, properties=(), is_given=False):
    """The file of /run/udev/data that says udev has finished with the device; `properties` are added."""
    names = ["ID_INPUT", *description.udev_properties, *properties]
    group = f"E:LIBINPUT_DEVICE_GROUP={description.group}\n" if description.group else ""
    tags = "G:uaccess\nQ:uaccess\nV:1\n" if is_given else ""
    return "I:1\n" + "".join(f"E:{name}=1\n" for name in names) + group + tags
