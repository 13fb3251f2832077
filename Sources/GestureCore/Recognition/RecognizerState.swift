/// Where a recognizer stands, as in UIKit.
///
///     discrete:    possible -> recognized | failed
///     continuous:  possible -> began -> changed* -> ended | cancelled
///                  possible -> failed
public enum RecognizerState: String, CaseIterable, Sendable {
  case possible, began, changed, ended, cancelled, recognized, failed
}
