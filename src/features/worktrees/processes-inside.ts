import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { isInside } from '../../lib/paths.ts'

/** Processes whose directory is there, as far as the system tells: only Linux does. */
export const processesInside = (
  directory: string,
): readonly { readonly pid: number; readonly name: string }[] => {
  const pids = entriesOf('/proc').filter(name => /^\d+$/.test(name))
  return pids.flatMap(pid => {
    const cwd = cwdOf(pid)
    if (cwd === undefined || Number(pid) === process.pid) return []
    return isInside(cwd, directory, { caseSensitive: true }) ? [{ pid: Number(pid), name: nameOf(pid) }] : []
  })
}

const entriesOf = (path: string): readonly string[] => {
  try {
    return readdirSync(path)
  } catch {
    // No such list on this system.
    return []
  }
}

const cwdOf = (pid: string): string | undefined => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    // Another user's, or it has ended.
    return undefined
  }
}

const nameOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    // It ended just now.
    return 'gone'
  }
}
