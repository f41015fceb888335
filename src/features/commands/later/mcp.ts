import type { Command } from '../../../protocol/command.ts'
import { OpError, type ServerAction } from '../../../protocol/op.ts'
import { columns } from '../columns.ts'
import { sayState } from './server-state.ts'

const ACTIONS: Readonly<Record<string, ServerAction>> = {
  reconnect: 'reconnect',
  enable: 'enable',
  disable: 'disable',
  approve: 'approve',
  login: 'sign_in',
  logout: 'sign_out',
}

export const mcp: Pick<Command, 'run'> = {
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
