extension Int32 {
  /// The integer nearest to `number`. The lowest or highest Int32 if `number` is out of range, and 0 for NaN.
  package init(saturating number: Double) {
    let whole = number.isNaN ? 0 : number.rounded()
    self = Int32(exactly: whole) ?? (whole < 0 ? .min : .max)
  }
}
