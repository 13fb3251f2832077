import Actions
import Base
import Glibc

enum Browser {
  /// Opens a secret address in the preferred browser. The browser gets a file with the address, because every user can
  /// read a program's arguments. Source: proc_pid_cmdline(5). The caller must keep the result until the browser has
  /// loaded the file. Nil without xdg-open, or if the file can't be created or /dev/null can't be opened.
  static func open(_ address: String) -> AddressFile? {
    guard let opener = InternalPrograms.path(of: "xdg-open"), let file = try? AddressFile(address) else { return nil }
    let nothing = Glibc.open("/dev/null", O_RDWR | O_CLOEXEC)
    guard nothing >= 0 else { return nil }
    defer { close(nothing) }
    _ = try? ChildProgram.start(opener, [file.path], input: nothing, output: nothing)
    return file
  }
}

/// An HTML file that leads to an address. Only the user can read the file, and it is removed with this object.
final class AddressFile {
  let path: String
  private let folder: String

  init(_ address: String) throws(SystemError) {
    let parent = (try? RuntimeFolder())?.path ?? "/tmp"
    var name = Array("\(parent)/gesture-bridge-studio.XXXXXX".utf8CString)
    let made = name.withUnsafeMutableBufferPointer { name in
      name.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
    guard let made else { throw SystemError(call: "mkdtemp", code: errno) }
    folder = made
    path = folder + "/studio.html"
    let file = try OwnedDescriptor("open", OutputPlace.create(path, S_IRUSR | S_IWUSR))
    if let code = writeAll(Array(Self.page(address).utf8), to: file.number) {
      throw SystemError(call: "write", code: code)
    }
  }

  deinit {
    unlink(path)
    rmdir(folder)
  }

  /// The HTML that leads to `address`. Nothing is escaped, because the studio's addresses need no escaping in HTML.
  private static func page(_ address: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <meta charset="utf-8">
    <meta name="referrer" content="no-referrer">
    <meta http-equiv="refresh" content="0; url=\(address)">
    <title>The studio</title>
    <a href="\(address)">Open the studio</a>

    """
  }
}
