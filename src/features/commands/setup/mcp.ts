import type { Command, CommandHost, CommandOutcome } from '../../../protocol/command.ts'
import type { ServerInfo, ServerState } from '../../../protocol/extensions/server.ts'
import { extensionsAnswer } from '../../../protocol/messages/commands/extensions.ts'
import { headerOf } from '../../../protocol/messages/commands/table-cells.ts'
import type { LocalizedText, Text } from '../../../protocol/messages/localized-text.ts'
import { table } from '../../../protocol/messages/table.ts'
import { OpError, type ServerAction } from '../../../protocol/op.ts'
import { shown, shownLines } from '../answer.ts'
import { described } from '../described.ts'

const ACTIONS: Readonly<Record<string, ServerAction>> = {
  reconnect: 'reconnect',
  enable: 'enable',
  disable: 'disable',
  approve: 'approve',
  login: 'sign_in',
  logout: 'sign_out',
}

export const mcpCommand: Command = {
  ...described('mcp'),
  group: 'setup',
  headless: true,
  beside: true,
  panel: { name: 'mcp', when: 'bare' },
  async run(args, { engine }) {
    const [word = '', ...rest] = args.split(/\s+/).filter(each => each !== '')
    if (word !== '') {
      const action = ACTIONS[word]
      const name = rest.join(' ')
      if (!action || name === '')
        throw new OpError(extensionsAnswer('mcp_takes', { actions: Object.keys(ACTIONS) }))
      if (name === 'all' && (action === 'enable' || action === 'disable' || action === 'reconnect'))
        return await actOnAll(action, engine)
      await engine.send({ type: 'server', name, action })
    }
    const servers = await engine.query('servers')
    if (servers.length === 0) return shown(extensionsAnswer('no_servers'))
    const rows = servers.map(({ name, state, tools, where, error }) => [
      name,
      sayState(state),
      String(tools.length),
      error ?? where,
    ])
    return shown(table(headerOf('server', 'state', 'tools', 'about'), rows))
  },
}

/** A server that a project brings is agreed to by its name, never among others. */
const isEnabledByName = ({ source }: ServerInfo): boolean => source.level === 'project'

const DONE = {
  enable: 'server_enabled',
  disable: 'server_turned_off',
  reconnect: 'server_reconnected',
} as const

const actOnAll = async (
  action: 'enable' | 'disable' | 'reconnect',
  engine: CommandHost['engine'],
): Promise<CommandOutcome> => {
  const all = await engine.query('servers')
  if (all.length === 0) return shown(extensionsAnswer('no_servers'))
  const fitting = all.filter(({ state }) =>
    action === 'enable' ? state === 'disabled' : state !== 'disabled' && state !== 'unapproved',
  )
  const held = action === 'enable' ? fitting.filter(isEnabledByName) : []
  const said: LocalizedText[] = []
  for (const { name } of fitting.filter(server => !held.includes(server)))
    try {
      await engine.send({ type: 'server', name, action })
      said.push(extensionsAnswer(DONE[action], { name }))
    } catch (error) {
      if (!(error instanceof OpError)) throw error
      said.push(extensionsAnswer('server_not_changed', { name, why: error.localized }))
    }
  if (held.length > 0) said.push(extensionsAnswer('enable_by_name', { names: held.map(({ name }) => name) }))
  return said.length === 0 ? shown(extensionsAnswer('no_server_changed')) : shownLines(said)
}

const STATES = {
  connected: 'server_connected',
  ready: 'server_ready',
  failed: 'server_failed',
  'needs-auth': 'server_needs_auth',
  pending: 'server_pending',
  disabled: 'server_disabled',
  unapproved: 'server_unapproved',
} as const satisfies Record<ServerState, string>

/** How a server is, for a table. */
export const sayState = (state: string): Text =>
  Object.hasOwn(STATES, state) ? extensionsAnswer(STATES[state as ServerState]) : state
