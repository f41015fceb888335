import { randomUUID } from 'node:crypto'
import { createAuthStore, signedOut } from '../../features/mcp/oauth/auth-store.ts'
import { openUrl } from '../../host/servers/open-url.ts'
import type { RemoteServer } from '../../protocol/extensions/server.ts'
import { accountText } from '../../protocol/messages/cli/accounts.ts'
import { answerText } from '../../protocol/messages/cli/answers.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { describeError } from '../../protocol/messages/localized-text.ts'
import { ExitError } from '../exit-error.ts'
import { sayer } from '../in-ui-language.ts'
import type { Process } from '../process.ts'
import { readOptions, wrongUsage } from '../sessions/options.ts'
import { usageOf } from '../usage.ts'
import { lockFor, serversHere } from './here.ts'
import { forgetListing, isSignedIn, keepListing } from './list.ts'

export const LOGIN = {
  name: 'mcp login',
  usage: usageOf(
    `Usage: capstan mcp login <name> [--no-browser]
      --no-browser   no browser on this machine (over SSH): open the address elsewhere and paste back where it ends`,
    `用法：capstan mcp login <名称> [--no-browser]
      --no-browser   本机没有浏览器（如通过 SSH 连接）：在别处打开地址，再把最后到达的地址粘贴回来`,
  ),
  flags: { 'no-browser': { type: 'boolean' } },
} as const

export const LOGOUT = {
  name: 'mcp logout',
  usage: usageOf('Usage: capstan mcp logout <name>', '用法：capstan mcp logout <名称>'),
  flags: {},
} as const

const WAIT_MS = 5 * 60_000
const CONNECT_MS = 30_000

/** `capstan mcp login`. */
export const login = async (argv: readonly string[], from: Process): Promise<number> => {
  const isElsewhere = readOptions(LOGIN, argv).is('no-browser')
  const tell = await sayer(from.env)
  const { name, config, places } = find(LOGIN, argv, from)
  const { openSignIn } = await import('../../features/mcp/oauth/sign-in.ts')
  await using door = await openSignIn({
    config,
    store: createAuthStore(places.configHome, { name, url: config.url }, await lockFor(places)),
    env: places.env,
    cwd: places.cwd,
    version: from.version,
    connectMs: CONNECT_MS,
    newState: randomUUID,
    ...(isElsewhere ? { paste: (await import('./paste-return.ts')).pasteReturn } : {}),
    async open(url) {
      tell(answerText('sign_in_to', { name, url: url.href }))
      if (isElsewhere) return
      if (!(await openUrl(url.href, from.env))) tell(answerText('no_browser'))
    },
  })
  const connection = await door.connect({}, AbortSignal.timeout(WAIT_MS)).catch((error: unknown) => {
    const reason = describeError(error)
    throw typeof reason === 'string'
      ? new ExitError(1, accountText('sign_in_failed', { name, reason }))
      : error
  })
  keepListing({ name, config }, places, connection.listing)
  tell(answerText('server_signed_in', { name, count: connection.listing.tools.length }))
  await connection.close()
  return 0
}

/** `capstan mcp logout`. */
export const logout = async (argv: readonly string[], from: Process): Promise<number> => {
  const { name, config, places } = find(LOGOUT, argv, from)
  const was = isSignedIn({ name, config }, places)
  await createAuthStore(places.configHome, { name, url: config.url }, await lockFor(places)).change(signedOut)
  forgetListing({ name, config }, places, was)
  const tell = await sayer(from.env)
  tell(answerText('sign_in_forgotten', { name }))
  return 0
}

const find = (spec: typeof LOGIN | typeof LOGOUT, argv: readonly string[], from: Process) => {
  const [name] = readOptions(spec, argv).words
  if (name === undefined) throw wrongUsage(spec, argumentText('which', { what: argumentText('server') }))
  const { servers, places } = serversHere(from)
  const server = servers.find(each => each.name === name)
  if (!server) throw new ExitError(1, accountText('no_server_listed', { name }))
  const { config, approval } = server
  if (config.type !== 'http' && config.type !== 'sse')
    throw new ExitError(1, accountText('no_sign_in', { name, type: config.type }))
  if (approval !== undefined && approval.given !== 'yes')
    throw new ExitError(1, accountText('not_approved', { name }))
  return { name, config: config as RemoteServer & typeof config, places }
}
