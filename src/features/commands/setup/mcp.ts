import type { Command } from '../../../protocol/command.ts'
import type { ServerState } from '../../../protocol/extensions/server.ts'
import { OpError, type ServerAction } from '../../../protocol/op.ts'
import { columns } from '../columns.ts'

const ACTIONS: Readonly<Record<string, ServerAction>> = {
  reconnect: 'reconnect',
  enable: 'enable',
  disable: 'disable',
  approve: 'approve',
  login: 'sign_in',
  logout: 'sign_out',
}

export const mcpCommand: Command = {
  name: 'mcp',
  description: 'Show MCP servers and their state; reconnect, enable, disable or sign in',
  argumentHint: '[reconnect|enable|disable|approve|login|logout name]',
  group: 'setup',
  headless: true,
  beside: true,
  panel: { name: 'mcp', when: 'bare' },
  async run(args, { engine, rich }) {
    const [word = '', ...rest] = args.split(/\s+/).filter(each => each !== '')
    if (word !== '') {
      const action = ACTIONS[word]
      const name = rest.join(' ')
      if (!action || name === '')
        throw new OpError(`Write one of ${Object.keys(ACTIONS).join(', ')}, and the name of a server.`)
      await engine.send({ type: 'server', name, action })
    }
    const servers = await engine.query('servers')
    if (servers.length === 0)
      return { kind: 'shown', text: 'No MCP servers are configured. Add one with "capstan mcp add".' }
    const rows = servers.map(({ name, state, tools, where, error }) => [
      name,
      sayState(state),
      String(tools.length),
      error ?? where,
    ])
    return { kind: 'shown', text: columns(['server', 'state', 'tools', 'about'], rows, rich) }
  },
}

const WORDS: Readonly<Record<ServerState, string>> = {
  connected: 'connected',
  ready: 'starts when needed',
  failed: 'failed',
  'needs-auth': 'needs sign-in',
  pending: 'connecting',
  disabled: 'disabled',
  unapproved: 'waiting for your approval (/mcp)',
}

/** How a server is, for a table. */
export const sayState = (state: string): string =>
  Object.hasOwn(WORDS, state) ? WORDS[state as ServerState] : state
