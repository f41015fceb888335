import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomically } from '../../../lib/atomic-write.ts'
import { lifeOf, type ProcessIdentity, thisProcess } from '../../../lib/process/process-identity.ts'
import { tryFirstText } from '../../../protocol/messages/engine/try-first.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { type KeptStep, undoSteps } from './undo-steps.ts'

/** What is being put in place, written down before it is: whoever comes after a program that was killed takes it back. */
interface Journal {
  readonly version: 1
  readonly owner: ProcessIdentity
  /** Directories of ours for what is on its way, and for what went. */
  readonly stages: readonly string[]
  /** Absent: nothing of it is in place yet, or all of it. */
  readonly steps?: readonly KeptStep[]
}

export interface KeepJournal extends Disposable {
  /** A directory of ours is about to be made. */
  stage(path: string): void
  begin(steps: readonly KeptStep[]): void
  /** All of it is in place, or none. */
  end(): void
}

const NAME = /^keep-[\w-]+\.json$/
const BIG: readonly string[] = ['modified', 'changed', 'born', 'inode', 'staged']

const write = (path: string, journal: Journal): void =>
  writeFileAtomically(
    path,
    Buffer.from(JSON.stringify(journal, (_, value) => (typeof value === 'bigint' ? String(value) : value))),
    { mode: 0o600 },
  )

const read = (path: string): Journal | undefined => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'), (key, value) =>
      BIG.includes(key) && typeof value === 'string' ? BigInt(value) : value,
    ) as Journal
  } catch {
    // Cut off before it was whole, and so before anything it speaks of.
    return undefined
  }
}

/** In a directory that commands cannot see; without one nothing is written down. */
export const openKeepJournal = (directory: string | undefined): KeepJournal => {
  if (directory === undefined)
    return { stage: () => {}, begin: () => {}, end: () => {}, [Symbol.dispose]: () => {} }
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const path = join(directory, `keep-${crypto.randomUUID()}.json`)
  const owner = thisProcess()
  const stages: string[] = []
  return {
    stage(made) {
      stages.push(made)
      write(path, { version: 1, owner, stages })
    },
    begin: steps => write(path, { version: 1, owner, stages, steps }),
    end: () => write(path, { version: 1, owner, stages }),
    [Symbol.dispose]: () => rmSync(path, { force: true }),
  }
}

export interface TakenBack {
  /** What is as it was again. */
  readonly paths: readonly string[]
  /** What somebody has changed since: it stays, and what it was lies in the directories named here. */
  readonly left: readonly string[]
  readonly stages: readonly string[]
}

/** Takes back what programs that are gone had put in place in part. */
export const takeBackKept = (
  directory: string,
  isGone = (owner: ProcessIdentity): boolean => lifeOf(owner) === 'dead',
): readonly TakenBack[] =>
  namesIn(directory).flatMap(name => {
    const path = join(directory, name)
    const journal = read(path)
    // Of a program that still runs, on this machine or another one.
    if (journal && !isGone(journal.owner)) return []
    const { steps = [], stages = [] } = journal ?? {}
    const left = undoSteps(steps)
    if (left.length === 0) for (const stage of stages) rmSync(stage, { recursive: true, force: true })
    rmSync(path, { force: true })
    const paths = steps.map(step => step.path).filter(one => !left.includes(one))
    return steps.length === 0 ? [] : [{ paths, left, stages: left.length === 0 ? [] : stages }]
  })

const MOST_NAMED = 10

/** For the person who starts this program next. */
export const tellTakenBack = ({ paths, left, stages }: TakenBack): readonly LocalizedText[] => [
  tryFirstText('taken_back', { count: String(paths.length), paths: paths.slice(0, MOST_NAMED) }),
  ...(left.length === 0
    ? []
    : [tryFirstText('not_taken_back', { paths: left.slice(0, MOST_NAMED), stages })]),
]

const namesIn = (directory: string): readonly string[] => {
  try {
    return readdirSync(directory).filter(name => NAME.test(name))
  } catch {
    // Nothing was ever tried here.
    return []
  }
}
