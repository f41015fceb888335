import { chmodSync, closeSync, constants, fstatSync, openSync, readlinkSync } from 'node:fs'

/** From the headers of Linux: a handle that needs no permission to read. */
const O_PATH = 0o10000000

/**
 * Works in a directory that a sandboxed command may be changing at the same time: it is opened first and must be what
 * its name says, so that a link put there meanwhile is not followed. `use` gets a path that stays with that directory.
 * Undefined when it is gone or another.
 */
export const inDirectory = <T>(directory: string, use: (here: string) => T): T | undefined => {
  let opened: number | undefined
  try {
    opened = openSync(directory, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
    const here = process.platform === 'linux' ? `/proc/self/fd/${opened}` : directory
    if (process.platform === 'linux' && readlinkSync(here) !== directory) return undefined
    return use(here)
  } catch {
    // Gone already, or nothing can be done there.
    return undefined
  } finally {
    if (opened !== undefined) closeSync(opened)
  }
}

/** Gives the owner, who must be us, the permissions back that were taken from a directory inside the sandbox. */
export const openUp = (directory: string): boolean => {
  if (process.platform !== 'linux') return false
  let opened: number | undefined
  try {
    opened = openSync(directory, O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW)
    const here = `/proc/self/fd/${opened}`
    const stat = fstatSync(opened)
    if (readlinkSync(here) !== directory || stat.uid !== process.getuid?.()) return false
    chmodSync(here, (stat.mode & 0o777) | 0o700)
    return true
  } catch {
    // Not ours.
    return false
  } finally {
    if (opened !== undefined) closeSync(opened)
  }
}
