import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

/** Names one process for good: a pid alone is given to another one some day. */
export interface ProcessIdentity {
  readonly pid: number
  /** In the kernel's own count; '' where it cannot be known. */
  readonly started: string
  readonly host: string
}

export const thisProcess = (): ProcessIdentity => ({
  pid: process.pid,
  started: statOf(process.pid)?.started ?? '',
  host: hostname(),
})

/** `unknown`: of another machine. */
export const lifeOf = ({ pid, started, host }: ProcessIdentity): 'alive' | 'dead' | 'unknown' => {
  if (host !== hostname()) return 'unknown'
  if (!isProcessRunning(pid)) return 'dead'
  const now = statOf(pid)?.started
  return now !== undefined && started !== '' && now !== started ? 'dead' : 'alive'
}

/**
 * Whether a process of this machine runs, whoever owns it. One that has ended does not, even while it waits for a parent
 * to collect it, which in a container without an init may be for ever.
 */
export const isProcessRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return !ENDED.includes(statOf(pid)?.state ?? '')
}

/** Zombie and dead, as the kernel marks them. */
const ENDED: readonly string[] = ['Z', 'X', 'x']

/** Undefined where there is no /proc, or the process is gone. */
const statOf = (
  pid: number,
): { readonly state: string; readonly started: string | undefined } | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name of the program stands before, in parentheses, and may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', started: fields[19] }
  } catch {
    // No /proc here, or the process is gone: the pid alone has to do.
    return undefined
  }
}
