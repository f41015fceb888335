import { copyFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { errorText } from '../../../lib/error-text.ts'
import { withFileLock } from '../../../lib/files/file-lock.ts'
import { makeDirectories } from '../../../lib/files/make-directories.ts'
import type { MemoryTidied } from '../../../protocol/memory.ts'
import { applyEdits } from '../apply-edits.ts'
import { dayOf, hasUnreadDay, readLogs } from '../daily-log.ts'
import { type MemoryEdits, parseEdits } from '../edits.ts'
import { lockPath } from '../lock-path.ts'
import type { MemoryDirectory } from '../memory-directory.ts'
import { INDEX_NAME } from '../memory-file.ts'
import { showMemories, withheldIn } from '../shown-memories.ts'
import { consolidateInstruction } from './instruction.ts'
import { isClaimed, isDue, readState, writeState } from './state.ts'

export interface ConsolidationPorts {
  readonly directory: MemoryDirectory
  ask(prompt: string, signal: AbortSignal): Promise<string>
  /** Sessions of this project that were used since. */
  sessionsSince(time: number): number
  now(): Date
  newId(): string
  log?(line: string): void
}

export { CONSOLIDATE_SYSTEM } from './instruction.ts'

const SHOWN_CHARS = 100_000
const MOST_EDITS = 100
const LOG_CHARS = 30_000

/**
 * Merges and prunes the memories, at most once a day and after some sessions unless it is asked for. Everything is
 * copied aside first; when anything goes wrong the memories stay as they were. Never rejects.
 */
export const consolidate = async (
  ports: ConsolidationPorts,
  want: { readonly force: boolean },
  signal: AbortSignal,
): Promise<MemoryTidied> => {
  try {
    const claimed = await claim(ports, want.force)
    if (claimed !== 'claimed') return { kind: claimed }
  } catch (error) {
    return { kind: 'failed', why: String(error) }
  }
  let result: MemoryTidied
  try {
    result = await putInOrder(ports, signal)
  } catch (error) {
    result = { kind: 'failed', why: errorText(error) }
  }
  // A failure counts as a try: the next one is due tomorrow. One that was cut short by the end of the program is not.
  const lastAt = signal.aborted ? readState(ports.directory).lastAt : ports.now().getTime()
  await locked(ports, () => writeState(ports.directory, { lastAt })).catch((error: unknown) => {
    ports.log?.(`memory: ${String(error)}`)
  })
  return result
}

const locked = async <T>({ directory, newId, now }: ConsolidationPorts, act: () => T): Promise<T> =>
  await withFileLock(lockPath(directory), act, { newId, now: () => now().getTime() })

const claim = async (ports: ConsolidationPorts, force: boolean): Promise<'claimed' | 'busy' | 'not_due'> => {
  const { directory, sessionsSince } = ports
  const memories = directory.names().length
  const time = (): number => ports.now().getTime()
  const unread = (since: number): boolean => hasUnreadDay(directory, { since, now: time() })
  // What was only logged waits for this.
  const files = logsOf(ports) === '' ? memories : Number.POSITIVE_INFINITY
  const due = (): boolean =>
    isDue(readState(directory), { now: time(), files, sessionsSince, hasUnreadDay: unread })
  // Without the lock first: mostly there is nothing to do, and perhaps no directory.
  if (files === 0 || !(force || due())) return 'not_due'
  return await locked(ports, () => {
    const state = readState(directory)
    const now = time()
    if (isClaimed(state, now)) return 'busy'
    if (!(force || due())) return 'not_due'
    writeState(directory, { ...state, claimedAt: now })
    return 'claimed'
  })
}

/** What was logged since the last time. */
const logsOf = ({ directory, now }: ConsolidationPorts): string =>
  readLogs(directory, { since: readState(directory).lastAt, now: now().getTime(), maxChars: LOG_CHARS })

const putInOrder = async (ports: ConsolidationPorts, signal: AbortSignal): Promise<MemoryTidied> => {
  const { directory } = ports
  const before = printsOf(directory)
  const { text, shown, existing, forgotten, withheld } = showMemories(directory, SHOWN_CHARS)
  const today = dayOf(ports.now())
  const reply = await ports.ask(
    consolidateInstruction({ memories: text, log: logsOf(ports), today, forgotten }),
    signal,
  )
  if (signal.aborted) return { kind: 'failed', why: 'it was cut short' }
  const edits = parseEdits(reply, { most: MOST_EDITS, shown, existing, withheld, mayRemove: true })
  if (!edits) return { kind: 'failed', why: 'the reply is not of the form that was asked for' }
  for (const why of edits.refused) ports.log?.(`memory: not taken: ${why}`)
  // A merge that lost half of itself would remove what it was to keep.
  if (edits.refused.length > 0) return { kind: 'failed', why: 'a part of the reply could not be taken' }
  return await locked(ports, () => {
    const isNew = [...withheldIn(directory).withheld].some(file => !withheld.has(file))
    return isNew ? { kind: 'failed', why: 'memories changed meanwhile' } : apply(ports, edits, before)
  })
}

const apply = (
  { directory, now }: ConsolidationPorts,
  { save, remove }: MemoryEdits,
  before: ReadonlyMap<string, string>,
): MemoryTidied => {
  if (save.length + remove.length === 0) return { kind: 'done', saved: [], removed: [] }
  const removed = new Set(remove)
  if (save.length === 0 && [...before.keys()].every(file => removed.has(file)))
    return { kind: 'failed', why: 'nothing would be left' }
  const after = printsOf(directory)
  const touched = [...save.map(({ file }) => file), ...remove]
  if (touched.some(file => before.get(file) !== after.get(file)))
    return { kind: 'failed', why: 'memories changed meanwhile' }
  const backup = backUp(directory, now())
  applyEdits(directory, { save, remove }, now())
  return { kind: 'done', saved: save.map(({ file }) => file), removed: remove, backup }
}

/** What tells that a file was changed. */
const printsOf = (directory: MemoryDirectory): ReadonlyMap<string, string> =>
  new Map(directory.list().map(({ file, mtimeMs, size }) => [file, `${mtimeMs} ${size}`]))

const KEPT = 3

/** Copies all memories and the index aside, where no session reads them; only the last few copies stay. */
const backUp = (directory: MemoryDirectory, now: Date): string => {
  const all = join(directory.path, '.backup')
  const target = join(all, now.toISOString().replace(/[:.]/g, '-'))
  makeDirectories(target, 0o700)
  const index = directory.index() === undefined ? [] : [INDEX_NAME]
  for (const file of [...directory.names(), ...index])
    copyFileSync(join(directory.path, file), join(target, file))
  const old = readdirSync(all).sort().slice(0, -KEPT)
  for (const name of old) rmSync(join(all, name), { recursive: true, force: true })
  return target
}
