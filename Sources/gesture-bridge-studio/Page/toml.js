// Values in the form of TOML.

const named = { '\b': '\\b', '\t': '\\t', '\n': '\\n', '\f': '\\f', '\r': '\\r', '"': '\\"', '\\': '\\\\' }
const special = /["\\\u0000-\u001f\u007f]/g

const text = value => '"' + value.replace(special, one =>
  named[one] || '\\u' + one.charCodeAt(0).toString(16).padStart(4, '0')) + '"'

export const key = name => /^[A-Za-z0-9_-]+$/.test(name) ? name : text(name)

/** A value that is already text in TOML. */
export class Written {
  constructor(text) { this.text = text }
}

/** A JSON value as a TOML value on one line. */
export const toml = value => {
  if (value instanceof Written) return value.text
  if (typeof value === 'string') return text(value)
  if (Array.isArray(value)) return '[' + value.map(toml).join(', ') + ']'
  if (value && typeof value === 'object') {
    return '{ ' + Object.entries(value).map(([name, inner]) => `${key(name)} = ${toml(inner)}`).join(', ') + ' }'
  }
  return String(value)
}

/** Reads a value in TOML: strings, numbers, booleans and lists of them; any other value stays text. */
export const read = written => {
  if (typeof written !== 'string') return written
  try { return JSON.parse(written) } catch { return written }
}
