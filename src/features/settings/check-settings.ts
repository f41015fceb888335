import { isObject } from '../../lib/is-object.ts'
import type { Settings } from '../../protocol/settings.ts'
import { findMisspelt, settingsCheck } from './known-keys.ts'
import { quoted } from './problem.ts'

/** Something is wrong with one value, or (`note`) probably not what was meant. */
interface Complaint {
  /** Dotted, fit for a message; empty: the whole file. */
  readonly key: string
  readonly path: readonly string[]
  readonly message: string
  readonly note?: true
}

interface CheckedSettings {
  readonly settings: Settings
  readonly complaints: readonly Complaint[]
  /** A part that must be read whole or not at all is malformed. */
  readonly rejected: boolean
}

/** Half a deny list or half a hook is dangerous: one bad value in these and the file does not count. */
const WHOLE_PARTS: readonly string[] = ['permissions', 'hooks']
const MAX_COMPLAINTS = 50

/** Unknown keys are at most a note. `duplicates` are the dotted paths of keys given twice. */
export const checkSettings = (value: unknown, duplicates: readonly string[]): CheckedSettings => {
  const complaints: Complaint[] = []
  let rejected = false
  let count = 0
  const report = (path: readonly string[], message: string): void => {
    if (path.length === 0 || WHOLE_PARTS.includes(path[0] ?? '')) rejected = true
    if (++count <= MAX_COMPLAINTS) complaints.push({ key: quoted(path.join('.')), path, message })
  }
  for (const duplicate of duplicates)
    report(duplicate.split('.'), 'this key is given twice; only the last one is used')
  const settings: Settings = settingsCheck(value, { key: '', report }) ?? {}
  if (count > MAX_COMPLAINTS)
    complaints.push({ key: '', path: [], message: `and ${count - MAX_COMPLAINTS} more` })
  if (isObject(value)) complaints.push(...notesOn(value))
  return { settings: rejected ? {} : settings, complaints, rejected }
}

const notesOn = (value: Readonly<Record<string, unknown>>): readonly Complaint[] =>
  findMisspelt(value)
    .slice(0, MAX_COMPLAINTS)
    .map(({ path, meant }) => ({
      key: quoted(path.join('.')),
      path,
      message: `no setting has this name; did you mean "${meant}"?`,
      note: true,
    }))
