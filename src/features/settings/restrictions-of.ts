import { isObject } from '../../lib/is-object.ts'
import { nearestName } from '../../lib/nearest-name.ts'
import type { Settings } from '../../protocol/settings.ts'
import { limitSandbox } from './limit-sandbox.ts'

/** Deny and ask rules by their list. */
export interface RestrictingRules {
  readonly deny?: readonly string[]
  readonly ask?: readonly string[]
}

interface FoundRestrictions extends RestrictingRules {
  readonly disabled?: readonly string[]
}

export const DISABLING = ['disableBypassPermissionsMode', 'disableAutoMode'] as const

/** Of settings that were partly understood, what only ever tightens; `more` are rules found where none should stand. */
export const restrictionsOf = (settings: Settings, more: FoundRestrictions): Settings => {
  const { permissions, sandbox, budgets, secrets, deniedMcpServers, disableAllHooks } = settings
  const deny = joined(permissions?.deny, more.deny)
  const ask = joined(permissions?.ask, more.ask)
  const restricting = {
    ...(ask.length > 0 && { ask }),
    ...(deny.length > 0 && { deny }),
    ...Object.fromEntries((more.disabled ?? []).map(key => [key, 'disable'])),
  }
  return {
    ...(Object.keys(restricting).length > 0 && { permissions: restricting }),
    ...limitSandbox(sandbox, () => {}),
    ...(budgets && { budgets }),
    ...(secrets && secrets.redactResults !== false && { secrets }),
    ...(deniedMcpServers && { deniedMcpServers }),
    ...(disableAllHooks === true && { disableAllHooks }),
  }
}

const joined = (...lists: readonly (readonly string[] | undefined)[]): readonly string[] => [
  ...new Set(lists.flatMap(list => list ?? [])),
]

/** Beside `permissions`, and in what may be it under another name. */
const DEEPEST = 1

/** Deny and ask rules anywhere in a value that is not what it should be: a rule too many only ever tightens. */
export const restrictionsIn = (value: unknown): FoundRestrictions => {
  const found = { deny: [] as string[], ask: [] as string[] }
  const look = (part: unknown, depth: number): void => {
    if (!isObject(part) || depth > DEEPEST) return
    for (const [key, inner] of Object.entries(part)) {
      const list = restrictingList(key)
      if (list) found[list].push(...stringsIn(inner))
      else look(inner, depth + 1)
    }
  }
  look(value, 0)
  const permissions = isObject(value) ? value['permissions'] : undefined
  // Whatever value they have: nobody writes them to keep these modes.
  const disabled = DISABLING.filter(key => isObject(permissions) && Object.hasOwn(permissions, key))
  return { ...found, disabled }
}

/** As people name such a list who do not remember its name. */
const RESTRICTING_WORDS =
  /^(?:den(?:y|ied|ies)|disallow(?:ed)?|block(?:ed)?|forbid(?:den)?|prohibit(?:ed)?|reject(?:ed)?|refused?)(?:list|rules?|tools?|s)?$/

/** The list that a key names, rightly spelt or not. */
export const restrictingList = (key: string): 'deny' | 'ask' | undefined => {
  const name = key.trim().toLowerCase()
  if (name.length > 20) return undefined
  if (RESTRICTING_WORDS.test(name)) return 'deny'
  const near = nearestName(name, ['deny', 'ask'], name.length < 5 ? 1 : 2)
  return near === 'deny' || near === 'ask' ? near : undefined
}

const stringsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return value.includes('\0') ? [] : [value]
  if (Array.isArray(value)) return value.flatMap(stringsIn)
  return isObject(value) ? Object.keys(value) : []
}
