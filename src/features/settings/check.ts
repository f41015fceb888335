import { isObject } from '../../lib/is-object.ts'
import { nearestName } from '../../lib/nearest-name.ts'
import { quoted } from './problem.ts'

/**
 * Hand-written checks of parsed JSON: settings are read before the first request, where a schema library is too
 * dear. A check returns the value it accepts, or reports and returns undefined.
 */
export interface Check<T> {
  (value: unknown, place: ValuePath): T | undefined
  /** The same for editors; it may accept more than the check, never less. */
  readonly schema: ValueSchema
}

/** The words of JSON Schema that checks are told in. */
export interface ValueSchema {
  readonly type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object'
  readonly enum?: readonly string[]
  readonly anyOf?: readonly ValueSchema[]
  readonly items?: ValueSchema
  readonly properties?: Readonly<Record<string, ValueSchema>>
  /** False: another key is a mistake. Absent: others are kept and ignored. */
  readonly additionalProperties?: ValueSchema | false
  readonly propertyNames?: ValueSchema
  readonly required?: readonly string[]
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
}

export const checkOf = <T>(
  schema: ValueSchema,
  test: (value: unknown, place: ValuePath) => T | undefined,
): Check<T> => Object.assign(test, { schema })

/** Where in the file a value stands, from the inside out: most places are never reported. */
interface ValuePath {
  readonly within?: ValuePath
  readonly key: string
  report(path: readonly string[], message: string): void
}

export const complain = (place: ValuePath, message: string): undefined => {
  place.report(pathOf(place), message)
}

const pathOf = ({ within, key }: ValuePath): readonly string[] => (within ? [...pathOf(within), key] : [])

const expected = (place: ValuePath, what: string, value: unknown): undefined =>
  complain(place, `expected ${what}, found ${kindOf(value)}`)

/** The kind only: a value may be a secret. */
const kindOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

export const inside = (place: ValuePath, key: string): ValuePath => ({
  within: place,
  key,
  report: place.report,
})

export const text: Check<string> = checkOf({ type: 'string' }, (value, place) => {
  if (typeof value !== 'string') return expected(place, 'a string', value)
  if (value.includes('\0')) return expected(place, 'a string without NUL characters', value)
  return value
})

export const filledText: Check<string> = checkOf({ type: 'string', pattern: '\\S' }, (value, place) => {
  const checked = text(value, place)
  return checked?.trim() === '' ? expected(place, 'a string that is not empty', value) : checked
})

export const flag: Check<boolean> = checkOf({ type: 'boolean' }, (value, place) =>
  typeof value === 'boolean' ? value : expected(place, 'true or false', value),
)

export const positive: Check<number> = checkOf({ type: 'number', exclusiveMinimum: 0 }, (value, place) =>
  typeof value === 'number' && Number.isFinite(value) && value > 0
    ? value
    : expected(place, 'a number above zero', value),
)

export const notNegative: Check<number> = checkOf({ type: 'number', minimum: 0 }, (value, place) =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0
    ? value
    : expected(place, 'a number of at least zero', value),
)

export const between = (least: number, most: number): Check<number> =>
  checkOf({ type: 'number', minimum: least, maximum: most }, (value, place) =>
    typeof value === 'number' && value >= least && value <= most
      ? value
      : typeof value === 'number'
        ? complain(place, `expected a number from ${least} to ${most}, found ${value}`)
        : expected(place, `a number from ${least} to ${most}`, value),
  )

export const wholeBetween = (least: number, most: number): Check<number> => {
  const within = between(least, most)
  return checkOf({ ...within.schema, type: 'integer' }, (value, place) => {
    const checked = within(value, place)
    if (checked === undefined || Number.isInteger(checked)) return checked
    return complain(place, `expected a whole number, found ${checked}`)
  })
}

/** More than all of it would be taken for all of it, without a word. */
export const percentage: Check<number> = checkOf({ ...positive.schema, maximum: 100 }, (value, place) => {
  const checked = positive(value, place)
  if (checked === undefined || checked <= 100) return checked
  return complain(place, `expected a percentage, at most 100, found ${checked}`)
})

export const oneOf = <const T extends string>(words: readonly T[]): Check<T> =>
  checkOf({ enum: words }, (value, place) => {
    const word = words.find(known => known === value)
    if (word !== undefined) return word
    if (typeof value !== 'string') return complain(place, `expected ${anyOf(words)}, found ${kindOf(value)}`)
    const near = value.length > 60 ? undefined : nearestName(value, words, value.length < 5 ? 1 : 3)
    const hint = near === undefined ? '' : `; did you mean "${near}"?`
    return complain(place, `expected ${anyOf(words)}, found "${quoted(value)}"${hint}`)
  })

const anyOf = (words: readonly string[]): string =>
  words.length === 1 ? `"${words[0]}"` : `one of ${words.join(', ')}`

/** Good elements are kept; each bad one is reported. */
export const listOf = <T>(element: Check<T>): Check<readonly T[]> =>
  checkOf({ type: 'array', items: element.schema }, (value, place) => {
    if (!Array.isArray(value)) return expected(place, 'a list', value)
    return value.flatMap((item, index) => {
      const checked = element(item, inside(place, String(index)))
      return checked === undefined ? [] : [checked]
    })
  })

/** Good entries are kept; each bad one is reported. `__proto__` is no key anybody means. */
export const mapOf = <T>(entry: Check<T>, names?: RegExp): Check<Readonly<Record<string, T>>> =>
  checkOf(
    {
      type: 'object',
      additionalProperties: entry.schema,
      ...(names && { propertyNames: { pattern: names.source } }),
    },
    (value, place) => {
      if (!isObject(value)) return expected(place, 'an object', value)
      const entries = Object.entries(value).flatMap(([key, item]): [string, T][] => {
        const here = inside(place, key)
        if (key === '__proto__' || names?.test(key) === false) {
          complain(here, 'this name is not allowed here')
          return []
        }
        const checked = entry(item, here)
        return checked === undefined ? [] : [[key, checked]]
      })
      return Object.fromEntries(entries)
    },
  )

type Fields<T> = { readonly [K in keyof T]-?: Check<NonNullable<T[K]>> }

/** Known keys are checked, others dropped in silence: files are shared with other programs and versions. */
export const shapeOf = <T extends object>(
  fields: Fields<T>,
  required: readonly (keyof T & string)[] = [],
): Check<T> => {
  const checks = Object.entries<Check<unknown>>(fields)
  const schema: ValueSchema = {
    type: 'object',
    properties: Object.fromEntries(checks.map(([key, check]) => [key, check.schema])),
    ...(required.length > 0 && { required }),
  }
  return checkOf(schema, (value, place) => {
    if (!isObject(value)) return expected(place, 'an object', value)
    const checked: Record<string, unknown> = {}
    for (const [key, check] of checks) {
      if (!Object.hasOwn(value, key)) continue
      const accepted = check(value[key], inside(place, key))
      if (accepted !== undefined) checked[key] = accepted
    }
    for (const key of required)
      if (!Object.hasOwn(value, key)) complain(inside(place, key), 'this key is missing')
    if (required.some(key => checked[key] === undefined)) return undefined
    return checked as T
  })
}
