import Glibc

/// Finds out whether systemd's journal reads standard error.
public enum JournalStream {
  /// Whether standard error goes to the journal: `JOURNAL_STREAM` must identify the file behind standard error.
  public static var isStandardError: Bool {
    getenv("JOURNAL_STREAM").map { isFile(STDERR_FILENO, String(cString: $0)) } ?? false
  }

  /// Whether a descriptor refers to the file that `name` identifies as `DEVICE:INODE`.
  static func isFile(_ descriptor: Int32, _ name: String) -> Bool {
    var file = stat()
    return fstat(descriptor, &file) == 0 && name == "\(file.st_dev):\(file.st_ino)"
  }
}
