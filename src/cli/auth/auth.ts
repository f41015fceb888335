import { ALL_PROVIDERS } from '../../features/models/providers/all.ts'
import { PROVIDERS } from '../../features/models/providers/index.ts'
import { findCredential } from '../../host/credentials/credentials.ts'
import { SignInDesk } from '../../host/credentials/sign-in-desk.ts'
import { FIRST_PROVIDER, withStoredCredentials } from '../../host/credentials/stored-credentials.ts'
import { readEnvironment } from '../../host/environment.ts'
import { ownHome } from '../../host/profiles/profile.ts'
import { knownProviders } from '../../host/providers/known-providers.ts'
import { chooseProvider } from '../../host/providers/options.ts'
import { firstHelper, missingFirst, providerCredential } from '../../host/providers/provider-credential.ts'
import { gatherSettings } from '../../host/settings/gather-settings.ts'
import { findStart } from '../../host/start.ts'
import { accountText } from '../../protocol/messages/cli/accounts.ts'
import { answerText } from '../../protocol/messages/cli/answers.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { lines, sentences } from '../../protocol/messages/layout.ts'
import type { LocalizedText, Warn } from '../../protocol/messages/localized-text.ts'
import { oneOf } from '../args/read-value.ts'
import { ExitError } from '../exit-error.ts'
import { problemSayer, sayer } from '../in-ui-language.ts'
import type { Process } from '../process.ts'
import { jsonText } from '../say.ts'
import { readOptions, wrongUsage } from '../sessions/options.ts'
import { showUsage, usageOf, wantsHelp } from '../usage.ts'
import type { AuthContext } from './auth-context.ts'

const AUTH = {
  name: 'auth',
  usage: usageOf(
    `Usage: capstan auth status [--json]
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
    `用法：capstan auth status [--json]
      capstan auth login [提供商] [--with-key | --browser | --device]
      capstan auth logout [提供商]

查看使用的是哪个密钥、登录模型提供商，或删除已保存的凭据。

  --json       以一个 JSON 对象输出状态（输出不是终端时的默认方式）
  --text       以文本输出状态
  --with-key   从 stdin 读取 API 密钥：capstan auth login openai --with-key < key.txt
  --browser    用浏览器登录（支持 OAuth 的提供商）
  --device     获取验证码，在另一台设备上输入（支持 OAuth 的提供商）

密钥和令牌保存在系统钥匙串中，没有钥匙串时保存在只有你能读取的文件里。
logout 不带提供商时会删除所有已保存的凭据。
status 的退出码：有密钥或使用本地服务时为 0，否则为 1。`,
  ),
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
      return await status(here, {
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
    configHome: ownHome(start),
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

const status = async (here: AuthContext, { json }: { readonly json: boolean }): Promise<number> => {
  const found = statusOf(here)
  const tell = await sayer(here.env)
  tell(json ? jsonText(found) : inWords(found, here.env))
  return found.loggedIn ? 0 : 1
}

/** What a session here would use; nothing is asked of anybody, and no helper runs. */
const statusOf = ({ start, settings, env, warn }: AuthContext): AuthStatus => {
  const said = withStoredCredentials(readEnvironment(env), {
    configHome: ownHome(start),
    helper: settings.apiKeyHelper,
    warn,
  })
  const [first] = PROVIDERS
  const keys = { settings, ...said, cwd: start.cwd, configHome: ownHome(start) }
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

/** As programs know what was saved here. */
const SAVED = '/login managed key'

const asTold = (source: string): string => (STORED.has(source) ? SAVED : source)

const inWords = (
  { loggedIn, apiKeySource = '', apiProvider, providers = [] }: AuthStatus,
  env: AuthContext['env'],
): LocalizedText => {
  const usual = apiProvider === 'firstParty' ? FIRST_PROVIDER : apiProvider
  const others = providers
    .filter(({ name }) => name !== usual)
    .map(({ title, source }) =>
      answerText('also_from', { title, source: source === SAVED ? answerText('saved') : source }),
    )
  const title = providers.find(({ name }) => name === usual)?.title
  const first = loggedIn
    ? signedInText(apiKeySource, usual === FIRST_PROVIDER ? undefined : title)
    : env['CLAUDE_CODE_OAUTH_TOKEN']
      ? answerText('not_signed_in_because', { why: missingFirst(env) })
      : answerText('not_signed_in')
  return lines(others.length === 0 ? [first] : [first, answerText('also', { others })])
}

/** `title`: of a provider that is not the usual one. */
const signedInText = (source: string, title: string | undefined): LocalizedText => {
  if (source === 'none') return answerText('local_no_key')
  if (source === SAVED)
    return title === undefined ? answerText('saved_key') : answerText('saved_credential', { title })
  return title === undefined
    ? answerText('key_from', { source })
    : answerText('key_from_to', { title, source })
}

const logout = async (
  desk: SignInDesk,
  { settings, env }: AuthContext,
  provider?: string,
): Promise<number> => {
  const known = knownProviders(settings, ALL_PROVIDERS).some(({ name }) => name === provider)
  const gone = await desk.signOut(provider)
  if (provider !== undefined && !known && gone.length === 0)
    throw new ExitError(1, accountText('no_provider', { name: provider }))
  const left = desk.overriding(provider ?? FIRST_PROVIDER)
  const said = gone.length === 0 ? answerText('nothing_saved') : answerText('signed_out', { names: gone })
  const still = left === undefined ? [] : [answerText('still_set', { variable: left })]
  const tell = await sayer(env)
  tell(sentences([said, ...still]))
  return 0
}
