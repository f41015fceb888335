import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDirectories } from '../../lib/files/make-directories.ts'
import { lifeOf, type ProcessIdentity, thisProcess } from '../../lib/process/process-identity.ts'

export interface Profile {
  readonly directory: string
  /** What does not stay goes. */
  remove(): void
}

const PREFIX = 'capstan-browser-'
const OWNER = 'capstan-owner.json'

/** `fresh`: empty, and gone with the session; `keep`: one that stays; else a directory of the person's. */
export const browserProfile = (
  wish: string,
  { kept, tmpDir }: { readonly kept: string; readonly tmpDir: string },
): Profile => {
  if (wish !== 'fresh') {
    const directory = wish === 'keep' ? kept : wish
    makeDirectories(directory, 0o700)
    return { directory, remove: () => undefined }
  }
  removeLeft(tmpDir)
  const directory = mkdtempSync(join(tmpDir, PREFIX))
  writeFileSync(join(directory, OWNER), JSON.stringify(thisProcess()), { mode: 0o600 })
  return {
    directory,
    remove: () => rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }),
  }
}

/** What programs left behind that were killed; only of this person, and only where it is sure that nobody uses it. */
const removeLeft = (tmpDir: string): void => {
  for (const name of readdirSync(tmpDir)) {
    const path = join(tmpDir, name)
    if (!name.startsWith(PREFIX) || !isOurs(path) || lifeOfOwner(path) !== 'dead') continue
    rmSync(path, { recursive: true, force: true })
  }
}

const isOurs = (path: string): boolean => {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found?.isDirectory() === true && (process.getuid === undefined || found.uid === process.getuid())
}

const lifeOfOwner = (path: string): ReturnType<typeof lifeOf> => {
  try {
    return lifeOf(JSON.parse(readFileSync(join(path, OWNER), 'utf8')) as ProcessIdentity)
  } catch {
    // It may just be made.
    return 'unknown'
  }
}
