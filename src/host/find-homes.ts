import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { type Env, HostError } from '../protocol/host.ts'
import { openingText } from '../protocol/messages/host/opening.ts'

const CONFIG_HOMES = ['CAPSTAN_CONFIG_DIR', 'CLAUDE_CONFIG_DIR'] as const

/**
 * The person's home directory, and the one where this program keeps what is the person's. Both are absolute: a
 * relative one would make files of the current directory the person's own. Throws HostError.
 */
export const findHomes = (env: Env): { readonly home: string; readonly configHome: string } => {
  const home = absolute('HOME', env['HOME'] ?? systemHome())
  // An empty one of these counts as unset: then the other or the home directory stands for it, and both are absolute.
  const [configHome = join(home, '.capstan')] = CONFIG_HOMES.flatMap(name => {
    const named = env[name]
    return named ? [absolute(name, named)] : []
  })
  return { home, configHome }
}

const absolute = (name: string, path: string): string => {
  if (isAbsolute(path) && !path.includes('\0')) return resolve(path)
  const shown = path.replace(/\p{C}/gu, '?').slice(0, 80)
  throw new HostError(
    'directory',
    path === ''
      ? openingText('empty_home', { variable: name })
      : openingText('relative_home', { variable: name, path: shown }),
  )
}

const systemHome = (): string => {
  try {
    return homedir()
  } catch {
    // A user id without an entry in the list of users.
    return ''
  }
}
