import { readdirSync, readFileSync } from 'node:fs'

/** What belongs together: the group of `leader`, its descendants, and every process with `mark` in its environment. */
export interface ProcessTree {
  readonly leader: number
  /** `NAME=value`, put into the leader's environment at its start. */
  readonly mark: string
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

/**
 * Ends the whole tree: TERM, then after `graceMs` KILL, until nothing is left. Processes that left the group, the
 * session or cleared their environment are found by ancestry; each one seen is remembered, so that its children are
 * known after it died. Without /proc only the group is ended.
 */
export const killTree = async (tree: ProcessTree, graceMs: number): Promise<void> => {
  const known = new Map<number, string>()
  signalTree(tree, members(tree, known), 'SIGTERM')
  for (let waited = 0; waited < graceMs && isAlive(tree, known); waited += POLL_MS) await pause(POLL_MS)
  for (let round = 0; round < LAST_ROUNDS; round++) {
    const left = members(tree, known)
    if (left.length === 0 && !groupExists(tree.leader)) return
    signalTree(tree, left, 'SIGKILL')
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

const isAlive = (tree: ProcessTree, known: Map<number, string>): boolean =>
  hasProc() ? members(tree, known).length > 0 : groupExists(tree.leader)

const signalTree = (tree: ProcessTree, pids: readonly number[], name: NodeJS.Signals): void => {
  signal(-tree.leader, name)
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
  groupExists(leader) && (!hasProc() || processes().some(stat => stat.group === leader))

const hasProc = (): boolean => process.platform === 'linux'

/** Living members now; adds them to `known`. */
const members = (tree: ProcessTree, known: Map<number, string>): readonly number[] => {
  if (!hasProc()) return []
  const stats = processes()
  const found = new Map<number, ProcessStat>()
  const belongs = (stat: ProcessStat): boolean =>
    stat.pid === tree.leader ||
    stat.group === tree.leader ||
    known.get(stat.pid) === stat.started ||
    known.has(stat.parent) ||
    found.has(stat.parent) ||
    hasMark(stat.pid, tree.mark)
  for (let grown = true; grown; ) {
    grown = false
    for (const stat of stats)
      if (!found.has(stat.pid) && stat.pid !== process.pid && belongs(stat)) {
        found.set(stat.pid, stat)
        grown = true
      }
  }
  for (const stat of found.values()) known.set(stat.pid, stat.started)
  return [...found.keys()]
}

const hasMark = (pid: number, mark: string): boolean => {
  try {
    return `\0${readFileSync(`/proc/${pid}/environ`, 'latin1')}`.includes(`\0${mark}\0`)
  } catch {
    // Ended meanwhile, or another user's: not one of ours.
    return false
  }
}

/** Every process that still runs; zombies are left out. */
const processes = (): readonly ProcessStat[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(name => readStat(Number(name)))
    .filter(stat => stat !== undefined)

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

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
