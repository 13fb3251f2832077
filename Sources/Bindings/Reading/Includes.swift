/// The files that a rules file may include or name: the rules never look at the disk themselves.
public struct Includes {
  /// A file that was read.
  public struct File {
    public var text: [UInt8]
    /// The same for every path that leads to the same file.
    public var identity: String

    public init(text: [UInt8], identity: String) {
      self.text = text
      self.identity = identity
    }
  }

  /// Why a file is not read, in one sentence that names it, and what to do about it.
  public struct Refusal: Error {
    public var message: String
    public var fix: String?
    /// Whether there is nothing of that name.
    public var isMissing: Bool

    public init(_ message: String, fix: String? = nil, isMissing: Bool = false) {
      self.message = message
      self.fix = fix
      self.isMissing = isMissing
    }
  }

  /// What `~/` stands for.
  public var home: String?
  /// The identity of the file that includes them.
  public var identity: String
  /// Reads a path: absolute, or relative to what the including file's own path is relative to.
  public var read: (String) -> Result<File, Refusal>

  public init(home: String?, identity: String, read: @escaping (String) -> Result<File, Refusal>) {
    self.home = home
    self.identity = identity
    self.read = read
  }

  /// For text that comes from no file.
  public static var none: Includes {
    Includes(home: nil, identity: "") { path in
      let wording = DiagnosticText.noIncludes(path)
      return .failure(Refusal(wording.message, fix: wording.fix))
    }
  }
}
