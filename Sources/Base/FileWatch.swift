import Glibc

/// Reports possible changes of watched files, and of links and folders on their paths.
public final class FileWatch {
  /// The inotify descriptor: readable when an event is pending for `readChanges`.
  public let descriptor: Int32
  /// Called once for each path and errno if a watch fails; not for missing entries or unreadable folders inside a path.
  public var failed: (_ path: String, _ code: Int32) -> Void = { _, _ in }

  private struct Watch {
    var mask: Int32
    /// The names of the folder's entries whose changes are reported.
    var names: Set<String> = []
  }

  private static let moved = IN_DELETE_SELF | IN_MOVE_SELF
  private static let entries = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB
  private static let written = IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB
  private static let bufferSize = 1 << 16

  private var watches: [Int32: Watch] = [:]
  private var newWatches: [Int32: Watch] = [:]
  private var masks: [String: Int32] = [:]
  private var reportedFailures: Set<String> = []

  /// - Throws: if there are no more descriptors or inotify instances.
  public init() throws(SystemError) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { throw SystemError(call: "inotify_init1", code: errno) }
  }

  deinit { close(descriptor) }

  /// Replaces the watched files, and returns the result of `paths`. `paths` must call its argument with each path
  /// before the file at this path is read, so that no change is missed.
  public func renew<Value>(_ paths: (@escaping (String) -> Void) -> Value) -> Value {
    newWatches = [:]
    masks = [:]
    let value = paths { [unowned self] in add($0) }
    for old in watches.keys where newWatches[old] == nil { inotify_rm_watch(descriptor, old) }
    watches = newWatches
    return value
  }

  private func add(_ path: String) {
    let resolver = PathResolver(
      entered: { [unowned self] in watch($0, Self.moved | IN_ONLYDIR) },
      reached: { [unowned self] turn in
        if let watch = watch(turn.folder, Self.moved | Self.entries | IN_ONLYDIR) {
          newWatches[watch]?.names.insert(turn.name)
        }
      })
    if let file = resolver.resolve(path) { watch(file, Self.written) }
  }

  @discardableResult
  private func watch(_ path: String, _ mask: Int32) -> Int32? {
    let mask = mask | masks[path, default: 0]
    let watch = inotify_add_watch(descriptor, path, UInt32(bitPattern: mask))
    guard watch >= 0 else {
      reportFailure(path, errno, isImportant: mask & (Self.entries | Self.written) & ~IN_ATTRIB != 0)
      return nil
    }
    masks[path] = mask
    newWatches[watch, default: Watch(mask: mask)].mask |= mask
    return watch
  }

  /// Calls `failed` once for each path and error, but not for missing entries or unreadable folders inside a path.
  private func reportFailure(_ path: String, _ code: Int32, isImportant: Bool) {
    let isMissing = code == ENOENT || code == ENOTDIR
    guard !isMissing, isImportant || code != EACCES, reportedFailures.insert("\(code) \(path)").inserted else { return }
    failed(path, code)
  }
}

extension FileWatch {
  /// Reads pending events; returns whether a watched file may have changed.
  public func readChanges() -> Bool {
    var buffer = [UInt8](repeating: 0, count: Self.bufferSize)
    let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    var start = 0
    var hasChanges = false
    while start + MemoryLayout<inotify_event>.size <= count {
      let event = buffer.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: inotify_event.self) }
      let name = start + MemoryLayout<inotify_event>.size
      start = name + Int(event.len)
      if isAboutWatchedFile(event, buffer[name..<start].prefix { $0 != 0 }) { hasChanges = true }
    }
    return hasChanges
  }

  private func isAboutWatchedFile(_ event: inotify_event, _ name: ArraySlice<UInt8>) -> Bool {
    let mask = Int32(bitPattern: event.mask)
    // The kernel dropped events: anything may have happened.
    if mask & IN_Q_OVERFLOW != 0 { return true }
    guard mask & IN_IGNORED == 0, let watch = watches[event.wd] else { return false }
    return name.isEmpty || watch.names.contains(String(decoding: name, as: UTF8.self))
  }
}
