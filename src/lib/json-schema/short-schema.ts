import { isObject } from '../is-object.ts'

type Schema = Readonly<Record<string, unknown>>

const MAX_DEPTH = 3

/** What an input looks like, on one line: `{file_path: string, limit?: integer}`. Undefined: it says nothing of it. */
export const shortSchema = (schema: Schema, depth = 0): string | undefined => {
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  const fields = Object.entries(properties).map(
    ([name, field]) => `${name}${required.includes(name) ? '' : '?'}: ${kindOf(field, depth)}`,
  )
  return fields.length === 0 ? undefined : `{${fields.join(', ')}}`
}

const kindOf = (field: unknown, depth: number): string => {
  if (!isObject(field) || depth >= MAX_DEPTH) return 'any'
  const { enum: words, type, anyOf, items } = field
  if (Array.isArray(words)) return words.map(word => JSON.stringify(word)).join(' | ')
  if (Array.isArray(anyOf)) return [...new Set(anyOf.map(each => kindOf(each, depth)))].join(' | ')
  if (type === 'array') return `[${kindOf(items, depth + 1)}]`
  if (type === 'object') return shortSchema(field, depth + 1) ?? 'object'
  return Array.isArray(type) ? type.join(' | ') : typeof type === 'string' ? type : 'any'
}
