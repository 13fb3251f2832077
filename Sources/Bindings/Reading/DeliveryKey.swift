import GestureCore

/// The keys by which a gesture says what becomes of its touches where applications get them from us.
public enum DeliveryKey: String, CaseIterable, Sendable {
  case cancelsTouches = "cancels-touches"
  case delaysTouchesBegan = "delays-touches-began"
  case delaysTouchesEnded = "delays-touches-ended"

  public var setting: WritableKeyPath<DeliverySettings, Bool> & Sendable {
    switch self {
    case .cancelsTouches: \.cancelsTouches
    case .delaysTouchesBegan: \.delaysTouchesBegan
    case .delaysTouchesEnded: \.delaysTouchesEnded
    }
  }
}
