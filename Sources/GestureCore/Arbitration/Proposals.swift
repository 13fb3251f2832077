/// What recognizers want at one instant, in the order of the rules.
///
/// Successes take turns in this order, unless a later one outranks an earlier one by a relation, or has seen something nearer
/// to what it looks for.
struct Proposals: Sendable {
  /// What a recognizer wants.
  struct Proposal: Sendable {
    let contender: ContenderID
    let step: Step
  }

  private var buffer: ReusableBuffer<Proposal>

  init(capacity: Int) { buffer = ReusableBuffer(capacity: capacity) }

  var isEmpty: Bool { buffer.isEmpty }
  var indices: Range<Int> { buffer.indices }
  subscript(index: Int) -> Proposal { buffer[index] }

  /// A recognizer that stays as it is wants nothing.
  mutating func append(_ step: Step, by id: ContenderID) {
    if case .stay = step { return }
    buffer.append(Proposal(contender: id, step: step))
  }

  /// The instant is over.
  mutating func removeAll() { buffer.removeAll() }

  /// Whose turn it is if the proposal at `index` is a success and all before it have been decided; nil if it is none.
  func success(from index: Int, _ contenders: Contenders, _ relations: RelationTable) -> ContenderID? {
    isSuccess(index, contenders) ? buffer[first(from: index, contenders, relations)].contender : nil
  }

  private func isSuccess(_ index: Int, _ contenders: Contenders) -> Bool {
    buffer[index].step.isSuccess && contenders[buffer[index].contender].phase == .possible
  }

  /// The success that goes before the one at `index`, or `index` itself if none does.
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
