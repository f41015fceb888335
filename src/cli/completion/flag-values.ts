import { FAMILIES, PLAN_ALIAS } from '../../features/models/catalogue.ts'
import { MODEL_ROWS } from '../../features/models/model-rows.ts'
import type { Flag } from '../args/flag.ts'

/** What can stand behind a flag; `none`: a value that cannot be guessed, `nothing`: no value at all. */
export type FlagValues =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'files' | 'directories' | 'sessions' | 'none' | 'nothing' }

/** From what its row says of it. */
export const valuesOf = (flag: Flag): FlagValues => {
  switch (flag.kind) {
    case 'help':
    case 'version':
    case 'switch':
    case 'attached':
      return { kind: 'nothing' }
    case 'choice':
      return { kind: 'words', words: [...flag.choices, ...Object.keys(flag.aliases ?? {})] }
    case 'items':
      if (flag.choices) return { kind: 'words', words: flag.choices }
      break
    default:
  }
  if (flag.key === 'model' || flag.key === 'fallbackModel')
    return { kind: 'words', words: [...FAMILIES, 'best', PLAN_ALIAS, ...MODEL_ROWS.map(({ id }) => id)] }
  if (flag.key === 'resume') return { kind: 'sessions' }
  if (/dir\b/.test(flag.value) && !/zip/.test(flag.value)) return { kind: 'directories' }
  return { kind: /file|dir|zip/.test(flag.value) ? 'files' : 'none' }
}

/** Whether the shell may go on with another flag at once. */
export const isOptional = (flag: Flag): boolean => flag.kind === 'optional'
