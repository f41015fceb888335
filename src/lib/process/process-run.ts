import { readFileSync } from 'node:fs'

/** One process of this machine, told from a later one with the same number. */
export interface ProcessRun {
  readonly pid: number
  /** With the pid, names one process for good; empty where it cannot be known. */
  readonly started: string
}

export const thisRun = (): ProcessRun => ({ pid: process.pid, started: startOf(process.pid) ?? '' })

/** On this machine; where only the number is known, somebody else may have it by now. */
export const isProcessGone = ({ pid, started }: ProcessRun): boolean => {
  if (!exists(pid)) return true
  const now = startOf(pid)
  return now !== undefined && started !== '' && now !== started
}

const exists = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** When the process started, in the kernel's own count; undefined where there is no /proc. */
const startOf = (pid: number): string | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    // No /proc here, or the process is gone: the pid alone has to do.
    return undefined
  }
}
