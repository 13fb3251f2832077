import Bindings

/// Why nothing is learned.
enum LearnError: Error, CustomStringConvertible {
  /// No file can be called that.
  case badName(String)
  case exists(path: String)
  /// The file to add to can't be read, for what is wrong with it.
  case broken(path: String, [Diagnostic])
  /// There would be so many examples.
  case tooMany(path: String, Int)
  /// Nothing in the recordings is a drawing.
  case noDrawing([String])
  /// So many drawings are in the recordings.
  case otherCount(Int, wanted: Int)
  /// Nothing says where rules belong.
  case nowhere

  var description: String { Message.notLearned(self) }
}
