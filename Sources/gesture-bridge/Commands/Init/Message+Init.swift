import Bindings
import Doctor
import GestureCore
import Glibc

// What `init` says when it is done.
extension Message {
  static func wrote(_ path: String, _ rules: StartingRules) -> String {
    let session =
      rules.session.title.map { "for \($0)" } ?? "with messages for commands: no desktop that it knows was found"
    let devices =
      !rules.seesDevices
      ? "touchpads and touchscreens, as no touch device could be seen"
      : DeviceClass.allCases.filter(rules.classes.contains).map { "\($0.rawValue)s" }.listed("and")
    return "wrote \(path): gestures \(session), on \(devices)\n"
  }

  static func schema(_ path: String, isNew: Bool) -> String {
    isNew
      ? "wrote \(path): with it, editors that know taplo complete and check the rules\n"
      : "\(path) is there already and stays as it is; `gesture-bridge schema` prints the present one\n"
  }

  static func missing(_ programs: [String]) -> String {
    programs.isEmpty
      ? ""
      : "not in your PATH, but in the rules: \(programs.listed("and")); install \(programs.count == 1 ? "it" : "them"), "
        + "or change those lines\n"
  }

  static func next(_ config: String?) -> String {
    let check = "gesture-bridge check" + (config.map { " \($0)" } ?? "")
    let debug = "gesture-bridge --debug" + (config.map { " --config \($0)" } ?? "")
    return "next: read it, run `\(check)`, then `\(debug)` and make a gesture\n"
  }

  static func cannotWrite(_ error: NewFileError) -> String {
    switch error {
    case .exists(let path):
      "\(path) is there already and stays as it is; `gesture-bridge init --stdout` prints what would be written"
    case .unwritable(let path, let code): "can't write \(path): \(String(cString: strerror(code)))"
    case .nowhere: "neither XDG_CONFIG_HOME nor HOME says where rules belong; say it with --config"
    }
  }
}
