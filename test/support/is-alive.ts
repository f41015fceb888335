import { existsSync, readFileSync } from 'node:fs'

/** Whether a process runs. One that has ended and waits to be collected does not. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return !existsSync('/proc/self/stat') || !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    // Not there, at once or by the time it was looked at.
    return false
  }
}
