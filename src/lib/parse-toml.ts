import {
  type TomlTable as ParsedTable,
  type TomlValue as ParsedValue,
  parse,
  TomlError as SyntaxFault,
  TomlDate,
} from 'smol-toml'

/** What a TOML file can hold, as settings read it. */
export type Toml = { [name: string]: TomlValue }
type TomlValue = string | number | boolean | TomlValue[] | Toml

/** Words for a line that is not understood. */
export class TomlError extends Error {
  override readonly name = 'TomlError'
  readonly kind = 'syntax'
}

/** Deeper than any settings file, and shallow enough for whoever walks through what was read. */
const MAX_DEPTH = 200

/** Tables, lists, texts, numbers and switches; dates are read as texts. Throws TomlError. */
export const parseToml = (text: string): Toml => {
  try {
    return asTable(parse(text, { integersAsBigInt: 'asNeeded', maxDepth: MAX_DEPTH }))
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error
    throw new TomlError(`line ${error.line}: ${reasonOf(error.message)}`)
  }
}

/** Its first sentence; behind it are lines of the file. */
const reasonOf = (message: string): string => {
  const [first = ''] = message.split('\n')
  return first.replace(/^Invalid TOML document: /, '')
}

const asValue = (value: ParsedValue): TomlValue => {
  if (Array.isArray(value)) return value.map(asValue)
  if (value instanceof TomlDate) return value.toISOString()
  if (typeof value === 'bigint') return Number(value)
  return typeof value === 'object' ? asTable(value as ParsedTable) : value
}

/** Without a prototype: a key of any name is only a key. */
const asTable = (table: ParsedTable): Toml => {
  const read = Object.create(null) as Toml
  for (const [name, value] of Object.entries(table)) read[name] = asValue(value)
  return read
}
