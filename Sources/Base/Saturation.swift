extension Int32 {
  /// The whole number nearest to `number`: the least or the greatest that there is for one beyond these, 0 for no number.
  package init(saturating number: Double) {
    let whole = number.isNaN ? 0 : number.rounded()
    self = Int32(exactly: whole) ?? (whole < 0 ? .min : .max)
  }
}
