import TOML

/// A type of value as messages call it.
enum ValueType: String {
  case string = "a string"
  case integer = "a whole number"
  case float = "a number"
  case boolean = "true or false"
  case dateTime = "a date"
  case list = "a list"
  case table = "a table"
  case stringOrList = "a string or a list of strings"
  case command = "a command: a string or a list of strings"
  case integerOrRange = "a number or a range"
}

extension Content {
  var type: ValueType {
    switch self {
    case .string: .string
    case .integer: .integer
    case .float: .float
    case .boolean: .boolean
    case .dateTime: .dateTime
    case .array: .list
    case .table: .table
    }
  }
}
