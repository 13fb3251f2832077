// The JSON Schema of the rules file, as the forms need it: the members of a section, and the form of a value.
// This file knows no kind, no condition and no effect by name.

export class Catalogue {
  #root

  constructor(root) { this.#root = root }

  /** A schema without references; its own members take precedence over those of the referenced schema. */
  resolve(schema) {
    if (schema === true || schema === undefined) return {}
    if (schema.$ref) {
      const { $ref, ...own } = schema
      return { ...this.resolve($ref.slice(2).split('/').reduce((node, name) => node[decodeURIComponent(name)], this.#root)), ...own }
    }
    if (schema.allOf && schema.allOf.length === 1 && !schema.allOf[0].if) {
      const { allOf, ...own } = schema
      return { ...this.resolve(allOf[0]), ...own }
    }
    return schema
  }

  /** The schema of the value at a path of the file, such as `gesture`, NAME. */
  at(path) {
    return path.reduce((schema, name) => this.resolve(schema.properties?.[name] ?? schema.additionalProperties ?? schema.items), this.resolve(this.#root))
  }

  /** The members that a section may have, given its present values: `if` and `then` add the members for its kind. */
  members(schema, value = {}) {
    const members = { ...schema.properties }
    for (const part of schema.allOf || []) {
      const asked = Object.entries(part.if?.properties || {})
      if (!asked.length || !asked.every(([name, one]) => one.const === value[name])) continue
      Object.assign(members, part.then?.properties)
    }
    return Object.entries(members).filter(([, one]) => one !== false).map(([name, one]) => [name, this.resolve(one)])
  }

  /** Whether a section with these values must have this member, or must have one of several members that include it. */
  isNeeded(name, schema, value) {
    const parts = (schema.allOf || []).filter(part => Object.entries(part.if?.properties || {}).every(([asked, one]) => one.const === value[asked]))
    return [schema, ...parts.map(part => part.then || {})].some(part => [part, ...part.oneOf || []].some(one => one.required?.includes(name)))
  }

  /** The form of a value, with the facts that its field needs. */
  shape(schema) {
    const types = [schema.type].flat().filter(Boolean)
    const parts = (schema.anyOf || schema.oneOf || []).filter(one => one !== true && !one.required).map(one => this.resolve(one))
    if (schema.properties) return this.#shapeOfTable(schema, types)
    if (schema.enum) return { shape: 'choice', choices: this.#choices(schema), standard: schema.default }
    if (parts.length && schema.anyOf?.includes(true)) return this.shape({ ...parts[0], description: schema.description || parts[0].description })
    if (parts.length) return this.#shapeOfParts(parts)
    if (types.includes('array')) return { shape: 'list', mayBeText: types.includes('string') }
    if (types.includes('boolean')) return { shape: 'choice', choices: flags, standard: schema.default }
    if (types.length === 1 && (types[0] === 'integer' || types[0] === 'number')) {
      return { shape: 'number', low: schema.minimum, high: schema.maximum, isWhole: types[0] === 'integer' }
    }
    const quantity = /Allowed: ([-\d.]+) to ([-\d.]+) ([^\s.]+)\./.exec(schema.description || '')
    if (types.length === 1 && quantity && schema.pattern) {
      const unit = quantity[3] === 'deg' ? '°' : quantity[3]
      return { shape: 'quantity', low: Number(quantity[1]), high: Number(quantity[2]), unit, pattern: schema.pattern }
    }
    if (types.includes('string')) return { shape: 'text', pattern: schema.pattern, mayBeNumber: types.includes('integer'), low: schema.minimum, high: schema.maximum }
    return { shape: 'written' }
  }

  /** The members that name the effect; one of them is required. The other members are its options. */
  mainMembers(schema) { return (schema.anyOf || []).flatMap(one => one.required || []) }

  /** Whether a value is an action: an effect, or a table with effects. */
  isAction(schema) {
    const shape = this.shape(schema).shape
    return shape === 'effect' || (shape === 'table' && this.members(schema).some(([, member]) => this.shape(member).shape === 'effect'))
  }

  /** Whether a value names other gestures. */
  namesGestures(schema) { return [schema.examples, schema.properties?.gesture?.examples].flat(3).includes('another-gesture') }

  /** Whether a value is keys to press. */
  isKeys(schema) { return (schema.examples || []).flat().some(one => /^(Super|Ctrl|Alt|Shift)(\+|$)/.test(one)) }

  #shapeOfTable(schema, types) {
    if (types.length === 1) return { shape: 'table' }
    if (this.mainMembers(schema).length) return { shape: 'effect' }
    return this.namesGestures(schema) ? { shape: 'list', mayBeText: true } : { shape: 'written' }
  }

  #shapeOfParts(parts) {
    const choices = parts.flatMap(part => part.enum ? this.#choices(part) : part.type === 'boolean' ? flags : [])
    const list = parts.find(part => part.type === 'array'), number = parts.find(part => part.type === 'integer')
    if (list && this.resolve(list.items).enum) return { shape: 'choices', choices: this.#choices(this.resolve(list.items)) }
    if (number) return { shape: 'suggested', choices, low: number.minimum, high: number.maximum }
    return choices.length ? { shape: 'choice', choices } : { shape: 'written' }
  }

  #choices(schema) {
    const words = schema['x-taplo']?.docs?.enumValues || []
    return schema.enum.map((value, index) => ({ value, text: String(value), words: words[index] || '' }))
  }
}

const flags = [{ value: true, text: 'yes', words: '' }, { value: false, text: 'no', words: '' }]

/** The description without the allowed values and the default, which the field shows itself. */
export const explanation = description => (description || '').replace(/ Allowed: .*$/, '').replace(/ Default: .*$/, '').trim()

/** The default from the description: `12 mm on touchscreens, 5 mm on touchpads`. */
export const standardIn = schema => {
  if (schema.default !== undefined) return schema.default === true ? 'yes' : schema.default === false ? 'no' : String(schema.default)
  const found = /Default: (.*?)\.?$/.exec(schema.description || '')
  return found ? found[1].replaceAll('"', '') : ''
}
