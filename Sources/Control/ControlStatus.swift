import Text

/// The daemon's state: the answer to `status`.
public struct ControlStatus: Equatable, Sendable {
  public struct Device: Equatable, Sendable {
    public var name: String
    public var deviceClass: String
    /// The name of the device's output. Nil if unknown, and for a device without an output, such as a touchpad.
    public var output: String?
    /// The rotation of the device's surface, clockwise, in degrees.
    public var rotation: Int
    /// Whether the device's screen is off. If so, touches on the device are ignored.
    public var isOff: Bool
    /// The number of contacts that have lifted, although the device's firmware hasn't reported the lift.
    public var unreleased: Int

    public init(
      name: String, deviceClass: String, output: String? = nil, rotation: Int = 0, isOff: Bool = false,
      unreleased: Int = 0
    ) {
      self.name = name
      self.deviceClass = deviceClass
      self.output = output
      self.rotation = rotation
      self.isOff = isOff
      self.unreleased = unreleased
    }

    init(_ value: JSONValue) {
      self.init(
        name: value["name"]?.string ?? "", deviceClass: value["class"]?.string ?? "", output: value["output"]?.string,
        rotation: value["rotation"]?.integer ?? 0, isOff: value["off"]?.flag ?? false,
        unreleased: value["unreleased"]?.integer ?? 0)
    }

    fileprivate var json: JSONValue {
      [
        "name": .string(name), "class": .string(deviceClass), "output": .optional(output),
        "rotation": .integer(rotation), "off": .flag(isOff), "unreleased": .integer(unreleased),
      ]
    }
  }

  /// The compositors that may show windows on the touchscreens.
  public struct Compositors: Equatable, Sendable {
    /// The process names of the compositors. Skips compositors whose process name is unknown.
    public var programs: [String]
    /// Whether all compositors are known to report cancelled touches to windows. False without a compositor.
    public var passCancel: Bool

    public init(programs: [String], passCancel: Bool) { (self.programs, self.passCancel) = (programs, passCancel) }

    fileprivate init?(_ value: JSONValue) {
      guard let programs = value["programs"]?.strings, let passCancel = value["pass_cancel"]?.flag else { return nil }
      self.init(programs: programs, passCancel: passCancel)
    }
  }

  public var pid: Int
  /// The version of the program, not of the protocol.
  public var program: String
  public var session: String
  public var file: String
  /// The reason why the rules file can't be used. Nil if the file can be used.
  public var trouble: String?
  public var gestures: Int
  public var mode: String
  public var modes: [String]
  public var isPaused: Bool
  /// The reasons why gestures are inactive, such as `locked`. Empty if gestures are active.
  public var absence: [String]
  public var devices: [Device]
  /// A sentence for each device that was connected again with fewer capabilities.
  public var remarks: [String]
  /// The known compositors. Nil if no rules have intercepted a device since the start, if the compositors are being
  /// asked for the first time, or if the daemon doesn't report compositors.
  public var compositors: Compositors?
  /// Sentences about the programs that provide facts, actions and the overlay, and about missing facts or programs.
  public var desktop: [String]
  public var commands: Int
  public var subscribers: Int
  public var uptimeInSeconds: Int

  public init(
    pid: Int, program: String, session: String, file: String, trouble: String? = nil, gestures: Int, mode: String,
    modes: [String], isPaused: Bool, absence: [String], devices: [Device], remarks: [String] = [],
    compositors: Compositors?, desktop: [String] = [], commands: Int, subscribers: Int, uptimeInSeconds: Int
  ) {
    self.pid = pid
    self.program = program
    self.session = session
    self.file = file
    self.trouble = trouble
    self.gestures = gestures
    self.mode = mode
    self.modes = modes
    self.isPaused = isPaused
    self.absence = absence
    self.devices = devices
    self.remarks = remarks
    self.compositors = compositors
    self.desktop = desktop
    self.commands = commands
    self.subscribers = subscribers
    self.uptimeInSeconds = uptimeInSeconds
  }

  /// Reads an answer's members. Nil if a required member is missing or not valid.
  public init?(_ members: [JSONValue.Member]) {
    let facts = JSONValue.object(members)
    guard let pid = facts["pid"]?.integer, let program = facts["program"]?.string,
      let session = facts["session"]?.string,
      let file = facts["file"]?.string, let gestures = facts["gestures"]?.integer, let mode = facts["mode"]?.string,
      let modes = facts["modes"]?.strings, let isPaused = facts["paused"]?.flag,
      let absence = facts["inactive"]?.strings, let devices = facts["devices"]?.values,
      let commands = facts["commands"]?.integer, let subscribers = facts["subscribers"]?.integer,
      let uptime = facts["uptime_s"]?.integer
    else { return nil }
    self.init(
      pid: pid, program: program, session: session, file: file, trouble: facts["trouble"]?.string, gestures: gestures,
      mode: mode, modes: modes, isPaused: isPaused, absence: absence, devices: devices.map(Device.init),
      remarks: facts["remarks"]?.strings ?? [], compositors: facts["compositors"].flatMap(Compositors.init),
      desktop: facts["desktop"]?.strings ?? [], commands: commands, subscribers: subscribers, uptimeInSeconds: uptime)
  }

  public var members: [JSONValue.Member] {
    [
      .init("pid", .integer(pid)), .init("program", .string(program)), .init("session", .string(session)),
      .init("uptime_s", .integer(uptimeInSeconds)), .init("file", .string(file)),
      .init("trouble", .optional(trouble)), .init("gestures", .integer(gestures)), .init("mode", .string(mode)),
      .init("modes", .strings(modes)), .init("paused", .flag(isPaused)), .init("inactive", .strings(absence)),
      .init("devices", .array(devices.map(\.json))), .init("remarks", .strings(remarks)),
      .init(
        "compositors",
        compositors.map { ["programs": .strings($0.programs), "pass_cancel": .flag($0.passCancel)] } ?? .null),
      .init("desktop", .strings(desktop)), .init("commands", .integer(commands)),
      .init("subscribers", .integer(subscribers)),
    ]
  }
}
