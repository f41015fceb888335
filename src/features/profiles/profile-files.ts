import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDirectories } from '../../lib/files/make-directories.ts'

const NAME = /^[a-z0-9][a-z0-9_-]{0,31}$/i
const PRIVATE = 0o600

/** Where its settings and credentials are; undefined for a name that is none. */
export const profileHome = (configHome: string, name: string): string | undefined =>
  NAME.test(name) ? join(configHome, 'profiles', name) : undefined

/** By name. */
export const listProfiles = (configHome: string): readonly string[] => {
  try {
    return readdirSync(join(configHome, 'profiles'), { withFileTypes: true })
      .filter(entry => (entry.isDirectory() || entry.isSymbolicLink()) && NAME.test(entry.name))
      .map(({ name }) => name)
      .sort()
  } catch {
    // Nobody has made one.
    return []
  }
}

/** Where its settings are; undefined: it is there already, or the name is none. */
export const makeProfile = (configHome: string, name: string): string | undefined => {
  const home = profileHome(configHome, name)
  if (home === undefined || existsSync(home)) return undefined
  makeDirectories(home, 0o700)
  const file = join(home, 'settings.json')
  writeFileSync(file, '{}\n', { mode: PRIVATE })
  return file
}

/** What is there of it: its settings file, and whether a key was saved for it. */
export const profileFacts = (
  configHome: string,
  name: string,
): { readonly name: string; readonly file: string; readonly signedIn: boolean } => {
  const home = profileHome(configHome, name) ?? configHome
  return {
    name,
    file: join(home, 'settings.json'),
    signedIn: existsSync(join(home, 'credentials.json')),
  }
}
