import { ALL_PROVIDERS } from '../../features/models/providers/all.ts'

export type KeyProblem =
  | { readonly kind: 'characters' | 'short' | 'long' }
  /** Of somebody who is no provider here. */
  | { readonly kind: 'foreign'; readonly of: string }

const LEAST_LENGTH = 20
const MOST_LENGTH = 2000

/** Keys of others begin so. */
const FOREIGN: readonly (readonly [RegExp, string])[] = [[/^r8_/, 'Replicate']]

export interface ReadKey {
  readonly key: string
  /** Whose it is by how it begins. */
  readonly provider?: string
  /** Whose it may be by the variable it was copied with: others use that of the best known. */
  readonly likely?: string
}

/** The key out of what was pasted: people copy it with its variable or in quotes. */
export const readKey = (text: string): ReadKey | KeyProblem => {
  const [, variable, value = ''] =
    /^(?:(?:export\s+)?([A-Z][A-Z0-9_]*)\s*=\s*)?([\s\S]*)$/.exec(text.trim()) ?? []
  const key = value.replace(/^(["'])(.*)\1$/, '$2').trim()
  if (!/^[\x21-\x7e]+$/.test(key)) return { kind: 'characters' }
  if (key.length < LEAST_LENGTH) return { kind: 'short' }
  if (key.length > MOST_LENGTH) return { kind: 'long' }
  const foreign = FOREIGN.find(([pattern]) => pattern.test(key))
  if (foreign) return { kind: 'foreign', of: foreign[1] }
  const owner = ALL_PROVIDERS.find(({ keyBegins }) => keyBegins?.test(key))
  const likely = ALL_PROVIDERS.find(
    ({ auth }) => variable !== undefined && auth.some(each => each.variable === variable),
  )
  return { key, ...(owner ? { provider: owner.name } : {}), ...(likely ? { likely: likely.name } : {}) }
}
