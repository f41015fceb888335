import { lstatSync, readdirSync, readlinkSync, type Stats } from 'node:fs'
import ownPaths, { type PlatformPath } from 'node:path'

/** How a system writes paths, and the looks at its file system that following one takes. */
export interface PathSystem {
  readonly paths: PlatformPath
  look(path: string): Pick<Stats, 'dev' | 'ino' | 'isSymbolicLink'> | undefined
  readLink(path: string): string
  names(directory: string): readonly string[]
}

export const THIS_SYSTEM: PathSystem = {
  paths: ownPaths,
  // No error for what is missing: making one takes longer than the look.
  look: path => lstatSync(path, { throwIfNoEntry: false }),
  readLink: readlinkSync,
  names: directory => readdirSync(directory),
}
