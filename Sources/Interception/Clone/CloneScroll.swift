import Evdev
import GestureCore

/// Changes the speed or direction of two-finger scrolling on an intercepted touchpad.
///
/// If exactly two contacts are in the clone, their common movement is multiplied by `factor`. libinput distinguishes a
/// pinch from scrolling by the movement of the contacts towards each other. This movement never grows, and shrinks if
/// `factor` is between -1 and 1. Readers still see fingers move, so kinetic scrolling keeps working.
///
/// Each contact keeps its offset from its finger, so nothing jumps when a finger joins or lifts. A contact may leave
/// the pad, because libinput accepts this. If the contact landed again, it could count as a thumb or part of a pinch.
struct CloneScroll: Sendable {
  /// The factor for the common movement; a negative factor reverses the movement.
  var factor = 1.0

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
