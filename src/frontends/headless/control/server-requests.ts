import type { ServerInfo } from '../../../protocol/extensions/server.ts'
import { OpError } from '../../../protocol/op.ts'
import type { HeadlessRun } from '../headless-options.ts'
import { statusOf } from '../init-message.ts'
import { chosen, Refusal, type Served } from './desk.ts'

type Names =
  | 'mcp_status'
  | 'mcp_set_servers'
  | 'mcp_reconnect'
  | 'mcp_toggle'
  | 'mcp_read_resource'
  | 'mcp_call'
  | 'mcp_message'
  | 'set_mcp_permission_mode_override'

/** MCP servers. */
export const serverRequests: Served<Names> = {
  mcp_status: async ({ desk: { run } }) => ({ mcpServers: await serverStates(run) }),

  async mcp_set_servers(asked) {
    const { servers: wanted } = asked.fields
    const { engine } = asked.desk.run
    const before = new Set((await engine.query('servers')).map(({ name }) => name))
    await engine.send({ type: 'set_servers', servers: wanted })
    chosen(asked)
    const now = await engine.query('servers')
    const names = new Set(now.map(({ name }) => name))
    const failed = now.filter(({ name, state }) => name in wanted && state === 'failed')
    return {
      added: Object.keys(wanted).filter(name => !before.has(name)),
      removed: [...before].filter(name => !names.has(name)),
      errors: Object.fromEntries(
        failed.map(({ name, error }) => [name, error ?? 'It could not be reached.']),
      ),
    }
  },

  async mcp_reconnect({ desk: { run }, fields }) {
    await run.engine.send({ type: 'server', name: fields.serverName, action: 'reconnect' })
    return {}
  },

  async mcp_toggle({ desk: { run }, fields }) {
    const action = fields.enabled ? 'enable' : 'disable'
    await run.engine.send({ type: 'server', name: fields.serverName, action })
    if (fields.enabled) await reconnected(run, fields.serverName)
    return {}
  },

  async mcp_read_resource({ desk: { run }, fields, signal }) {
    const about = { server: fields.serverName, uri: fields.uri }
    return { contents: await run.engine.look('resource', about, signal) }
  },

  async mcp_call({ desk: { run }, fields, signal }) {
    const by = fields.check_permissions ? ('checked' as const) : ('program' as const)
    const about = { tool: fields.tool, input: fields.arguments ?? {}, by }
    return await run.engine.look('server_call', about, signal)
  },

  async mcp_message({ desk: { run }, fields }) {
    run.servers.hear(fields.server_name, fields.message)
    return {}
  },

  async set_mcp_permission_mode_override({ desk: { run }, fields: { serverName, mode } }) {
    if (mode === 'auto') throw new Refusal('Only "default" and null can be set for a single MCP server.')
    const rules = [{ toolName: `mcp__${wireName(serverName)}` }]
    const type = mode === 'default' ? 'addRules' : 'removeRules'
    await run.engine.send({
      type: 'update_permissions',
      updates: [{ type, rules, behavior: 'ask', destination: 'session' }],
    })
    const isKnown = (await run.engine.query('servers')).some(({ name }) => name === serverName)
    return isKnown ? {} : { warning: `There is no MCP server named ${serverName} yet.` }
  },
}

/** Names of tools have only these characters. */
const wireName = (name: string): string => name.replace(/[^a-zA-Z0-9_-]/g, '_')

/** How each server is, in the words of the wire. */
export const serverStates = async ({ engine }: Pick<HeadlessRun, 'engine'>): Promise<readonly unknown[]> =>
  (await engine.query('servers')).map(info => ({
    name: info.name,
    status: statusOf(info.state),
    scope: info.source.level === 'flag' ? 'dynamic' : info.source.level,
    source: sourceOf(info),
    config: configOf(info),
    ...(info.serverInfo ? { serverInfo: info.serverInfo } : {}),
    ...(info.error === undefined ? {} : { error: info.error }),
    tools: info.tools.map(tool => ({
      name: tool.name,
      ...(tool.description === undefined ? {} : { description: tool.description }),
      annotations: { readOnly: tool.readOnly },
    })),
  }))

const sourceOf = ({ transport, source }: ServerInfo): string => {
  if (transport === 'sdk') return 'sdk'
  return source.level === 'flag' ? 'dynamic' : source.level
}

/** What headers and variables hold is nobody's business here. */
const configOf = ({ name, transport, where }: ServerInfo): object => {
  if (transport === 'sdk') return { type: 'sdk', name }
  return transport === 'stdio' ? { type: 'stdio', command: where } : { type: transport, url: where }
}

const reconnected = async ({ engine }: HeadlessRun, name: string): Promise<void> => {
  try {
    await engine.send({ type: 'server', name, action: 'reconnect' })
  } catch (error) {
    // Its state says why; it was switched on all the same.
    if (!(error instanceof OpError)) throw error
  }
}
