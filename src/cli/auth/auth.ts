import { rmSync } from 'node:fs'
import { PROVIDERS } from '../../features/models/providers/index.ts'
import { findCredential } from '../../host/credentials.ts'
import { readEnvironment } from '../../host/environment.ts'
import { gatherSettings } from '../../host/gather-settings.ts'
import { findStart } from '../../host/start.ts'
import {
  credentialsFile,
  readStoredCredentials,
  withStoredCredentials,
} from '../../host/stored-credentials.ts'
import type { Process } from '../process.ts'
import { readOptions, wrongUsage } from '../sessions/options.ts'
import { showUsage, wantsHelp } from '../usage.ts'

const AUTH = {
  name: 'auth',
  usage: `Usage: capstan auth status [--json] | logout   see which API key is used; remove the saved one

  --json   print the status as one JSON object
  --text   print it as text (default)

Exit code of status: 0 with a key or a local server, 1 without.`,
  flags: { json: { type: 'boolean' }, text: { type: 'boolean' } },
} as const

/** `capstan auth …` */
export const auth = async (argv: readonly string[], from: Process): Promise<number> => {
  if (wantsHelp(argv)) return showUsage(AUTH.usage)
  const given = readOptions(AUTH, argv)
  const [action, ...rest] = given.words
  if (rest.length > 0) throw wrongUsage(AUTH, `"${rest.join(' ')}" is too much.`)
  if (action === 'status') return status(from, { json: given.is('json') })
  if (action === 'logout') return logout(from)
  throw wrongUsage(AUTH, action === undefined ? 'say status or logout.' : `there is no "${action}".`)
}

/** As programs that look for it read it. */
interface AuthStatus {
  readonly loggedIn: boolean
  readonly apiKeySource?: string
  readonly apiProvider?: string
}

const status = (from: Process, { json }: { readonly json: boolean }): number => {
  const found = statusOf(from)
  process.stdout.write(`${json ? JSON.stringify(found) : inWords(found)}\n`)
  return found.loggedIn ? 0 : 1
}

/** What a session here would use; nothing is asked of anybody, and no helper runs. */
const statusOf = (from: Process): AuthStatus => {
  const start = findStart(from)
  const { settings } = gatherSettings({}, { ...start, env: from.env })
  const env = { ...from.env, ...settings.env }
  const said = withStoredCredentials(readEnvironment(env), {
    configHome: start.configHome,
    helper: settings.apiKeyHelper,
    warn: text => process.stderr.write(`${text}\n`),
  })
  const [provider] = PROVIDERS
  const found = findCredential(provider, said, { command: settings.apiKeyHelper, env, cwd: start.cwd })
  if (!found) return { loggedIn: false }
  return {
    loggedIn: true,
    apiKeySource: found.source === 'credentials.json' ? '/login managed key' : found.source,
    apiProvider: 'firstParty',
  }
}

const inWords = ({ loggedIn, apiKeySource }: AuthStatus): string => {
  if (!loggedIn) return 'Not signed in. Set ANTHROPIC_API_KEY, or start capstan and choose a model provider.'
  if (apiKeySource === 'none') return 'No API key needed: the server is on this machine.'
  return apiKeySource === '/login managed key'
    ? 'Signed in with the saved API key.'
    : `Signed in: the API key comes from ${apiKeySource}.`
}

const logout = (from: Process): number => {
  const { configHome } = findStart(from)
  const stored = readStoredCredentials(configHome, text => process.stderr.write(`${text}\n`))
  if (!stored) {
    process.stdout.write('No saved API key or server.\n')
    return 0
  }
  rmSync(credentialsFile(configHome), { force: true })
  process.stdout.write(`Removed the saved ${stored.kind === 'key' ? 'API key' : 'server'}.\n`)
  return 0
}
