import TOML

/// A name as a key of TOML: bare if possible.
public func tomlKey(_ name: String) -> String { TOML.key(name) }
