import { isObject } from '../../lib/is-object.ts'
import { nearestName } from '../../lib/nearest-name.ts'
import { settingsText } from '../../protocol/messages/host/settings.ts'
import type { LocalizedText, Text } from '../../protocol/messages/localized-text.ts'
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
  report(path: readonly string[], message: LocalizedText): void
}

export const complain = (place: ValuePath, message: LocalizedText): undefined => {
  place.report(pathOf(place), message)
}

const pathOf = ({ within, key }: ValuePath): readonly string[] => (within ? [...pathOf(within), key] : [])

const expected = (place: ValuePath, what: LocalizedText, value: unknown): undefined =>
  complain(place, settingsText('expected', { what, found: kindOf(value) }))

/** The kind only: a value may be a secret. */
const kindOf = (value: unknown): Text => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return settingsText('a_list')
  if (typeof value === 'object') return settingsText('an_object')
  return settingsText(
    typeof value === 'number' ? 'a_number' : typeof value === 'boolean' ? 'a_boolean' : 'a_string',
  )
}

export const inside = (place: ValuePath, key: string): ValuePath => ({
  within: place,
  key,
  report: place.report,
})

export const text: Check<string> = checkOf({ type: 'string' }, (value, place) => {
  if (typeof value !== 'string') return expected(place, settingsText('a_string'), value)
  if (value.includes('\0')) return expected(place, settingsText('string_without_nul'), value)
  return value
})

export const filledText: Check<string> = checkOf({ type: 'string', pattern: '\\S' }, (value, place) => {
  const checked = text(value, place)
  return checked?.trim() === '' ? expected(place, settingsText('filled_string'), value) : checked
})

export const flag: Check<boolean> = checkOf({ type: 'boolean' }, (value, place) =>
  typeof value === 'boolean' ? value : expected(place, settingsText('true_or_false'), value),
)

export const positive: Check<number> = checkOf({ type: 'number', exclusiveMinimum: 0 }, (value, place) =>
  typeof value === 'number' && Number.isFinite(value) && value > 0
    ? value
    : expected(place, settingsText('above_zero'), value),
)

export const notNegative: Check<number> = checkOf({ type: 'number', minimum: 0 }, (value, place) =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0
    ? value
    : expected(place, settingsText('at_least_zero'), value),
)

export const between = (least: number, most: number): Check<number> =>
  checkOf({ type: 'number', minimum: least, maximum: most }, (value, place) =>
    typeof value === 'number' && value >= least && value <= most
      ? value
      : complain(
          place,
          settingsText('expected', {
            what: settingsText('number_between', { least, most }),
            found: typeof value === 'number' ? String(value) : kindOf(value),
          }),
        ),
  )

export const wholeBetween = (least: number, most: number): Check<number> => {
  const within = between(least, most)
  return checkOf({ ...within.schema, type: 'integer' }, (value, place) => {
    const checked = within(value, place)
    if (checked === undefined || Number.isInteger(checked)) return checked
    return complain(
      place,
      settingsText('expected', { what: settingsText('whole_number'), found: String(checked) }),
    )
  })
}

/** More than all of it would be taken for all of it, without a word. */
export const percentage: Check<number> = checkOf({ ...positive.schema, maximum: 100 }, (value, place) => {
  const checked = positive(value, place)
  if (checked === undefined || checked <= 100) return checked
  return complain(
    place,
    settingsText('expected', { what: settingsText('percentage'), found: String(checked) }),
  )
})

export const oneOf = <const T extends string>(words: readonly T[]): Check<T> =>
  checkOf({ enum: words }, (value, place) => {
    const word = words.find(known => known === value)
    if (word !== undefined) return word
    const what = anyOf(words)
    if (typeof value !== 'string') return expected(place, what, value)
    const near = value.length > 60 ? undefined : nearestName(value, words, value.length < 5 ? 1 : 3)
    const found = `"${quoted(value)}"`
    return complain(
      place,
      near === undefined
        ? settingsText('expected', { what, found })
        : settingsText('expected_hint', { what, found, near }),
    )
  })

const anyOf = (words: readonly string[]): LocalizedText =>
  words.length === 1
    ? settingsText('one_word', { word: String(words[0]) })
    : settingsText('one_of', { words })

/** Good elements are kept; each bad one is reported. */
export const listOf = <T>(element: Check<T>): Check<readonly T[]> =>
  checkOf({ type: 'array', items: element.schema }, (value, place) => {
    if (!Array.isArray(value)) return expected(place, settingsText('a_list'), value)
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
      if (!isObject(value)) return expected(place, settingsText('an_object'), value)
      const entries = Object.entries(value).flatMap(([key, item]): [string, T][] => {
        const here = inside(place, key)
        if (key === '__proto__' || names?.test(key) === false) {
          complain(here, settingsText('name_not_allowed'))
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
    if (!isObject(value)) return expected(place, settingsText('an_object'), value)
    const checked: Record<string, unknown> = {}
    for (const [key, check] of checks) {
      if (!Object.hasOwn(value, key)) continue
      const accepted = check(value[key], inside(place, key))
      if (accepted !== undefined) checked[key] = accepted
    }
    for (const key of required)
      if (!Object.hasOwn(value, key)) complain(inside(place, key), settingsText('key_missing'))
    if (required.some(key => checked[key] === undefined)) return undefined
    return checked as T
  })
}
