import { closeSync, constants, lstatSync, openSync, readlinkSync, renameSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const MARK = '.made-in-sandbox'
const MAX_NAMES = 100

/**
 * Gives something that was made inside the sandbox a name that nothing obeys, in its own directory; answers the new
 * path. The directory is opened first and must be what its name says: a link put there meanwhile is not followed.
 */
export const setAside = (path: string): string | undefined => {
  const directory = dirname(path)
  let opened: number | undefined
  try {
    opened = openSync(directory, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
    const here = process.platform === 'linux' ? `/proc/self/fd/${opened}` : directory
    if (process.platform === 'linux' && readlinkSync(here) !== directory) return undefined
    const name = freeName(here, `${basename(path)}${MARK}`)
    if (name === undefined) return undefined
    renameSync(join(here, basename(path)), join(here, name))
    return join(directory, name)
  } catch {
    // Gone already, or its directory is: nothing is left that could be obeyed.
    return undefined
  } finally {
    if (opened !== undefined) closeSync(opened)
  }
}

const freeName = (directory: string, name: string): string | undefined => {
  for (let count = 1; count <= MAX_NAMES; count++) {
    const candidate = count === 1 ? name : `${name}-${count}`
    if (!lstatSync(join(directory, candidate), { throwIfNoEntry: false })) return candidate
  }
  return undefined
}
