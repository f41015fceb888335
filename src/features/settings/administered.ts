import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { basename, dirname, extname, join } from 'node:path'
import { settingsText } from '../../protocol/messages/host/settings.ts'
import type { LocalizedText, Text } from '../../protocol/messages/localized-text.ts'
import { escaped } from './problem.ts'
import { errorCode } from './read-bounded.ts'

export interface ManagedFile {
  readonly path: string
  /** The administrator: nobody else may own or write the file and what leads to it. */
  readonly owner: number
  /** Written for another program: versions in it are not ours. */
  readonly foreign?: boolean
  /** A property list of a device management, alone: there is no directory beside it. */
  readonly isList?: boolean
}

/** Where an administrator puts what counts for everybody, the highest first. `foreign`: for the program these conventions come from. */
export const managedDirectories = (
  platform: string = process.platform,
): readonly { readonly path: string; readonly foreign: boolean }[] =>
  platform === 'darwin'
    ? [
        { path: '/etc/capstan', foreign: false },
        { path: '/Library/Application Support/Capstan', foreign: false },
        { path: '/etc/claude-code', foreign: true },
        { path: '/Library/Application Support/ClaudeCode', foreign: true },
      ]
    : [
        { path: '/etc/capstan', foreign: false },
        { path: '/etc/claude-code', foreign: true },
      ]

/** Policy of the administrator, the highest first. */
export const managedPaths = (
  platform: string = process.platform,
  user: () => string = () => userInfo().username,
): readonly ManagedFile[] => {
  const lists = platform === 'darwin' ? preferenceLists(user) : []
  const files = managedDirectories(platform).map(({ path, foreign }) => ({
    path: join(path, 'managed-settings.json'),
    owner: 0,
    ...(foreign ? { foreign } : {}),
  }))
  return [...lists, ...files].sort((one, other) => Number(one.foreign ?? 0) - Number(other.foreign ?? 0))
}

const PREFERENCES = '/Library/Managed Preferences'
/** Domains of preferences, and whose conventions they are. */
const DOMAINS = [{ domain: 'dev.capstan' }, { domain: 'com.anthropic.claudecode', foreign: true }] as const

/** Where macOS puts what a device management demands: of the machine, then of this account. */
const preferenceLists = (user: () => string): readonly ManagedFile[] => {
  const folders = [PREFERENCES, ...accountFolder(user)]
  return DOMAINS.flatMap(({ domain, ...rest }) =>
    folders.map(folder => ({
      path: join(folder, `${domain}.plist`),
      owner: 0,
      isList: true as const,
      ...rest,
    })),
  )
}

/** As the system calls the account: a variable could be set to another name. */
const accountFolder = (user: () => string): readonly string[] => {
  try {
    return [join(PREFERENCES, user())]
  } catch {
    // An account without a name has no preferences.
    return []
  }
}

export const managedDirectory = ({ path }: ManagedFile): string =>
  join(dirname(path), `${basename(path, extname(path))}.d`)

/** The main file, then the files of the `.d` directory beside it by name; later ones are higher. */
export const managedFiles = (place: ManagedFile): readonly string[] => {
  const { path } = place
  if (place.isList) return [path]
  const directory = managedDirectory(place)
  return [path, ...namesIn(directory).map(name => join(directory, name))]
}

const namesIn = (directory: string): readonly string[] => {
  try {
    if (!statSync(directory, { throwIfNoEntry: false })) return []
    return readdirSync(directory)
      .filter(name => name.endsWith('.json') && !name.startsWith('.'))
      .sort()
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return []
    // The directory itself is then reported as the file that cannot be read: policy must not vanish in silence.
    return ['']
  }
}

type Standing =
  | { readonly kind: 'administered' | 'absent' }
  | { readonly kind: 'refused' | 'unknown'; readonly why: Text }

/**
 * Whether a managed file counts: it, the link it may lie behind, and everything that leads to either belong to the
 * administrator alone. A directory that everyone may write counts as safe when it is sticky: nobody can then replace
 * what the administrator owns in it.
 */
export const standingOf = (file: string, owner: number): Standing => {
  try {
    if (!statSync(file, { throwIfNoEntry: false })) return { kind: 'absent' }
    const real = realpathSync.native(file)
    const named = join(realpathSync.native(dirname(file)), basename(file))
    const why = faultOnTheWay(real, owner) ?? (named === real ? undefined : faultOnTheWay(named, owner))
    return why === undefined ? { kind: 'administered' } : { kind: 'refused', why }
  } catch (error) {
    const code = errorCode(error)
    return code === 'ENOENT' || code === 'ENOTDIR' ? { kind: 'absent' } : { kind: 'unknown', why: code }
  }
}

const faultOnTheWay = (file: string, owner: number): LocalizedText | undefined => {
  for (let path = file; ; path = dirname(path)) {
    const stats = lstatSync(path)
    if (stats.uid !== owner && stats.uid !== 0)
      return settingsText('not_administered', { path: escaped(path) })
    const sticky = stats.isDirectory() && (stats.mode & 0o1000) !== 0
    // The mode of a link says nothing: whoever may write its directory may replace it.
    if ((stats.mode & 0o022) !== 0 && !sticky && !stats.isSymbolicLink())
      return settingsText('writable_by_others', { path: escaped(path) })
    if (path === dirname(path)) return undefined
  }
}
