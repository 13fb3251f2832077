extension Plot {
  public var html: String { "" }
}
