import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createMarkReader, type MarkAnswer, type ProcessMark } from './process-mark.ts'

/** What belongs together: the group of `leader`, its descendants, and every process that carries `mark`. */
export interface ProcessTree {
  readonly leader: number
  readonly mark: ProcessMark
}

interface ProcessStat {
  readonly pid: number
  readonly parent: number
  readonly group: number
  /** With the pid, names one process for good: a reused pid has another. */
  readonly started: string
}

const POLL_MS = 20
const LAST_ROUNDS = 250

/** The members seen so far, by process number, and the processes that are known to carry no mark. */
interface Search {
  readonly leader?: number
  markOn(pid: number): MarkAnswer
  readonly known: Map<number, string>
  readonly unmarked: Map<number, string>
  /** When this program began, in the count of the kernel: what is older carries no mark of it and is not asked. */
  readonly since: number
  readonly table: ProcessTable
}

/** Where the system tells of its processes. */
export interface ProcessTable {
  numbers(): readonly number[]
  /** `undefined` for one that has ended. */
  stat(pid: number): ProcessStat | undefined
}

const createSearch = (
  marks: readonly ProcessMark[],
  { leader, table = PROC }: { readonly leader?: number; readonly table?: ProcessTable },
): Search => ({
  ...(leader === undefined ? {} : { leader }),
  table,
  markOn: createMarkReader(marks),
  known: new Map(),
  unmarked: new Map(),
  since: Number(hasProc() ? (table.stat(process.pid)?.started ?? 0) : 0),
})

/**
 * Ends the whole tree: TERM, then after `graceMs` KILL, until nothing is left. Processes that left the group and the
 * session are found by mark and by ancestry; each one seen is remembered, so that its children are known after it
 * died. Without /proc only the group is ended.
 */
export const killTree = ({ leader, mark }: ProcessTree, graceMs: number): Promise<void> =>
  killAll(createSearch([mark], { leader }), graceMs)

/** Ends whatever still carries one of the marks, with its descendants. Without /proc there is no telling, and nothing is ended. */
export const killMarked = async (
  marks: readonly ProcessMark[],
  graceMs: number,
  table: ProcessTable = PROC,
): Promise<void> => {
  if (!hasProc() || marks.length === 0) return
  const search = createSearch(marks, { table })
  const listed = table.numbers()
  if (members(search, listed).length > 0 || hasNew(table, listed)) await killAll(search, graceMs)
}

/** Whoever escaped a look ended during it, and left at most what is new since. */
const hasNew = (table: ProcessTable, listed: readonly number[]): boolean => {
  const known = new Set(listed)
  return table.numbers().some(pid => !known.has(pid))
}

const killAll = async (search: Search, graceMs: number): Promise<void> => {
  const first = members(search)
  signalAll(search, first, 'SIGTERM')
  if (first.length > 0 || search.leader !== undefined)
    for (let waited = 0; waited < graceMs && isAlive(search); waited += POLL_MS) await pause(POLL_MS)
  for (let round = 0; round < LAST_ROUNDS; round++) {
    const left = members(search)
    if (left.length === 0 && !leaderGroupExists(search)) return
    signalAll(search, left, 'SIGKILL')
    if (left.length === 0 && hasProc()) return
    await pause(POLL_MS)
  }
}

/** Ends what a finished leader left behind in its group. Says whether there was anything. */
export const killGroupLeftovers = async (leader: number, graceMs: number): Promise<boolean> => {
  if (!groupAlive(leader)) return false
  signal(-leader, 'SIGTERM')
  for (let waited = 0; waited < graceMs && groupAlive(leader); waited += POLL_MS) await pause(POLL_MS)
  if (groupAlive(leader)) signal(-leader, 'SIGKILL')
  return true
}

const isAlive = (search: Search): boolean =>
  hasProc() ? members(search).length > 0 : leaderGroupExists(search)

const leaderGroupExists = ({ leader }: Search): boolean => leader !== undefined && groupExists(leader)

const signalAll = ({ leader }: Search, pids: readonly number[], name: NodeJS.Signals): void => {
  if (leader !== undefined) signal(-leader, name)
  for (const pid of pids) signal(pid, name)
}

const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name)
  } catch (error) {
    // Gone already, or not ours to signal: both leave nothing to do.
    const code = (error as NodeJS.ErrnoException).code
    if (code !== 'ESRCH' && code !== 'EPERM') throw error
  }
}

const groupExists = (leader: number): boolean => {
  try {
    process.kill(-leader, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** A group of zombies exists but is dead; the cheap question comes first. */
const groupAlive = (leader: number): boolean =>
  groupExists(leader) && (!hasProc() || processes(PROC, PROC.numbers()).some(stat => stat.group === leader))

/** A container may come without it. */
const hasProc = (): boolean => process.platform === 'linux' && existsSync('/proc/self/stat')

/** Living members now; adds them to `known`. */
const members = (search: Search, listed = search.table.numbers()): readonly number[] => {
  if (!hasProc()) return []
  const { leader, known, table } = search
  const stats = processes(table, listed).filter(stat => stat.pid !== process.pid)
  const found = new Map<number, ProcessStat>()
  for (const stat of stats)
    if (
      stat.pid === leader ||
      stat.group === leader ||
      known.get(stat.pid) === stat.started ||
      known.has(stat.parent) ||
      hasMark(search, stat)
    )
      found.set(stat.pid, stat)
  for (let grown = found.size > 0; grown; ) {
    grown = false
    for (const stat of stats)
      if (!found.has(stat.pid) && found.has(stat.parent)) {
        found.set(stat.pid, stat)
        grown = true
      }
  }
  for (const stat of found.values()) known.set(stat.pid, stat.started)
  return [...found.keys()]
}

/** A process without the mark does not get it later: it is asked once. */
const hasMark = ({ markOn, unmarked, since }: Search, { pid, started }: ProcessStat): boolean => {
  if (Number(started) < since || unmarked.get(pid) === started) return false
  const answer = markOn(pid)
  if (answer === 'no') unmarked.set(pid, started)
  return answer === 'yes'
}

/** Every process that still runs; zombies are left out. */
const processes = (table: ProcessTable, listed: readonly number[]): readonly ProcessStat[] =>
  listed.map(pid => table.stat(pid)).filter(stat => stat !== undefined)

const readStat = (pid: number): ProcessStat | undefined => {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined
    return { pid, parent: Number(fields[1]), group: Number(fields[2]), started: fields[19] ?? '' }
  } catch {
    // Ended between the listing and the look.
    return undefined
  }
}

const PROC: ProcessTable = {
  numbers: () =>
    hasProc() ? readdirSync('/proc').flatMap(name => (/^\d+$/.test(name) ? [Number(name)] : [])) : [],
  stat: readStat,
}

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
