import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { writeFileAtomically } from '../../lib/atomic-write.ts'
import { isObject } from '../../lib/is-object.ts'
import { makeDirectories } from '../../lib/make-directories.ts'

/** What this machine knows about the schedules of a project: which may run, and when each last did. */
export interface DurableState {
  /** By the hash of what was shown. */
  readonly answers: Readonly<Record<string, 'yes' | 'no'>>
  readonly firedAt: Readonly<Record<string, number>>
}

const NOTHING: DurableState = { answers: {}, firedAt: {} }

export const readDurableState = (file: string): DurableState => {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (!isObject(value)) return NOTHING
    const { answers, firedAt } = value
    return {
      answers: pick(answers, (word): word is 'yes' | 'no' => word === 'yes' || word === 'no'),
      firedAt: pick(firedAt, (at): at is number => typeof at === 'number'),
    }
  } catch {
    // Not there, or damaged: everything is asked about again.
    return NOTHING
  }
}

const pick = <T>(value: unknown, is: (each: unknown) => each is T): Readonly<Record<string, T>> =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).filter((entry): entry is [string, T] => is(entry[1])))
    : {}

/** Private to the person: a yes in it lets words of a project run by themselves. */
export const writeDurableState = (file: string, state: DurableState): void => {
  makeDirectories(dirname(file), 0o700)
  writeFileAtomically(file, Buffer.from(`${JSON.stringify(state)}\n`), { mode: 0o600 })
}
