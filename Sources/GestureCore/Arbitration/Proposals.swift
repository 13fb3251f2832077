/// The proposals of the recognizers at one instant, in the order of the recognizers.
struct Proposals: Sendable {
  /// A proposal, with the contender that makes it.
  struct Entry: Sendable {
    let contender: ContenderID
    let proposal: Proposal
  }

  private var buffer: ReusableBuffer<Entry>

  init(capacity: Int) { buffer = ReusableBuffer(capacity: capacity) }

  var isEmpty: Bool { buffer.isEmpty }
  var indices: Range<Int> { buffer.indices }
  subscript(index: Int) -> Entry { buffer[index] }

  mutating func append(_ proposal: Proposal, by id: ContenderID) {
    if case .nothing = proposal { return }
    buffer.append(Entry(contender: id, proposal: proposal))
  }

  mutating func removeAll() { buffer.removeAll() }

  /// The contender whose success is decided next. Nil if the proposal at `index` isn't a success or is already decided.
  func success(from index: Int, _ contenders: Contenders, _ relations: RelationTable) -> ContenderID? {
    isSuccess(index, contenders) ? buffer[first(from: index, contenders, relations)].contender : nil
  }

  private func isSuccess(_ index: Int, _ contenders: Contenders) -> Bool {
    buffer[index].proposal.isSuccess && contenders[buffer[index].contender].phase == .possible
  }

  private func first(from index: Int, _ contenders: Contenders, _ relations: RelationTable) -> Int {
    var first = nearest(from: index, contenders)
    guard relations.canBeOutranked(buffer[first].contender) else { return first }  // fault: outranks
    for other in buffer.indices where other != first && isSuccess(other, contenders) {
      if relations.outranks(buffer[other].contender, buffer[first].contender) { first = other }
    }
    return first
  }

  /// The index of the success with the least `distance`, of equal rank and from `index` on; `index` without a distance.
  private func nearest(from index: Int, _ contenders: Contenders) -> Int {
    var nearest = index
    guard contenders[buffer[index].contender].distance != nil else { return index }
    for other in buffer.indices where other > index && isSuccess(other, contenders) {  // fault: nearest
      if contenders.isNearer(buffer[other].contender, than: buffer[nearest].contender) { nearest = other }
    }
    return nearest
  }
}
