import { isObject } from '../../lib/is-object.ts'
import { settingsText } from '../../protocol/messages/host/settings.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { Settings } from '../../protocol/settings.ts'
import { findMisspelt, keysWithoutEffect, settingsCheck } from './known-keys.ts'
import { quoted } from './problem.ts'
import { DISABLING, restrictingList, restrictionsIn, restrictionsOf } from './restrictions-of.ts'

/** Something is wrong with one value, or (`note`) probably not what was meant. */
interface Complaint {
  /** Dotted, fit for a message; empty: the whole file. */
  readonly key: string
  readonly path: readonly string[]
  readonly message: LocalizedText
  readonly note?: true
  /** Because of it the file may not loosen anything. */
  readonly rejects?: true
}

interface CheckedSettings {
  readonly settings: Settings
  readonly complaints: readonly Complaint[]
  /** `permissions` or `hooks` is malformed: of the whole file only what restricts counts. */
  readonly rejected: boolean
  /** Of its deny and ask rules some may be missing. */
  readonly rulesLost?: true
  /** Keys that do nothing here and look like none that does. */
  readonly withoutEffect?: readonly string[]
}

/** Half an allow list or half a hook is dangerous: one bad value in these, and nothing of the file loosens anything. */
const WHOLE_PARTS: readonly string[] = ['permissions', 'hooks']
const RULES: readonly string[] = ['deny', 'ask']
const SWITCHES: readonly string[] = DISABLING
const MAX_COMPLAINTS = 50

/** Unknown keys are at most a note. `duplicates` are the dotted paths of keys given twice. */
export const checkSettings = (value: unknown, duplicates: readonly string[]): CheckedSettings => {
  const complaints: Complaint[] = []
  let rejected = false
  let rulesLost: true | undefined
  let count = 0
  const report = (path: readonly string[], message: LocalizedText, meant = path): void => {
    const isHarmful = duplicates.includes(path.join('.')) || !isOtherWord(value, path)
    const rejects = isHarmful && (meant.length === 0 || WHOLE_PARTS.includes(meant[0] ?? ''))
    if (rejects) rejected = true
    if (mayHoldRules(meant)) rulesLost = true
    if (++count > MAX_COMPLAINTS) return
    complaints.push({ key: quoted(path.join('.')), path, message, ...(rejects && { rejects }) })
  }
  for (const duplicate of duplicates) report(duplicate.split('.'), settingsText('given_twice'))
  const settings = withSwitches(settingsCheck(value, { key: '', report }) ?? {}, value)
  const notes: Complaint[] = []
  const strange = isObject(value) ? strangeKeys(value) : []
  const rest = isObject(value) ? restOf(value, strange) : []
  for (const { path, message, meant } of strange) {
    if (mayHoldRules(meant) && !isEmpty(value, path)) report(path, message, meant)
    else notes.push({ key: quoted(path.join('.')), path, message, note: true })
  }
  if (count > MAX_COMPLAINTS)
    complaints.push({
      key: '',
      path: [],
      message: settingsText('and_more', { count: count - MAX_COMPLAINTS }),
    })
  return {
    settings: rejected ? restrictionsOf(settings, restrictionsIn(value)) : settings,
    complaints: [...complaints, ...notes.slice(0, MAX_COMPLAINTS)],
    rejected,
    ...(rest.length > 0 && { withoutEffect: rest }),
    ...(rulesLost && { rulesLost }),
  }
}

/** Whatever word is given for one of these: nobody writes it to keep the mode. */
const withSwitches = (settings: Settings, value: unknown): Settings => {
  const given = isObject(value) && isObject(value['permissions']) ? value['permissions'] : {}
  const off = SWITCHES.filter(key => typeof given[key] === 'string')
  if (off.length === 0) return settings
  return {
    ...settings,
    permissions: { ...settings.permissions, ...Object.fromEntries(off.map(key => [key, 'disable'])) },
  }
}

/** A mode of another version is no reason to lose what else the file says: nothing is loosened without it. */
const isOtherWord = (value: unknown, path: readonly string[]): boolean => {
  const key = path.join('.')
  if (key !== 'permissions.defaultMode' && !SWITCHES.some(name => key === `permissions.${name}`)) return false
  const given = path.reduce<unknown>((part, name) => (isObject(part) ? part[name] : undefined), value)
  return typeof given === 'string'
}

/** The whole file, all permissions, or one of the two lists that restrict. */
const mayHoldRules = ([part, list]: readonly string[]): boolean =>
  part === undefined || (part === 'permissions' && (list === undefined || RULES.includes(list)))

const isEmpty = (value: unknown, path: readonly string[]): boolean => {
  const at = path.reduce<unknown>((part, key) => (isObject(part) ? part[key] : undefined), value)
  return typeof at === 'object' && at !== null && Object.keys(at).length === 0
}

const restOf = (value: Readonly<Record<string, unknown>>, said: readonly StrangeKey[]): readonly string[] => {
  const known = new Set(said.map(({ path }) => path.join('.')))
  return keysWithoutEffect(value)
    .map(({ path }) => path.join('.'))
    .filter(key => !known.has(key))
}

interface StrangeKey {
  readonly path: readonly string[]
  /** What it looks like. */
  readonly meant: readonly string[]
  readonly message: LocalizedText
}

const strangeKeys = (value: Readonly<Record<string, unknown>>): readonly StrangeKey[] => {
  const misplaced = keysWithoutEffect(value).flatMap(({ path, meaning }) => {
    const [part = '', key] = path
    // Beside `permissions` only the very names: other programs may have lists of their own there.
    const list =
      key === undefined ? RULES.find(name => name === part) : part === 'permissions' && restrictingList(key)
    return list && meaning === 'unknown' ? [strangeKey(path, ['permissions', list])] : []
  })
  const known = new Set(misplaced.map(({ path }) => path.join('.')))
  const misspelt = findMisspelt(value).filter(({ path }) => !known.has(path.join('.')))
  return [...misplaced, ...misspelt.map(({ path, meant }) => strangeKey(path, [...path.slice(0, -1), meant]))]
}

const strangeKey = (path: readonly string[], meant: readonly string[]): StrangeKey => {
  const name = meant.length > path.length ? meant.join('.') : String(meant.at(-1))
  return { path, meant, message: settingsText('unknown_key', { name }) }
}
