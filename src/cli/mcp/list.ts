import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Sourced } from '../../features/extensions/merge.ts'
import { describeServer } from '../../features/mcp/config/describe-server.ts'
import type { ServerListing } from '../../features/mcp/connection/listing.ts'
import { toolName } from '../../features/mcp/names.ts'
import { readAuth } from '../../features/mcp/oauth/auth-store.ts'
import { createListingCache } from '../../features/mcp/pool/listing-cache.ts'
import { asksSignIn } from '../../features/mcp/pool/pooled-server.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import type { NamedServer } from '../../protocol/extensions/server.ts'
import { accountText } from '../../protocol/messages/cli/accounts.ts'
import { answerText } from '../../protocol/messages/cli/answers.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { knownCell } from '../../protocol/messages/commands/table-cells.ts'
import { lines, mapText } from '../../protocol/messages/layout.ts'
import type { LocalizedText, Text } from '../../protocol/messages/localized-text.ts'
import { ExitError } from '../exit-error.ts'
import { sayer } from '../in-ui-language.ts'
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
  if (wasSignedIn) listingsAt(places).put(server, { needsAuth: true, why: asksSignIn().text })
  else listingsAt(places).drop(server)
}

/** Tokens are kept for it; only one that is asked can say whether it still takes them. */
export const isSignedIn = ({ name, config }: Listed, { configHome }: ServersHere['places']): boolean =>
  (config.type === 'http' || config.type === 'sse') &&
  readAuth(configHome, { name, url: config.url }).tokens !== undefined

const reachable = (isListed: boolean, signedIn: boolean) => {
  if (signedIn) return isListed ? 'state_signed_in' : 'state_signed_in_new'
  return isListed ? 'state_ready' : 'state_new'
}

/** What is known of a server without asking it. */
const describe = (server: Sourced<NamedServer>, here: ServersHere) => {
  const { places } = here
  const { name, config, source, file, approval, disabled } = server
  const kept = listingsAt(places).last(server)
  const problem = whyNoStart(server, here)
  const state =
    disabled || approval?.given === 'no'
      ? 'state_disabled'
      : approval?.given === 'not asked'
        ? 'state_waits'
        : problem !== undefined
          ? 'state_broken'
          : kept?.needsAuth
            ? 'state_needs_sign_in'
            : reachable(kept?.listing !== undefined, isSignedIn(server, places))
  return {
    name,
    scope: source.level,
    type: config.type,
    where: describeServer(server),
    state: answerText(state),
    ...(problem === undefined ? {} : { problem }),
    ...(file === undefined ? {} : { file }),
    ...(kept?.listing ? { tools: kept.listing.tools.map(tool => toolName(name, tool.name)) } : {}),
  }
}

type Described = ReturnType<typeof describe>

/** For programs. */
const jsonOf = (about: Described): object => ({
  ...about,
  state: about.state.text,
  ...(about.problem === undefined ? {} : { problem: about.problem.text }),
})

const stateLine = ({ state, problem }: Pick<Described, 'state' | 'problem'>): Text =>
  problem === undefined
    ? state
    : answerText('with_problem', {
        what: state,
        problem: mapText(problem, words => escapeLine(words, 1000)),
      })

const lineOf = ({ name, scope, where, state, tools, problem }: Described): LocalizedText => {
  const counted = tools ? answerText('with_tools', { what: state, count: tools.length }) : state
  return answerText('server_line', {
    name: escapeLine(name, 80),
    scope,
    where: whole(where),
    state: stateLine({ state: counted, ...(problem === undefined ? {} : { problem }) }),
  })
}

/** `capstan mcp list`. */
export const list = async (argv: readonly string[], from: Process): Promise<number> => {
  const given = readOptions(LIST, argv)
  const here = serversHere(from)
  const all = here.servers.map(server => describe(server, here))
  if (given.is('json')) {
    say(jsonText({ servers: all.map(jsonOf), problems: here.problems }, 2))
    return 0
  }
  const tell = await sayer(from.env)
  if (all.length === 0 && here.problems.length === 0) tell(answerText('no_servers'))
  for (const about of all) tell(lineOf(about))
  for (const { file, message, localized = message } of here.problems)
    tell(
      answerText('problem', {
        problem:
          file === undefined
            ? localized
            : answerText('with_problem', { what: escapeLine(file, 300), problem: localized }),
      }),
    )
  return 0
}

/** `capstan mcp get`. */
export const get = async (argv: readonly string[], from: Process): Promise<number> => {
  const given = readOptions(GET, argv)
  const [name] = given.words
  if (name === undefined) throw wrongUsage(GET, argumentText('which', { what: argumentText('server') }))
  const here = serversHere(from)
  const server = here.servers.find(each => each.name === name)
  if (!server) throw new ExitError(1, accountText('no_server_listed', { name }))
  const about = describe(server, here)
  if (given.is('json')) {
    say(jsonText(jsonOf(about), 2))
    return 0
  }
  const tell = await sayer(from.env)
  tell(
    lines([
      name,
      answerText('row_scope', { value: knownCell(about.scope) }),
      ...(about.file === undefined ? [] : [answerText('row_file', { value: escapeLine(about.file, 500) })]),
      answerText('row_type', { value: about.type }),
      answerText(about.type === 'stdio' ? 'row_command' : 'row_address', { value: whole(about.where) }),
      answerText('row_state', { value: stateLine(about) }),
      ...(about.tools ? [answerText('row_tools', { names: about.tools })] : []),
    ]),
  )
  return 0
}
