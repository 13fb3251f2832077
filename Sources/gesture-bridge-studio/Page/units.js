// Numbers with their units, as people read them and as the rules file has them.

const names = { '°': 'deg' }

/** At most three places, and no zeros that say nothing. */
export const rounded = (value, places = 3) => String(Number(value.toFixed(places)))

export const readable = (value, unit) => rounded(value, 2) + (unit ? (unit === '°' ? '' : ' ') + unit : '')

/** The value as TOML. */
export const written = (value, unit) => unit ? `"${rounded(value)} ${names[unit] || unit}"` : rounded(value)

/** A step that divides a stretch into about `parts` round pieces. */
export const roundStep = (stretch, parts) => {
  const rough = Math.max(stretch, 1e-9) / parts, power = 10 ** Math.floor(Math.log10(rough))
  return [1, 2, 5, 10].map(one => one * power).find(one => one >= rough * 0.999)
}

/** "20 mm" as a number in a unit, or null if it is written otherwise. */
export const numberIn = (value, unit) => {
  const found = /^\s*\+?([0-9]*\.?[0-9]+|[0-9]+\.)\s*(.*?)\s*$/.exec(String(value))
  if (!found || (found[2] !== (unit || '') && found[2] !== names[unit])) return null
  return Number(found[1])
}
