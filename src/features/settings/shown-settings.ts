import type { ListedSetting } from '../../protocol/settings-access.ts'
import type { ValueSchema } from './check.ts'
import { rowOf } from './known-keys.ts'

/**
 * Settings without values that may hold a secret. A value is shown when its row cannot hold free text (switches,
 * numbers, choices) or says that its text is public; a key nobody knows counts as secret, and so does what does not
 * have the shape its row asks for.
 */
export const shownSettings = (
  settings: readonly { readonly key: string; readonly value: unknown }[],
): readonly ListedSetting[] => {
  const hidden = new Set<string>()
  return settings.flatMap(({ key, value }): readonly ListedSetting[] => {
    if (isPublic(key, value)) return [{ key, value }]
    const name = hiddenName(key)
    if (hidden.has(name)) return []
    hidden.add(name)
    return [{ key: name, hidden: true }]
  })
}

const isPublic = (key: string, value: unknown): boolean => {
  const row = rowOf(key)
  if (!row) return false
  let at: ValueSchema | undefined = row.check.schema
  if (key !== row.key)
    for (const name of key.slice(row.key.length + 1).split('.')) at = at && within(at, name)
  return at !== undefined && fits(at, value, row.public === true ? 'text' : 'no text')
}

const within = ({ properties, additionalProperties }: ValueSchema, name: string): ValueSchema | undefined => {
  if (properties && Object.hasOwn(properties, name)) return properties[name]
  return additionalProperties === false ? undefined : additionalProperties
}

const fits = (schema: ValueSchema, value: unknown, free: 'text' | 'no text'): boolean => {
  if (schema.anyOf) return schema.anyOf.some(each => fits(each, value, free))
  if (schema.enum) return typeof value === 'string' && schema.enum.includes(value)
  if (typeof value === 'boolean') return schema.type === 'boolean'
  if (typeof value === 'number') return schema.type === 'number' || schema.type === 'integer'
  if (typeof value === 'string') return schema.type === 'string' && free === 'text'
  if (!Array.isArray(value)) return false
  const { items } = schema
  return schema.type === 'array' && items !== undefined && value.every(each => fits(items, each, free))
}

/** Of a value that is not shown, the setting and at most one name below it: deeper ones may be anything. */
const hiddenName = (key: string): string => {
  const row = rowOf(key)
  const known = row?.key.split('.').length ?? 0
  return key
    .split('.')
    .slice(0, known + 1)
    .join('.')
}
