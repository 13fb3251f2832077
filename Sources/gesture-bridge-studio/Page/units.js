// Numbers with their units, in the forms for people and for the rules file.

const names = { '°': 'deg' }

/** The number with at most three decimal places, without trailing zeros. */
export const rounded = (value, decimals = 3) => String(Number(value.toFixed(decimals)))

export const readable = (value, unit) => rounded(value, 2) + (unit ? (unit === '°' ? '' : ' ') + unit : '')

/** The value as TOML. */
export const written = (value, unit) => unit ? `"${rounded(value)} ${names[unit] || unit}"` : rounded(value)

/** A round step that divides `span` into about `parts` pieces. */
export const roundIncrement = (span, parts) => {
  const rough = Math.max(span, 1e-9) / parts, power = 10 ** Math.floor(Math.log10(rough))
  return [1, 2, 5, 10].map(one => one * power).find(one => one >= rough * 0.999)
}

/** "20 mm" as a number in `unit`, or null if the text has another form. */
export const numberIn = (value, unit) => {
  const found = /^\s*\+?([0-9]*\.?[0-9]+|[0-9]+\.)\s*(.*?)\s*$/.exec(String(value))
  if (!found || (found[2] !== (unit || '') && found[2] !== names[unit])) return null
  return Number(found[1])
}
