import Testing

@testable import DeviceInput

@Suite struct AccessDiagnosisTests {
  private func cause(
    isSandboxed: Bool = false, isReadable: Bool = false, isGiven: Bool = true, rule: String? = nil, seat: String? = nil,
    service: Lending.Service = .absent, hasKeys: Bool = false
  ) -> AccessDiagnosis.Cause {
    AccessDiagnosis.Facts(
      isSandboxed: isSandboxed, isReadable: isReadable, isGivenToUsers: isGiven, rule: rule, service: service,
      state: seat.map { SeatState($0) }, user: 1000, hasKeys: hasKeys
    ).cause
  }

  @Test func theFirstStepThatIsMissing() {
    #expect(cause(isSandboxed: true, isReadable: true) == .sandbox)
    #expect(cause(isReadable: true) == .barred)
    #expect(cause(isGiven: false) == .noRule)
    #expect(cause(isGiven: false, rule: "/a", service: .listening, hasKeys: true) == .hasKeys)
    #expect(cause(isGiven: true, seat: "ACTIVE_UID=42\nUIDS=42 1000", hasKeys: true) == .inactive(seat: "seat0"))
    #expect(cause(isGiven: false, rule: "/a", seat: "ACTIVE_UID=1000") == .ruleNotApplied("/a"))
    #expect(cause(isGiven: false, service: .off) == .serviceOff)
    #expect(cause(isGiven: false, rule: "/a", service: .off) == .ruleNotApplied("/a"))
    #expect(cause(isGiven: false, seat: "ACTIVE_UID=1000", service: .listening) == .serviceRefuses)
    #expect(cause(isGiven: false, seat: "ACTIVE_UID=42\nUIDS=42 1000", service: .listening) == .inactive(seat: "seat0"))
    #expect(cause(isGiven: false, service: .listening) == .noLogind)
    #expect(cause(rule: "/a") == .noLogind)
    #expect(cause(seat: "") == .elsewhere(seat: "seat0"))
    #expect(cause(seat: "ACTIVE_UID=42\nUIDS=42 100") == .elsewhere(seat: "seat0"))
    #expect(cause(seat: "ACTIVE_UID=42\nUIDS=42 1000") == .inactive(seat: "seat0"))
    #expect(cause(seat: "ACTIVE_UID=1000\nUIDS=42 1000") == .tooLate)
  }

  /// As logind of systemd 252 writes it.
  @Test func whoIsAtASeat() {
    let state = SeatState(
      """
      # This is private data. Do not parse.
      IS_SEAT0=1
      CAN_MULTI_SESSION=1
      CAN_TTY=1
      CAN_GRAPHICAL=1
      ACTIVE=2
      ACTIVE_UID=1000
      SESSIONS=2 c1
      UIDS=1000 117
      """)
    #expect(state.active == 1000)
    #expect(state.session == "2")
    #expect(state.users == [1000, 117])
    #expect(SeatState("IS_SEAT0=1\nUIDS=").active == nil)
    #expect(SeatState("IS_SEAT0=1\nUIDS=").session == nil)
    #expect(SeatState("ACTIVE_UID=7").users == [7])
    #expect(SeatState("ACTIVE_UID=-1\nUIDS=a b").users == [])
    #expect(SeatState(of: "seat-of-nobody") == nil)
  }

  @Test func permissionsAreShownAsByLs() {
    #expect(AccessDiagnosis.letters(0o660) == "rw-rw----")
    #expect(AccessDiagnosis.letters(0o100_755) == "rwxr-xr-x")
    #expect(AccessDiagnosis.letters(0) == "---------")
  }

  /// The words for the place in the sentence, the obstacle, and the fix.
  private static let sentences: [(AccessDiagnosis.Cause, String, String)] = [
    (.sandbox, "a sandbox blocks access to it", "run gesture-bridge outside of the sandbox"),
    (
      .barred, "eva has permission to read it, but the system blocks access",
      "run `sudo journalctl -b | grep -i denied` to see what AppArmor or SELinux has denied"
    ),
    (
      .serviceOff, "the service that hands out touch devices is not enabled",
      "run `sudo systemctl enable --now gesture-bridge-devices.socket && sudo udevadm trigger --subsystem-match=input`"
    ),
    (
      .serviceRefuses, "the service that hands out touch devices does not give it to eva",
      "run `journalctl -u gesture-bridge-devices` to see the reason"
    ),
    (
      .ruleNotApplied("/etc/a.rules"), "udev has not applied /etc/a.rules to it yet",
      "run `sudo udevadm control --reload && sudo udevadm trigger /dev/input/event3`"
    ),
    (
      .noLogind, "neither logind nor elogind runs, so eva gets no access to it",
      """
      start logind, or install and start elogind; or write OWNER="your user name" in place of TAG+="uaccess" in \
      /etc/udev/rules.d/70-gesture-bridge.rules, then run `sudo udevadm control --reload && \
      sudo udevadm trigger /dev/input/event3`
      """
    ),
    (
      .elsewhere(seat: "seat1"), "only users logged in at seat1 can open it, but eva is not logged in there",
      "run gesture-bridge in a session at the machine itself, not over SSH; if your seat is not seat1, set XDG_SEAT to your seat"
    ),
    (
      .inactive(seat: "seat0"), "eva's session is not on the screen of seat0 now",
      "switch to your session: the session that has the screen gets the device"
    ),
    (
      .tooLate, "eva is at the machine, but still has no access to the device",
      """
      udev probably reads the rule too late: its file name begins with a number above 72; run \
      `sudo "$(command -v gesture-bridge)" permit touch` to install the rule again
      """
    ),
  ]

  @Test(arguments: sentences) func everySentence(cause: AccessDiagnosis.Cause, hindrance: String, fix: String) {
    #expect(
      AccessDiagnosis(cause: cause, user: "eva").reason
        == "the device belongs to root and the group input (rw-rw----), and \(hindrance)")
    #expect(cause.fix(for: "/dev/input/event3") == fix)
  }

  @Test func anAccessListIsMentioned() {
    #expect(
      AccessDiagnosis(cause: .noRule, user: "eva", hasAccessList: true).reason.contains(
        "(rw-rw----, with an access list), and"))
  }

  /// The members of the group `input` could read everything that is typed.
  @Test func nobodyIsToldToJoinAGroup() {
    for (cause, _, fix) in Self.sentences + [(.noRule, "", AccessDiagnosis.Cause.noRule.fix(for: "/dev/input/event3"))]
    {
      #expect(!fix.contains("group") && !fix.contains("usermod"), "\(cause)")
    }
  }
}
