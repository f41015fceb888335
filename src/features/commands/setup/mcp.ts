import type { Command } from '../../../protocol/command.ts'
import type { ServerState } from '../../../protocol/extensions/server.ts'
import { extensionsAnswer } from '../../../protocol/messages/commands/extensions.ts'
import { headerOf } from '../../../protocol/messages/commands/table-cells.ts'
import type { Text } from '../../../protocol/messages/localized-text.ts'
import { table } from '../../../protocol/messages/table.ts'
import { OpError, type ServerAction } from '../../../protocol/op.ts'
import { shown } from '../answer.ts'
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
