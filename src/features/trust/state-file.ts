import { join } from 'node:path'
import { withFileLock } from '../../lib/files/file-lock.ts'
import { makeDirectories } from '../../lib/files/make-directories.ts'
import { readStoredObject, type StoredOptions, writeStoredObject } from '../../lib/files/stored-object.ts'
import { isObject } from '../../lib/is-object.ts'
import { damageState, storedFileText } from '../../protocol/messages/host/stored-files.ts'
import { LocalizedError, type LocalizedText } from '../../protocol/messages/localized-text.ts'

/** `state.json` as found; keys this version does not know are kept. */
export type State = Readonly<Record<string, unknown>>

/** The file is there and cannot be used; nothing was changed. */
export class StateError extends LocalizedError<LocalizedText> {
  override readonly name = 'StateError'
  readonly kind = 'unusable'
}

export type StateRead =
  | { readonly kind: 'state'; readonly state: State }
  /** Nothing in the file counts; the message says why and what to do. */
  | { readonly kind: 'unusable'; readonly message: LocalizedText }

export interface StateDeps {
  newId(): string
  /** Milliseconds since the epoch. */
  now(): number
}

const MAX_BYTES = 16 * 1024 * 1024

const stateFile = (configHome: string): string => join(configHome, 'state.json')

/** One small synchronous read: it stands before the first request. What others could have written is not believed. */
export const readState = (configHome: string): StateRead => {
  const file = stateFile(configHome)
  const read = readStoredObject(file, STATE)
  if (read.kind === 'absent') return { kind: 'state', state: {} }
  if (read.kind === 'object') return { kind: 'state', state: read.value }
  const bare = damageState(read.damage)
  const state = read.damage.kind === 'unreadable' ? bare : storedFileText('repair', { state: bare })
  return { kind: 'unusable', message: storedFileText('no_trust', { file, state }) }
}

/** What others could have written is not believed; a project that is no object would be lost by a change. */
const STATE: StoredOptions = {
  maxBytes: MAX_BYTES,
  accepts: ({ projects = {} }) => isObject(projects) && Object.values(projects).every(isObject),
  objection: facts => {
    const user = process.geteuid?.()
    if (user === undefined) return undefined
    if (facts.uid !== user) return { kind: 'other_owner', detail: String(facts.uid) }
    return (facts.mode & 0o022) === 0 ? undefined : { kind: 'writable_by_others' }
  },
}

/** Replaces the state by what `change` makes of it, while no other process does the same. Throws StateError. */
export const changeState = async (
  configHome: string,
  change: (state: State) => State,
  deps: StateDeps,
): Promise<void> => {
  makeDirectories(configHome, 0o700)
  const file = stateFile(configHome)
  await withFileLock(
    `${file}.lock`,
    () => {
      const read = readState(configHome)
      if (read.kind === 'unusable')
        throw new StateError(storedFileText('nothing_changed', { problem: read.message }))
      const after = change(read.state)
      if (after === read.state) return
      writeStoredObject(file, after)
    },
    deps,
  )
}
