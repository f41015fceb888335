import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Sourced } from '../../features/extensions/merge.ts'
import { describeServer } from '../../features/mcp/config/describe-server.ts'
import type { ServerListing } from '../../features/mcp/connection/listing.ts'
import { toolName } from '../../features/mcp/names.ts'
import { readAuth } from '../../features/mcp/oauth/auth-store.ts'
import { createListingCache } from '../../features/mcp/pool/listing-cache.ts'
import { ASKS_SIGN_IN } from '../../features/mcp/pool/pooled-server.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { counted } from '../../lib/text/counted.ts'
import type { NamedServer } from '../../protocol/extensions/server.ts'
import { accountText } from '../../protocol/messages/cli/accounts.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { ExitError } from '../exit-error.ts'
import type { Process } from '../process.ts'
import { jsonText, say } from '../say.ts'
import { readOptions, wrongUsage } from '../sessions/options.ts'
import { usageOf } from '../usage.ts'
import { type ServersHere, serversHere, whole } from './here.ts'
import { whyNoStart } from './invisible-server.ts'

const DEPS = {
  now: () => Date.now(),
  hash: (text: string) => createHash('sha256').update(text).digest('hex'),
}

export const LIST = {
  name: 'mcp list',
  usage: usageOf(
    'Usage: capstan mcp list [--json]   (starts nothing)',
    '用法：capstan mcp list [--json]   （不启动任何服务器）',
  ),
  flags: { json: { type: 'boolean' } },
} as const

export const GET = {
  name: 'mcp get',
  usage: usageOf(
    'Usage: capstan mcp get <name> [--json]   (starts nothing)',
    '用法：capstan mcp get <名称> [--json]   （不启动任何服务器）',
  ),
  flags: { json: { type: 'boolean' } },
} as const

const listingsAt = ({ configHome }: ServersHere['places']) =>
  createListingCache(join(configHome, 'cache', 'mcp'), DEPS)

type Listed = Pick<NamedServer, 'name' | 'config'>

/** The person has signed in: this is what it offers them. */
export const keepListing = (server: Listed, places: ServersHere['places'], listing: ServerListing): void =>
  listingsAt(places).put(server, { listing })

/** What it offered was offered to who was signed in. */
export const forgetListing = (server: Listed, places: ServersHere['places'], wasSignedIn: boolean): void => {
  if (wasSignedIn) listingsAt(places).put(server, { needsAuth: true, why: ASKS_SIGN_IN.text })
  else listingsAt(places).drop(server)
}

/** Tokens are kept for it; only one that is asked can say whether it still takes them. */
export const isSignedIn = ({ name, config }: Listed, { configHome }: ServersHere['places']): boolean =>
  (config.type === 'http' || config.type === 'sse') &&
  readAuth(configHome, { name, url: config.url }).tokens !== undefined

const reachable = (isListed: boolean, signedIn: boolean): string => {
  if (signedIn) return isListed ? 'signed in' : 'signed in, not started yet'
  return isListed ? 'ready' : 'not started yet'
}

/** What is known of a server without asking it. */
const describe = (server: Sourced<NamedServer>, here: ServersHere) => {
  const { places } = here
  const { name, config, source, file, approval, disabled } = server
  const kept = listingsAt(places).last(server)
  const problem = whyNoStart(server, here)?.text
  const state =
    disabled || approval?.given === 'no'
      ? 'disabled'
      : approval?.given === 'not asked'
        ? 'waits for your approval'
        : problem !== undefined
          ? "can't start"
          : kept?.needsAuth
            ? 'needs a sign-in'
            : reachable(kept?.listing !== undefined, isSignedIn(server, places))
  return {
    name,
    scope: source.level,
    type: config.type,
    where: describeServer(server),
    state,
    ...(problem === undefined ? {} : { problem }),
    ...(file === undefined ? {} : { file }),
    ...(kept?.listing ? { tools: kept.listing.tools.map(tool => toolName(name, tool.name)) } : {}),
  }
}

/** `capstan mcp list`. */
export const list = (argv: readonly string[], from: Process): number => {
  const given = readOptions(LIST, argv)
  const here = serversHere(from)
  const all = here.servers.map(server => describe(server, here))
  if (given.is('json')) {
    say(jsonText({ servers: all, problems: here.problems }, 2))
    return 0
  }
  if (all.length === 0 && here.problems.length === 0)
    say('No MCP servers are configured. Add one: capstan mcp add <name> -- <command>')
  for (const { name, scope, where, state, tools, problem } of all)
    say(
      `${escapeLine(name, 80)} (${scope}): ${whole(where)} – ${state}${tools ? `, ${counted(tools.length, 'tool')}` : ''}${problem === undefined ? '' : `: ${escapeLine(problem, 1000)}`}`,
    )
  for (const { file, message } of here.problems)
    say(`Problem: ${file === undefined ? '' : `${escapeLine(file, 300)}: `}${escapeLine(message, 500)}`)
  return 0
}

/** `capstan mcp get`. */
export const get = (argv: readonly string[], from: Process): number => {
  const given = readOptions(GET, argv)
  const [name] = given.words
  if (name === undefined) throw wrongUsage(GET, argumentText('which', { what: argumentText('server') }))
  const here = serversHere(from)
  const server = here.servers.find(each => each.name === name)
  if (!server) throw new ExitError(1, accountText('no_server_listed', { name }))
  const about = describe(server, here)
  if (given.is('json')) {
    say(jsonText(about, 2))
    return 0
  }
  say(
    [
      name,
      `  Scope: ${about.scope}`,
      ...(about.file === undefined ? [] : [`  File: ${escapeLine(about.file, 500)}`]),
      `  Type: ${about.type}`,
      `  ${about.type === 'stdio' ? 'Command' : 'Address'}: ${whole(about.where)}`,
      `  State: ${about.state}${about.problem === undefined ? '' : `: ${escapeLine(about.problem, 1000)}`}`,
      ...(about.tools ? [`  Tools: ${about.tools.join(', ')}`] : []),
    ].join('\n'),
  )
  return 0
}
