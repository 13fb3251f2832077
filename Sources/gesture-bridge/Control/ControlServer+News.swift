import Actions
import Bindings
import Control
import GestureCore
import Recordings

// What subscribers are told of. Nothing is made for nobody.
extension ControlServer {
  private static let gestureHead = ControlEvent.head("gesture")
  private static let commandHead = ControlEvent.head("command")

  func tell(_ event: ControlEvent) {
    if let topic = event.topic, topics.contains(topic) { tell(event.line, of: topic) }
  }

  func tell(_ event: @autoclosure () -> GestureEnvironment) {
    guard topics.contains(.gesture) else { return }
    line.write(event(), behind: Self.gestureHead)
    tell(line.bytes.dropLast(), of: .gesture)
  }

  func show(_ request: CommandRequest, _ event: CommandEvent) {
    guard topics.contains(.command) else { return }
    let text = CommandText.object(request, event, in: ObjectLine()).text
    tell(Self.commandHead + [UInt8(ascii: ",")] + text.utf8.dropFirst(), of: .command)
  }

  func added(_ device: Device) { tell(.device(.added, name: device.name, deviceClass: device.deviceClass.rawValue)) }

  func removed(_ device: Device) {
    tell(.device(.removed, name: device.name, deviceClass: device.deviceClass.rawValue))
  }
}
