/// The numbers of the kernel's input events that touches are made of (linux/input-event-codes.h).
package enum Codes {
  package static let syn: UInt16 = 0
  package static let key: UInt16 = 1
  package static let abs: UInt16 = 3
  package static let msc: UInt16 = 4

  package static let synReport: UInt16 = 0
  package static let synMTReport: UInt16 = 2
  package static let synDropped: UInt16 = 3

  package static let btnToolPen: UInt16 = 0x140
  package static let btnToolRubber: UInt16 = 0x141
  package static let btnToolFinger: UInt16 = 0x145
  package static let btnToolMouse: UInt16 = 0x146
  package static let btnToolLens: UInt16 = 0x147
  package static let btnToolQuintTap: UInt16 = 0x148
  package static let btnTouch: UInt16 = 0x14a
  package static let btnToolDoubleTap: UInt16 = 0x14d
  package static let btnToolTripleTap: UInt16 = 0x14e
  package static let btnToolQuadTap: UInt16 = 0x14f

  package static let absX: UInt16 = 0
  package static let absY: UInt16 = 1
  package static let absPressure: UInt16 = 0x18
  package static let absToolWidth: UInt16 = 0x1c
  package static let slot: UInt16 = 0x2f
  package static let touchMajor: UInt16 = 0x30
  package static let positionX: UInt16 = 0x35
  package static let positionY: UInt16 = 0x36
  package static let toolType: UInt16 = 0x37
  package static let trackingID: UInt16 = 0x39
  package static let pressure: UInt16 = 0x3a
  package static let distance: UInt16 = 0x3b
  /// The last of the axes that each slot has a value of.
  package static let lastOfSlot: UInt16 = 0x3d

  package static let propPointer = 0
  package static let propDirect = 1
  package static let propSemiMT = 3

  /// Values of ABS_MT_TOOL_TYPE.
  package static let toolFinger: Int32 = 0
  package static let toolPen: Int32 = 1
  package static let toolPalm: Int32 = 2
}
