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
  started: startOf(process.pid) ?? '',
  host: hostname(),
})

/** `unknown`: of another machine. */
export const lifeOf = ({ pid, started, host }: ProcessIdentity): 'alive' | 'dead' | 'unknown' => {
  if (host !== hostname()) return 'unknown'
  if (!exists(pid)) return 'dead'
  const now = startOf(pid)
  return now !== undefined && started !== '' && now !== started ? 'dead' : 'alive'
}

const exists = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Undefined where there is no /proc, or the process is gone. */
const startOf = (pid: number): string | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    // No /proc here, or the process is gone: the pid alone has to do.
    return undefined
  }
}
