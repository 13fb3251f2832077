/// The proposals of the recognizers at one instant, in the order of the rules.
///
/// Successes are decided in this order, unless a later one outranks an earlier one by its precedence, or is nearer to its gesture.
struct Proposals: Sendable {
  /// The step that a recognizer proposes.
  struct Proposal: Sendable {
    let contender: ContenderID
    let step: Step
  }

  private var buffer: ReusableBuffer<Proposal>

  init(capacity: Int) { buffer = ReusableBuffer(capacity: capacity) }

  var isEmpty: Bool { buffer.isEmpty }
  var indices: Range<Int> { buffer.indices }
  subscript(index: Int) -> Proposal { buffer[index] }

  /// Adds a proposal, unless the step is to stay.
  mutating func append(_ step: Step, by id: ContenderID) {
    if case .stay = step { return }
    buffer.append(Proposal(contender: id, step: step))
  }

  /// Forgets all proposals, at the end of an instant.
  mutating func removeAll() { buffer.removeAll() }

  /// The next contender to succeed, if the proposal at `index` is an undecided success; nil if it is not.
  func success(from index: Int, _ contenders: Contenders, _ relations: RelationTable) -> ContenderID? {
    isSuccess(index, contenders) ? buffer[first(from: index, contenders, relations)].contender : nil
  }

  private func isSuccess(_ index: Int, _ contenders: Contenders) -> Bool {
    buffer[index].step.isSuccess && contenders[buffer[index].contender].phase == .possible
  }

  /// The success that goes before the one at `index`, or `index` itself.
  private func first(from index: Int, _ contenders: Contenders, _ relations: RelationTable) -> Int {
    var first = nearest(from: index, contenders)
    guard relations.canBeOutranked(buffer[first].contender) else { return first }  // fault: outranks
    for other in buffer.indices where other != first && isSuccess(other, contenders) {
      if relations.outranks(buffer[other].contender, buffer[first].contender) { first = other }
    }
    return first
  }

  /// The nearest success, if the one at `index` has a distance; else `index`.
  private func nearest(from index: Int, _ contenders: Contenders) -> Int {
    var nearest = index
    guard contenders[buffer[index].contender].distance != nil else { return index }
    for other in buffer.indices where other > index && isSuccess(other, contenders) {  // fault: nearest
      if contenders.isNearer(buffer[other].contender, than: buffer[nearest].contender) { nearest = other }
    }
    return nearest
  }
}
