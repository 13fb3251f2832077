extension Int32 {
  /// The nearest integer, limited to Int32. 0 for NaN.
  package init(saturating number: Double) {
    let whole = number.isNaN ? 0 : number.rounded()
    self = Int32(exactly: whole) ?? (whole < 0 ? .min : .max)
  }
}
