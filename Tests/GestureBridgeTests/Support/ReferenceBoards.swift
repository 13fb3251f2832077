/// The known facts about the device of some of the reference recordings.
struct ReferenceBoard {
  /// The beginning of the paths of its recordings; if several boards match, the longest prefix counts.
  let prefix: String
  /// Nil if the recording has its resolution.
  let unitsPerMM: Double?
  /// The origin of the figure.
  let reason: String
  /// The description in the folder of the recordings, or nil if they contain it or none exists.
  let description: String?

  init(_ prefix: String, _ unitsPerMM: Double?, _ reason: String, description: String? = nil) {
    self.prefix = prefix
    self.unitsPerMM = unitsPerMM
    self.reason = reason
    self.description = description
  }

  static func of(_ path: String) -> ReferenceBoard? {
    (laptops + touchpads + touchscreens).filter { path.hasPrefix($0.prefix) }.max {
      $0.prefix.count < $1.prefix.count
    }
  }

  private static let atmelHwdb = "systemd's hwdb for Atmel maXTouch on this board"
  private static let atmel = "the touchpad resolution of Linux' Atmel driver"
  private static let elan = "790 dpi, the base of Linux' elan_i2c driver"

  static let laptops = [
    ReferenceBoard("playback/auron_paine_touchpad", 31, elan),
    ReferenceBoard("playback/celes_touchpad", 20, atmel),
    ReferenceBoard("playback/cyan_touchpad", 31, elan),
    ReferenceBoard("playback/cyan_touchscreen", 12.5, "an 11.6 inch panel is 256 mm wide"),
    ReferenceBoard("playback/gandof_touchpad", 31, elan),
    ReferenceBoard("playback/heli_touchpad", 31, elan),
    ReferenceBoard("playback/link_touchpad", 20, atmel),
    ReferenceBoard("playback/samus_touchpad", 10, atmelHwdb),
    ReferenceBoard("playback/samus_touchscreen", 10, atmelHwdb),
    ReferenceBoard("playback/syn-dropped-touchpad", 10, "of no account: a flood at one instant"),
    ReferenceBoard("playback/syn-dropped-touchscreen", 10, "of no account: a flood at one instant"),
    ReferenceBoard("playback/x86-alex_touchpad", 45, "Synaptics pads have 41 to 60 across"),
  ]

  static let touchpads = [
    ReferenceBoard("evemu/touchpads/AlpsPS2 ALPS GlidePoint", 28, "2000 across a pad some 70 mm wide"),
    ReferenceBoard(
      "evemu/touchpads/AlpsPS2 ALPS GlidePoint.right-edge", 20, "1360 across a pad some 70 mm wide",
      description: "AlpsPS2 ALPS GlidePoint.desc"),
    ReferenceBoard(
      "evemu/touchpads/AlpsPS2-ALPS-DualPoint-TouchPad", 28, "2000 across a pad some 70 mm wide",
      description: "AlpsPS2-ALPS-DualPoint-TouchPad.desc"),
    ReferenceBoard(
      "evemu/touchpads/AlpsPS2-ALPS-DualPoint-TouchPad-non-MT", 15, "1023 across a pad some 70 mm wide"),
    ReferenceBoard("evemu/touchpads/CyPS2 Cypress Trackpad", nil, "tells it itself"),
    ReferenceBoard(
      "evemu/touchpads/ETPS2 Elantech Touchpad.events", 16, "1280 across a pad some 80 mm wide",
      description: "ETPS2 Elantech Touchpad.desc"),
    ReferenceBoard("evemu/touchpads/ETPS2 Elantech Touchpad.Samsung-700Z3A", nil, "tells it itself"),
    ReferenceBoard(
      "evemu/touchpads/SynPS2 Synaptics TouchPad", 45, "Synaptics pads have 41 to 60 across",
      description: "SynPS2 Synaptics TouchPad.desc"),
    ReferenceBoard(
      "evemu/touchpads/SynPS2 Synaptics TouchPad-fdo23890", 45, "Synaptics pads have 41 to 60 across",
      description: "SynPS2 Synaptics TouchPad-fdo23890.desc"),
    ReferenceBoard(
      "evemu/touchpads/SynPS2 Synaptics TouchPad.hp8470p", 45, "Synaptics pads have 41 to 60 across",
      description: "SynPS2 Synaptics TouchPad.hp8470p.desc"),
    ReferenceBoard("evemu/touchpads/SynPS2 Synaptics TouchPad-with-scrollbuttons", nil, "tells it itself"),
    ReferenceBoard("evemu/touchpads/bcm5974", 94, "9760 across Apple's pad, 104 mm wide"),
  ]

  static let touchscreens = [
    ReferenceBoard("evemu/touchscreens/Atmel maXTouch", 5.2, "800 across a 7 inch panel, 152 mm wide"),
    ReferenceBoard(
      "evemu/touchscreens/ELAN CANDO Windows7", 13.6, "3008 across a 10.1 inch panel, 222 mm wide",
      description: "ELAN CANDO Windows7.desc"),
    ReferenceBoard("evemu/touchscreens/EP0430M09", 13.5, "1280 across a 4.3 inch panel, 95 mm wide"),
    ReferenceBoard(
      "evemu/touchscreens/N-Trig MultiTouch", 37.5, "9600 across a 12 inch panel, 256 mm wide",
      description: "N-Trig MultiTouch.desc"),
    ReferenceBoard(
      "evemu/touchscreens/QUANTA OpticalTouchScreen", 3.8, "1920 across a 23 inch panel, 509 mm wide",
      description: "QUANTA OpticalTouchScreen.desc"),
  ]
}
