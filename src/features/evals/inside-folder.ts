import { lstatSync, realpathSync } from 'node:fs'

/**
 * Whether a path of a task is really in its folder: a link in a task of somebody else could name any file of the person,
 * which a copy then hands to commands. What is not there is nowhere else.
 */
export const isInFolder = (folder: string, path: string): boolean => {
  if (!lstatSync(path, { throwIfNoEntry: false })) return true
  try {
    const [real, root] = [realpathSync(path), realpathSync(folder)]
    return real === root || real.startsWith(`${root}/`)
  } catch {
    // A link that leads nowhere, or round in a circle.
    return false
  }
}
