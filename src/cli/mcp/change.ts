import { randomUUID } from 'node:crypto'
import { describeServer } from '../../features/mcp/config/describe-server.ts'
import { approveServer, resetServers } from '../../host/servers/approve-server.ts'
import type { ServerSources } from '../../host/servers/server-sources.ts'
import { accountText } from '../../protocol/messages/cli/accounts.ts'
import { answerText } from '../../protocol/messages/cli/answers.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { sentences } from '../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { ExitError } from '../exit-error.ts'
import { sayer } from '../in-ui-language.ts'
import type { Process } from '../process.ts'
import { readOptions, wrongUsage } from '../sessions/options.ts'
import { usageOf } from '../usage.ts'
import { readScope } from './add.ts'
import { serversHere, whole } from './here.ts'
import { removeServer, type Scope, scopesOf } from './write-server.ts'

export const REMOVE = {
  name: 'mcp remove',
  usage: usageOf(
    'Usage: capstan mcp remove <name> [--scope local|project|user]',
    '用法：capstan mcp remove <名称> [--scope local|project|user]',
  ),
  flags: { scope: { type: 'string', short: 's' } },
} as const

export const APPROVE = {
  name: 'mcp approve',
  usage: usageOf(
    'Usage: capstan mcp approve <name…> | --all   (servers of this project’s .mcp.json)',
    '用法：capstan mcp approve <名称…> | --all   （批准此项目 .mcp.json 中的服务器）',
  ),
  flags: { all: { type: 'boolean' } },
} as const

export const RESET = {
  name: 'mcp reset-project-choices',
  usage: usageOf(
    'Usage: capstan mcp reset-project-choices   (asks about this project’s servers again)',
    '用法：capstan mcp reset-project-choices   （重新询问此项目的服务器）',
  ),
  flags: {},
} as const

/** `capstan mcp remove`. */
export const remove = async (argv: readonly string[], from: Process): Promise<number> => {
  const given = readOptions(REMOVE, argv)
  const [name] = given.words
  if (name === undefined) throw wrongUsage(REMOVE, argumentText('which', { what: argumentText('server') }))
  const { places, servers } = serversHere(from)
  const scopes = scopesOf(places, name)
  const wanted = given.text('scope')
  const scope = wanted === undefined ? scopes[0] : readScope(REMOVE, wanted)
  if (wanted === undefined && scopes.length > 1)
    throw new ExitError(2, accountText('several_scopes', { name, scopes }))
  if (scope === undefined || !scopes.includes(scope)) {
    const elsewhere = servers.find(each => each.name === name)?.file
    throw new ExitError(
      1,
      elsewhere === undefined
        ? scope === undefined
          ? accountText('no_server', { name })
          : accountText('no_server_in_scope', { name, scope })
        : accountText('server_elsewhere', { name, file: elsewhere }),
    )
  }
  const tell = await sayer(from.env)
  tell(answerText('server_removed', { name, scope, file: await removeServer(places, scope, name) }))
  if (scope !== 'project') await forgetBundle(places, scope, name)
  return 0
}

/** What was kept for a bundle of that name. */
const forgetBundle = async (
  { configHome, trustRoot }: ServerSources,
  scope: Scope,
  name: string,
): Promise<void> => {
  const [{ bundleSecretsId, removeUnusedBundles }, { storeSecret }] = await Promise.all([
    import('../../host/servers/bundled-servers.ts'),
    import('../../features/plugins/store/secrets.ts'),
  ])
  const id = bundleSecretsId(name, scope === 'local' ? trustRoot : undefined)
  await storeSecret(configHome, { id }, { newId: randomUUID, now: Date.now })
  removeUnusedBundles(configHome)
}

/** `capstan mcp approve`. */
export const approve = async (argv: readonly string[], from: Process): Promise<number> => {
  const given = readOptions(APPROVE, argv)
  const { places, servers, problems } = serversHere(from)
  const ofProject = servers.filter(({ approval }) => approval !== undefined)
  const wanted = given.is('all')
    ? ofProject
    : given.words.map(word => {
        const found = ofProject.find(({ name }) => name === word)
        if (!found)
          throw new ExitError(
            1,
            sentences([accountText('project_no_server', { name: word }), ...untrusted(problems)]),
          )
        return found
      })
  if (wanted.length === 0)
    throw given.is('all')
      ? new ExitError(1, sentences([accountText('project_no_servers'), ...untrusted(problems)]))
      : wrongUsage(APPROVE, argumentText('which', { what: argumentText('server') }))
  const tell = await sayer(from.env)
  for (const server of wanted) {
    const { name, approval } = server
    if (approval)
      await approveServer(
        { configHome: places.configHome, root: places.trustRoot },
        { name, ...approval },
        true,
      )
    tell(answerText('server_approved', { name, what: whole(describeServer(server)) }))
  }
  return 0
}

const untrusted = (problems: readonly { readonly message: string }[]): readonly LocalizedText[] => {
  const waits = problems.some(({ message }) => message.includes('capstan trust'))
  return waits ? [accountText('servers_wait')] : []
}

/** `capstan mcp reset-project-choices`. */
export const resetChoices = async (argv: readonly string[], from: Process): Promise<number> => {
  readOptions(RESET, argv)
  const { places } = serversHere(from)
  await resetServers(places.configHome, places.trustRoot)
  const tell = await sayer(from.env)
  tell(answerText('approvals_cleared'))
  return 0
}
