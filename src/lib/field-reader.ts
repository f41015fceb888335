import { escapeLine } from './escape-text.ts'
import type { Fields } from './frontmatter.ts'
import { nearestName } from './nearest-name.ts'
import { splitList } from './split-list.ts'
import { readHooks, type WantedHook } from './values/read-hooks.ts'

/** A value that cannot be used, and what should stand there. */
export interface FieldFault {
  readonly key: string
  readonly wanted: 'text' | 'list' | 'flag' | 'count' | 'map' | 'choice' | WantedHook['wanted']
  readonly choices?: readonly string[]
  readonly near?: string
  /** Of a hook, and the field that it lacks. */
  readonly type?: string
  readonly field?: string
}

const MOST_KEY_CHARS = 120

/** Reads values of the head of a Markdown file, and remembers what is wrong with them. */
export class FieldReader {
  readonly problems: FieldFault[] = []
  readonly #fields: Fields

  constructor(fields: Fields) {
    this.#fields = fields
  }

  #of(key: string): unknown {
    const value = this.#fields[key]
    return value === null ? undefined : value
  }

  /** A list of one counts as what is in it. */
  #one(key: string): unknown {
    const value = this.#of(key)
    return Array.isArray(value) && value.length === 1 ? value[0] : value
  }

  #wrong(key: string, wanted: FieldFault['wanted'] | Omit<FieldFault, 'key'>): undefined {
    const fault = typeof wanted === 'string' ? { wanted } : wanted
    this.problems.push({ key: escapeLine(key, MOST_KEY_CHARS), ...fault })
  }

  text(key: string): string | undefined {
    const value = this.#one(key)
    if (value === undefined) return undefined
    if (typeof value === 'number' || typeof value === 'boolean') return String(value)
    if (typeof value !== 'string') return this.#wrong(key, 'text')
    return value.trim() === '' ? undefined : value.trim()
  }

  /** `[file]` is a list for YAML and a hint for people. */
  hint(key: string): string | undefined {
    const value = this.#of(key)
    return Array.isArray(value) ? value.map(one => `[${String(one)}]`).join(' ') : this.text(key)
  }

  list(key: string): readonly string[] | undefined {
    const value = this.#of(key)
    if (value === undefined) return undefined
    return splitList(value) ?? this.#wrong(key, 'list')
  }

  flag(key: string): boolean | undefined {
    const value = this.#one(key)
    if (value === undefined || typeof value === 'boolean') return value
    if (value === 'true' || value === 'false') return value === 'true'
    return this.#wrong(key, 'flag')
  }

  count(key: string): number | undefined {
    const value = this.#one(key)
    if (value === undefined) return undefined
    const count = Number(value)
    return Number.isInteger(count) && count > 0 ? count : this.#wrong(key, 'count')
  }

  choice<T extends string>(key: string, choices: readonly T[]): T | undefined {
    const value = this.#one(key)
    if (value === undefined) return undefined
    const found = choices.find(choice => choice === value)
    if (found !== undefined) return found
    const near = typeof value === 'string' ? nearestName(value, choices) : undefined
    return this.#wrong(key, { wanted: 'choice', choices, ...(near === undefined ? {} : { near }) })
  }

  map(key: string): Fields | undefined {
    const value = this.#of(key)
    if (value === undefined) return undefined
    return typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : this.#wrong(key, 'map')
  }

  /** Hooks by event; undefined where there are none that can be used. */
  hooks(key: string): ReturnType<typeof readHooks> | undefined {
    const written = this.map(key)
    if (written === undefined) return undefined
    const hooks = readHooks(written, (at, wanted) => void this.#wrong(`${key}.${at}`, wanted))
    return Object.keys(hooks).length === 0 ? undefined : hooks
  }
}
