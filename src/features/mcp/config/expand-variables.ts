import type { Env } from '../../../protocol/host.ts'

export interface Expanded<T> {
  readonly value: T
  /** Named, not set, and without a default. */
  readonly missing: readonly string[]
}

const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g

/** `${NAME}` and `${NAME:-default}` in every text of a value, however deep it lies. */
export const expandVariables = <T>(value: T, env: Env): Expanded<T> => {
  const missing = new Set<string>()
  const expand = (inner: unknown): unknown => {
    if (typeof inner === 'string' && !inner.includes('${')) return inner
    if (typeof inner === 'string')
      return inner.replace(VARIABLE, (written, name: string, otherwise: string | undefined) => {
        const known = env[name]
        if (known !== undefined && (known !== '' || otherwise === undefined)) return known
        if (otherwise !== undefined) return otherwise
        missing.add(name)
        return written
      })
    if (Array.isArray(inner)) return inner.map(expand)
    if (typeof inner !== 'object' || inner === null) return inner
    return Object.fromEntries(Object.entries(inner).map(([key, each]) => [key, expand(each)]))
  }
  return { value: expand(value) as T, missing: [...missing] }
}
