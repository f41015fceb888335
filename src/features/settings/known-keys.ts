import { isObject } from '../../lib/is-object.ts'
import { nearestName } from '../../lib/nearest-name.ts'
import type { ValueSchema } from './check.ts'
import { ELSEWHERE, FOR_EDITORS } from './elsewhere.ts'
import { SETTING_ROWS } from './rows/index.ts'
import type { SettingRow } from './rows/row.ts'
import { shapeOfRows } from './rows/shape.ts'

/** The check of a whole settings file, made of the rows. */
export const settingsCheck = shapeOfRows(SETTING_ROWS)

/** `elsewhere`: other programs that share these files know it, and it has no effect here. */
type KeyMeaning = 'setting' | 'elsewhere' | 'unknown'

/** What a dotted key is to this program: a setting, part of one or a group of them, or none. */
export const meaningOf = (key: string): KeyMeaning => {
  if (key === FOR_EDITORS) return 'setting'
  const path = key.split('.')
  if (path.some((_, index) => ELSEWHERE.has(path.slice(0, index + 1).join('.')))) return 'elsewhere'
  let at: ValueSchema | undefined = settingsCheck.schema
  for (const name of path) at = at && within(at, name)
  return at ? 'setting' : 'unknown'
}

const within = ({ properties, additionalProperties }: ValueSchema, name: string): ValueSchema | undefined => {
  if (properties && Object.hasOwn(properties, name)) return properties[name]
  return additionalProperties === false ? undefined : additionalProperties
}

/** The row of a dotted key, or of the setting it is part of. */
export const rowOf = (key: string): SettingRow | undefined =>
  SETTING_ROWS.find(row => row.key === key || key.startsWith(`${row.key}.`))

interface StrangeKey {
  readonly path: readonly string[]
  readonly meaning: Exclude<KeyMeaning, 'setting'>
  /** What could have stood there. */
  readonly beside: readonly string[]
}

/** The keys of a file that have no effect. Where a strange key is a mistake it is reported as such, and not here. */
export const keysWithoutEffect = (
  value: Readonly<Record<string, unknown>>,
  schema: ValueSchema = settingsCheck.schema,
): readonly StrangeKey[] => strangeIn(value, schema, [])

const strangeIn = (
  value: Readonly<Record<string, unknown>>,
  { properties = {}, additionalProperties }: ValueSchema,
  path: readonly string[],
): readonly StrangeKey[] =>
  Object.keys(value).flatMap((key): readonly StrangeKey[] => {
    const here = [...path, key]
    const inner = value[key]
    const schema = Object.hasOwn(properties, key) ? properties[key] : undefined
    if (schema) return isObject(inner) && schema.properties ? strangeIn(inner, schema, here) : []
    if (additionalProperties !== undefined || here.join('.') === FOR_EDITORS) return []
    const meaning = ELSEWHERE.has(here.join('.')) ? 'elsewhere' : 'unknown'
    return [{ path: here, meaning, beside: Object.keys(properties) }]
  })

interface Misspelt {
  readonly path: readonly string[]
  readonly meant: string
}

/** Keys nobody knows that look like one of ours. Others may be from a later version or another program. */
export const findMisspelt = (value: Readonly<Record<string, unknown>>): readonly Misspelt[] =>
  keysWithoutEffect(value).flatMap(({ path, meaning, beside }) => {
    const key = path.at(-1) ?? ''
    if (meaning === 'elsewhere' || key.length > 60) return []
    const names = [...beside, ...elsewhereIn(path.slice(0, -1))]
    const meant = sameButForCase(key, names) ?? nearestName(key, names, key.length < 5 ? 1 : 2)
    return meant === undefined ? [] : [{ path, meant }]
  })

const elsewhereIn = (path: readonly string[]): readonly string[] => {
  const prefix = path.map(name => `${name}.`).join('')
  return [...(path.length === 0 ? [FOR_EDITORS] : []), ...ELSEWHERE]
    .filter(name => name.startsWith(prefix) && !name.slice(prefix.length).includes('.'))
    .map(name => name.slice(prefix.length))
}

const sameButForCase = (key: string, known: readonly string[]): string | undefined => {
  const plain = (name: string): string => name.toLowerCase().replace(/[-_]/g, '')
  const wanted = plain(key)
  return known.find(name => plain(name) === wanted)
}
