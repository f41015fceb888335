import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { LinkStore, StoredLink } from '../../frontends/serve/watch-links.ts'
import { writeFileAtomically } from '../../lib/atomic-write.ts'
import { makeDirectories } from '../../lib/files/make-directories.ts'
import { readStoredText } from '../../lib/files/stored-object.ts'
import { isObject } from '../../lib/is-object.ts'

const PRIVATE = 0o600
const MAX_BYTES = 4_096

/** Links to watch, a file each, so that several servers of one person never write the same one. */
export const createLinkStore = (configHome: string): LinkStore => {
  const directory = join(configHome, 'serve', 'watch')
  const fileOf = (id: string): string => join(directory, `${id}.json`)
  return {
    all: () => namesIn(directory).flatMap(name => readLink(join(directory, name))),
    add(link) {
      makeDirectories(directory, 0o700)
      writeFileAtomically(fileOf(link.id), Buffer.from(JSON.stringify(link)), { mode: PRIVATE })
    },
    remove: id => {
      if (ID.test(id)) rmSync(fileOf(id), { force: true })
    },
  }
}

const ID = /^[0-9a-f]{12}$/

const namesIn = (directory: string): readonly string[] => {
  try {
    return readdirSync(directory).filter(name => ID.test(name.slice(0, -'.json'.length)))
  } catch {
    // Nobody made a link yet.
    return []
  }
}

/** A file that others could have written or read is no link. */
const readLink = (path: string): readonly StoredLink[] => {
  try {
    const facts = lstatSync(path)
    const isOwn = process.getuid === undefined || facts.uid === process.getuid()
    if (!facts.isFile() || !isOwn || (facts.mode & 0o077) !== 0) return []
    const read = readStoredText(path, { maxBytes: MAX_BYTES })
    const value: unknown = read.kind === 'text' ? JSON.parse(read.text) : undefined
    return isLink(value) ? [value] : []
  } catch {
    // Removed in this moment, or damaged: it opens nothing.
    return []
  }
}

const isLink = (value: unknown): value is StoredLink =>
  isObject(value) &&
  ['id', 'sessionId', 'seal'].every(key => typeof value[key] === 'string') &&
  ['createdAt', 'expiresAt'].every(key => Number.isFinite(value[key]))
