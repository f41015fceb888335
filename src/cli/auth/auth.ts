import { ALL_PROVIDERS } from '../../features/models/providers/all.ts'
import { PROVIDERS } from '../../features/models/providers/index.ts'
import { findCredential } from '../../host/credentials/credentials.ts'
import { SignInDesk } from '../../host/credentials/sign-in-desk.ts'
import { FIRST_PROVIDER, withStoredCredentials } from '../../host/credentials/stored-credentials.ts'
import { readEnvironment } from '../../host/environment.ts'
import { knownProviders } from '../../host/providers/known-providers.ts'
import { chooseProvider } from '../../host/providers/options.ts'
import { firstHelper, missingFirst, providerCredential } from '../../host/providers/provider-credential.ts'
import { gatherSettings } from '../../host/settings/gather-settings.ts'
import { findStart } from '../../host/start.ts'
import { accountText } from '../../protocol/messages/cli/accounts.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import type { Warn } from '../../protocol/messages/localized-text.ts'
import { oneOf } from '../args/read-value.ts'
import { ExitError } from '../exit-error.ts'
import { problemSayer } from '../in-ui-language.ts'
import type { Process } from '../process.ts'
import { jsonText, say } from '../say.ts'
import { readOptions, wrongUsage } from '../sessions/options.ts'
import { showUsage, wantsHelp } from '../usage.ts'
import type { AuthContext } from './auth-context.ts'

const AUTH = {
  name: 'auth',
  usage: `Usage: capstan auth status [--json]
       capstan auth login [provider] [--with-key | --browser | --device]
       capstan auth logout [provider]

See which key is used, sign in to a model provider, or remove what was saved.

  --json       print the status as one JSON object (default where the output is no terminal)
  --text       print it as text
  --with-key   read an API key from stdin: capstan auth login openai --with-key < key.txt
  --browser    sign in with a browser (providers with OAuth)
  --device     get a code to enter on another device (providers with OAuth)

Keys and tokens are saved in your keychain, or in a file that only you can read.
Without a provider, logout removes everything that was saved.
Exit code of status: 0 with a key or a local server, 1 without.`,
  flags: {
    json: { type: 'boolean' },
    text: { type: 'boolean' },
    'with-key': { type: 'boolean' },
    browser: { type: 'boolean' },
    device: { type: 'boolean' },
  },
} as const

/** `capstan auth …` */
export const auth = async (argv: readonly string[], from: Process): Promise<number> => {
  if (wantsHelp(argv)) return showUsage(AUTH.usage)
  const given = readOptions(AUTH, argv)
  const [action, name, ...rest] = given.words
  if (rest.length > 0) throw wrongUsage(AUTH, argumentText('too_much', { words: rest.join(' ') }))
  const here = settingsHere(from, await problemSayer(from.env))
  const provider = name?.toLowerCase()
  switch (action) {
    case 'status':
      if (name !== undefined) throw wrongUsage(AUTH, argumentText('too_much', { words: name }))
      return status(here, {
        json: given.is('json') || (!given.is('text') && !process.stdout.isTTY),
      })
    case 'login': {
      const { login } = await import('./login.ts')
      const way = (['with-key', 'browser', 'device'] as const).find(each => given.is(each))
      return await login(deskFor(here), here, {
        ...(provider === undefined ? {} : { provider }),
        ...(way === undefined ? {} : { way: way === 'with-key' ? 'stdin' : way }),
      })
    }
    case 'logout':
      return await logout(deskFor(here), here, provider)
    default:
      throw wrongUsage(
        AUTH,
        action === undefined
          ? argumentText('say_one_of', { choices: oneOf(['status', 'login', 'logout']) })
          : argumentText('there_is_no', { name: action }),
      )
  }
}

const settingsHere = (from: Process, warn: Warn): AuthContext => {
  const start = findStart(from)
  const { settings } = gatherSettings({}, { ...start, env: from.env })
  return { start, settings, env: { ...from.env, ...settings.env }, warn }
}

const deskFor = ({ start, settings, env, warn }: AuthContext): SignInDesk =>
  new SignInDesk({
    configHome: start.configHome,
    env,
    settings,
    warn,
  })

/** As programs that look for it read it. */
interface AuthStatus {
  readonly loggedIn: boolean
  readonly apiKeySource?: string
  readonly apiProvider?: string
  /** Everybody that something opens the way to. */
  readonly providers?: readonly { readonly name: string; readonly title: string; readonly source: string }[]
}

const status = (here: AuthContext, { json }: { readonly json: boolean }): number => {
  const found = statusOf(here)
  say(json ? jsonText(found) : inWords(found, here.env))
  return found.loggedIn ? 0 : 1
}

/** What a session here would use; nothing is asked of anybody, and no helper runs. */
const statusOf = ({ start, settings, env, warn }: AuthContext): AuthStatus => {
  const said = withStoredCredentials(readEnvironment(env), {
    configHome: start.configHome,
    helper: settings.apiKeyHelper,
    warn,
  })
  const [first] = PROVIDERS
  const keys = { settings, ...said, cwd: start.cwd, configHome: start.configHome }
  const own = findCredential(first, said, firstHelper(keys, env))
  const all = knownProviders(settings, ALL_PROVIDERS)
  const sourceOf = (provider: (typeof all)[number]): string | undefined =>
    provider === first ? own?.source : providerCredential(provider, env, keys)?.source
  const usual = chooseProvider(all, {
    settings,
    env,
    isOpen: each => each !== first && sourceOf(each) !== undefined,
    first: { provider: first, open: own !== undefined },
  })
  const source = sourceOf(usual) ?? (usual.account === undefined ? undefined : `${usual.account} account`)
  const providers = all.flatMap(({ name, title, storedAs, ...rest }) => {
    const found = storedAs === undefined ? sourceOf(all.find(each => each.name === name) ?? first) : undefined
    return found === undefined || (rest.keyless && found === 'none')
      ? []
      : [{ name, title, source: asTold(found) }]
  })
  if (source === undefined) return { loggedIn: false, ...(providers.length > 0 ? { providers } : {}) }
  return {
    loggedIn: true,
    apiKeySource: asTold(source),
    apiProvider: usual === first ? 'firstParty' : usual.name,
    providers: providers.filter(({ name }, at) => providers.findIndex(each => each.name === name) === at),
  }
}

const STORED = new Set(['credentials.json', 'keychain', 'OAuth sign-in'])

const asTold = (source: string): string => (STORED.has(source) ? '/login managed key' : source)

const inWords = (
  { loggedIn, apiKeySource = '', apiProvider, providers = [] }: AuthStatus,
  env: AuthContext['env'],
): string => {
  const usual = apiProvider === 'firstParty' ? FIRST_PROVIDER : apiProvider
  const others = providers
    .filter(({ name }) => name !== usual)
    .map(({ title, source }) => `${title} (${source === '/login managed key' ? 'saved' : source})`)
  const also = others.length === 0 ? '' : `\nAlso: ${others.join(', ')}.`
  if (!loggedIn)
    return env['CLAUDE_CODE_OAUTH_TOKEN']
      ? `Not signed in. ${missingFirst(env).text}${also}`
      : `Not signed in. Run "capstan auth login", or set ANTHROPIC_API_KEY.${also}`
  if (apiKeySource === 'none') return `No API key needed: the server is on this machine.${also}`
  const title = providers.find(({ name }) => name === usual)?.title
  const to = usual === FIRST_PROVIDER || title === undefined ? '' : ` to ${title}`
  return apiKeySource === '/login managed key'
    ? `Signed in${to} with the saved ${to === '' ? 'API key' : 'credential'}.${also}`
    : `Signed in${to}: the API key comes from ${apiKeySource}.${also}`
}

const logout = async (desk: SignInDesk, { settings }: AuthContext, provider?: string): Promise<number> => {
  const known = knownProviders(settings, ALL_PROVIDERS).some(({ name }) => name === provider)
  const gone = await desk.signOut(provider)
  if (provider !== undefined && !known && gone.length === 0)
    throw new ExitError(1, accountText('no_provider', { name: provider }))
  const left = desk.overriding(provider ?? FIRST_PROVIDER)
  const said = gone.length === 0 ? 'Nothing was saved' : `Signed out of ${gone.join(', ')}`
  const still = left === undefined ? '' : ` ${left} is still set in your environment and is used.`
  say(`${said}.${still}`)
  return 0
}
