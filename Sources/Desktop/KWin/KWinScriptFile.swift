import Base
import Glibc

/// The script file for KWin: `contrib/desktops/kwin/gesture-bridge.js`, followed by a call of its function `begin`.
enum KWinScriptFile {
  /// The version of the script's reports. Part of the file's and methods' names, because an old script may still run.
  static let version = 2
  /// The method that the script calls to report the focus and the workspace.
  static let method = "Tell\(version)"
  /// The method that the script calls to report the areas of windows and outputs.
  static let placesMethod = "Places\(version)"
  private static let name = "kwin-\(version).js"
  private static let newName = name + ".new"

  /// Writes the script below `folder`, and returns the script's path. `service` is this program's bus name.
  static func write(in folder: String, service: String, needs: DesktopNeeds) throws(SystemError) -> String {
    let path = folder + "/gesture-bridge"
    if mkdir(path, S_IRWXU) != 0, errno != EEXIST { throw SystemError(call: "mkdir", code: errno) }
    let own = try OwnedDescriptor("open", open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC))
    var status = stat()
    guard fstat(own.number, &status) == 0 else { throw SystemError(call: "fstat", code: errno) }
    guard status.st_uid == geteuid(), status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
      throw SystemError(call: "open", code: EPERM)
    }
    try write(text(service: service, needs: needs), in: own.number)
    return "\(path)/\(name)"
  }

  private static func write(_ text: [UInt8], in folder: Int32) throws(SystemError) {
    unlinkat(folder, newName, 0)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let file = try OwnedDescriptor("openat", openat(folder, newName, flags, S_IRUSR | S_IWUSR))
    if let code = writeAll(text, to: file.number) { throw SystemError(call: "write", code: code) }
    guard renameat(folder, newName, folder, name) == 0 else { throw SystemError(call: "renameat", code: errno) }
  }

  private static func text(service: String, needs: DesktopNeeds) -> [UInt8] {
    let (focus, workspace) = (needs.contains(.focus), needs.contains(.workspace))
    let places = needs.contains(.places) ? placesMethod : ""
    let call = "\nbegin(\"\(service)\", \"\(method)\", \(focus), \(workspace), \"\(places)\");\n"
    return PackageResources.gesture_bridge_js + Array(call.utf8)
  }
}
