import { dirname } from 'node:path'
import { makeDirectories } from '../../lib/files/make-directories.ts'
import {
  readStoredObject,
  readToChange,
  type StoredOptions,
  writeStoredObject,
} from '../../lib/files/stored-object.ts'
import { isObject } from '../../lib/is-object.ts'
import { movedAsideText } from '../../protocol/messages/host/stored-files.ts'

/** What this machine knows about the schedules of a project: which may run, and when each last did. */
export interface DurableState {
  /** By the hash of what was shown. */
  readonly answers: Readonly<Record<string, 'yes' | 'no'>>
  readonly firedAt: Readonly<Record<string, number>>
}

/** A damaged file counts for nothing: everything is asked about again. */
export const readDurableState = (file: string): DurableState => {
  const read = readStoredObject(file)
  return stateOf(read.kind === 'object' ? read.value : {})
}

const stateOf = ({ answers, firedAt }: Readonly<Record<string, unknown>>): DurableState => ({
  answers: pick(answers, (word): word is 'yes' | 'no' => word === 'yes' || word === 'no'),
  firedAt: pick(firedAt, (at): at is number => typeof at === 'number'),
})

const pick = <T>(value: unknown, is: (each: unknown) => each is T): Readonly<Record<string, T>> =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).filter((entry): entry is [string, T] => is(entry[1])))
    : {}

interface StateChange {
  readonly answers?: DurableState['answers']
  readonly firedAt?: DurableState['firedAt']
}

/**
 * Adds to what is known, and keeps all else in the file. A damaged one is kept beside it, and `say` hears of it. Private
 * to the person: a yes in it lets words of a project run by themselves.
 */
export const changeDurableState = (file: string, change: StateChange, say?: (text: string) => void): void => {
  makeDirectories(dirname(file), 0o700)
  const accepts: StoredOptions['accepts'] = ({ answers = {}, firedAt = {} }) =>
    isObject(answers) && isObject(firedAt)
  const before = readToChange(file, { accepts, ...(say && { say: kept => say(movedAsideText(kept).text) }) })
  writeStoredObject(file, {
    ...before,
    answers: { ...partOf(before['answers']), ...change.answers },
    firedAt: { ...partOf(before['firedAt']), ...change.firedAt },
  })
}

const partOf = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {})
