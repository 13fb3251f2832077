import Evdev
import GestureCore

/// Two fingers that scroll on an intercepted touchpad go farther for its readers than they do, or less far, or the other way.
///
/// While the clone has two contacts and no other, the way that both go together is multiplied. What they move apart or together stays
/// as it is, or shrinks with the way: by that a reader tells a pinch from scrolling. As it is fingers that move, the compositor's own
/// settings still count, and so does what runs out.
///
/// Each contact keeps how far it is from its finger, so a finger that joins or lifts moves nothing. It may go beyond the pad: libinput
/// takes such values as they are. A contact that landed anew on the pad would be taken for a thumb, or for the second finger of a pinch.
struct CloneScroll: Sendable {
  /// By what the way is multiplied; below 0 it is turned round.
  var factor = 1.0

  /// Contacts have moved.
  func follow(_ contacts: inout [ForwardedContact]) {
    guard factor != 1 else { return }
    var (count, first, second) = (0, Int?.none, Int?.none)
    for index in contacts.indices where contacts[index].cloneSlot != nil {
      count += 1
      guard contacts[index].isDelivered else { continue }
      (first, second) = first == nil ? (index, nil) : (first, index)
    }
    if count == 2, let first, let second {
      let (one, other) = (contacts[first].scrollStep, contacts[second].scrollStep)
      let together = (one + other) * (0.5 * factor)
      let apart = (one - other) * (0.5 * min(abs(factor), 1))
      contacts[first].shift += together + apart - one
      contacts[second].shift += together - apart - other
    }
    for index in contacts.indices { contacts[index].followScroll() }
  }
}
