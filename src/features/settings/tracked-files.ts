import {
  closeSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { isInside, resolveReal } from '../../lib/paths.ts'

const MAX_INDEX_BYTES = 64 * 1024 * 1024

/**
 * Whether a local settings file is the person's own rather than part of the folder: in a repository, not reached
 * through a link and not tracked by git. What cannot be found out counts as the folder's, and outside a repository
 * nothing tells a file the person wrote from one that was unpacked with the rest.
 */
export const isUntrackedLocalFile = (localDir: string, file: string): boolean => {
  try {
    const root = realpathSync.native(localDir)
    if (realpathSync.native(file) !== join(root, relative(localDir, file))) return false
    return !isTracked(root, join(root, relative(localDir, file)))
  } catch {
    // The file or the index went away or cannot be read: not known to be the person's.
    return false
  }
}

/**
 * Whether a directory (a real path) came with the checkout around it: git tracks it or something in it. True also where
 * that cannot be found out.
 */
export const isDirectoryTracked = (root: string, directory: string): boolean => {
  try {
    const git = lstatSync(join(root, '.git'), { throwIfNoEntry: false })
    if (!git?.isDirectory()) return true
    const name = relative(root, directory)
    return indexNames(join(root, '.git'), name) || indexNames(join(root, '.git'), `${name}${sep}`)
  } catch {
    // The index went away or cannot be read: not known to be the person's.
    return true
  }
}

/** Whether a file lies, with all links followed, below one of the folders. What cannot be followed does not. */
export const liesWithin = (folders: readonly string[], file: string): boolean => {
  const place = resolveReal(file)
  return folders.some(folder => {
    const holder = resolveReal(folder)
    return place.ok && holder.ok && isInside(place.real, holder.real, { caseSensitive: true })
  })
}

const isTracked = (directory: string, file: string): boolean => {
  for (let root = directory; ; root = dirname(root)) {
    // Through a link the index of another repository would answer.
    const git = lstatSync(join(root, '.git'), { throwIfNoEntry: false })
    if (git) return !git.isDirectory() || indexNames(join(root, '.git'), relative(root, file))
    if (root === dirname(root)) return true
  }
}

/** True also for an index this cannot look into: compressed names (version 4), a split index, too large. */
const indexNames = (gitDirectory: string, name: string): boolean => {
  const index = join(gitDirectory, 'index')
  const stats = statSync(index, { throwIfNoEntry: false })
  if (!stats) return false
  // A pipe in its place would never answer.
  if (!stats.isFile() || stats.size > MAX_INDEX_BYTES || !hasWholeNames(index)) return true
  if (readdirSync(gitDirectory).some(entry => entry.startsWith('sharedindex.'))) return true
  // A name that ends in a slash stands for everything below it.
  const end = name.endsWith(sep) ? '' : '\0'
  const wanted = `${Buffer.from(name.split(sep).join('/')).toString('latin1')}${end}`.toLowerCase()
  return readFileSync(index, 'latin1').toLowerCase().includes(wanted)
}

const hasWholeNames = (index: string): boolean => {
  const header = Buffer.alloc(8)
  const descriptor = openSync(index, 'r')
  try {
    readSync(descriptor, header, 0, 8, 0)
  } finally {
    closeSync(descriptor)
  }
  const version = header.readUInt32BE(4)
  return header.toString('latin1', 0, 4) === 'DIRC' && (version === 2 || version === 3)
}
