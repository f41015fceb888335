import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SavedContent } from './set-aside.ts'
import type { Sighting } from './sighting.ts'

const MAX_BYTES = 1024 * 1024
const MAX_ENTRIES = 1000

/** What is needed to put something back at its name; undefined for directories and what is too large. */
export const readSavedContent = ({ path, kind, link }: Sighting): SavedContent | undefined =>
  link ? { target: link.target } : kind === 'file' ? readPlain(path) : undefined

const readPlain = (path: string): { readonly data: Uint8Array; readonly mode: number } | undefined => {
  let fd: number | undefined
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const stat = fstatSync(fd)
    return stat.isFile() && stat.size <= MAX_BYTES
      ? { data: readFileSync(fd), mode: stat.mode & 0o777 }
      : undefined
  } catch {
    // Not readable by us: then it is not put back either.
    return undefined
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

/** Whether this is a file that reads as expected, or a directory with nothing else in it. */
export const holdsOnly = (
  { path, kind }: Pick<Sighting, 'path' | 'kind'>,
  expected: ReadonlyMap<string, Uint8Array>,
): boolean => {
  if (kind === 'link') return false
  const files = kind === 'file' ? [path] : filesBelow(path)
  return files.length > 0 && files.every(file => isSame(file, expected.get(file)))
}

const isSame = (file: string, data: Uint8Array | undefined): boolean => {
  const now = data && readPlain(file)
  return now !== undefined && data !== undefined && Buffer.compare(now.data, data) === 0
}

/** Nothing when there is something else than files and directories, or more than a tool would have written. */
const filesBelow = (directory: string): readonly string[] => {
  const files: string[] = []
  const queue = [directory]
  let entries = 0
  for (let at = queue.shift(); at !== undefined; at = queue.shift())
    try {
      for (const entry of readdirSync(at, { withFileTypes: true })) {
        entries += 1
        if (entries > MAX_ENTRIES || !(entry.isFile() || entry.isDirectory())) return []
        if (entry.isFile()) files.push(join(at, entry.name))
        else queue.push(join(at, entry.name))
      }
    } catch {
      // What cannot be read may hold anything.
      return []
    }
  return files
}
