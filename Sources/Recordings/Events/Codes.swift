/// The numbers of the kernel's input events that touches are made of (linux/input-event-codes.h).
enum Codes {
  static let syn: UInt16 = 0
  static let key: UInt16 = 1
  static let abs: UInt16 = 3

  static let synReport: UInt16 = 0
  static let synMTReport: UInt16 = 2
  static let synDropped: UInt16 = 3

  static let btnToolPen: UInt16 = 0x140
  static let btnToolRubber: UInt16 = 0x141
  static let btnToolFinger: UInt16 = 0x145
  static let btnToolMouse: UInt16 = 0x146
  static let btnToolLens: UInt16 = 0x147
  static let btnToolQuintTap: UInt16 = 0x148
  static let btnTouch: UInt16 = 0x14a
  static let btnToolDoubleTap: UInt16 = 0x14d
  static let btnToolTripleTap: UInt16 = 0x14e
  static let btnToolQuadTap: UInt16 = 0x14f

  static let absX: UInt16 = 0
  static let absY: UInt16 = 1
  static let absPressure: UInt16 = 0x18
  static let slot: UInt16 = 0x2f
  static let touchMajor: UInt16 = 0x30
  static let positionX: UInt16 = 0x35
  static let positionY: UInt16 = 0x36
  static let toolType: UInt16 = 0x37
  static let trackingID: UInt16 = 0x39
  static let pressure: UInt16 = 0x3a
  static let distance: UInt16 = 0x3b

  static let propPointer = 0
  static let propDirect = 1
  static let propSemiMT = 3

  /// Values of ABS_MT_TOOL_TYPE.
  static let toolPen: Int32 = 1
  static let toolPalm: Int32 = 2
}
