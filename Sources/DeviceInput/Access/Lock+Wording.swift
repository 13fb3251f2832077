extension Lock {
  /// Whose it is, and what keeps the user out.
  var reason: String {
    let others = hasAccessList ? ", with an access list" : ""
    return "it belongs to \(owner) and the group \(group) (\(permissions)\(others)), and \(hindrance)"
  }

  private var hindrance: String {
    switch cause {
    case .sandbox: "a sandbox hides who may read it"
    case .barred: "\(user) may read it by these permissions, so something else keeps it away"
    case .noRule: "no udev rule gives it to \(user)"
    case .ruleNotApplied(let rule): "udev has not looked at it since \(rule) is there"
    case .noLogind: "neither logind nor elogind is there to give it to \(user)"
    case .elsewhere(let seat): "\(user) is not logged in at \(seat), to whose user it is given"
    case .inactive(let seat): "another session has \(seat) at the moment"
    case .tooLate: "\(user) was not let in although it is given to whoever is at the machine"
    }
  }
}

extension Lock.Cause {
  /// What to do. Never to join a group: all programs of the user could then read what is typed.
  func fix(for node: String) -> String {
    switch self {
    case .sandbox: "run gesture-bridge outside of the sandbox"
    case .barred: "AppArmor and SELinux say in the journal what they deny: journalctl -b | grep -i denied"
    case .noRule:
      "let whoever is at the machine read its touch devices, and no other input device: \(UdevRule.installation)"
    case .ruleNotApplied: UdevRule.apply(to: node)
    case .noLogind:
      """
      install elogind, or write OWNER="your name" in place of TAG+="uaccess" in \(UdevRule.place), and then: \
      \(UdevRule.apply(to: node))
      """
    case .elsewhere(let seat):
      "run gesture-bridge in a session at the machine itself, not over SSH; for another seat than \(seat) set XDG_SEAT"
    case .inactive: "switch to your session: it gets the device with the screen"
    case .tooLate:
      "rules with uaccess belong in a file whose number is below 73, as \(UdevRule.place); then: "
        + UdevRule.apply(to: node)
    }
  }
}
