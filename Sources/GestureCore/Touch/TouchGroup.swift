/// The touches a set of recognizers looks at, with the facts of the frame computed once for all of them.
public struct TouchGroup: Sendable {
  public private(set) var time = Timestamp(microseconds: 0)
  public private(set) var count = 0
}
