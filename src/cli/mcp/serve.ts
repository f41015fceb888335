import { randomUUID } from 'node:crypto'
import { Server } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { readToolSpecs } from '../../host/tools/toolbox.ts'
import type { Engine } from '../../protocol/engine.ts'
import type { ResultBlock, ToolResultBlock } from '../../protocol/message.ts'
import type { ToolSpec } from '../../protocol/tool.ts'
import { toolsInGroups } from '../../protocol/tools/described-tool.ts'
import { createHost } from '../create-host.ts'
import { problemSayer } from '../in-ui-language.ts'
import type { Process } from '../process.ts'
import { readOptions } from '../sessions/options.ts'
import { usageOf } from '../usage.ts'
import { createRelayModel, type RelayModel } from './relay-model.ts'

export const SERVE = {
  name: 'mcp serve',
  usage: usageOf(
    `Usage: capstan mcp serve
Offers Read, Edit, Write, Bash and other tools to an MCP client, on stdin and stdout.
Your permission rules apply; nobody can be asked, so what would need a question is denied.`,
    `用法：capstan mcp serve
在 stdin 和 stdout 上向 MCP 客户端提供 Read、Edit、Write、Bash 等工具。
你的权限规则照常生效；由于无人可询问，需要询问的操作一律拒绝。`,
  ),
  flags: {},
} as const

/** `capstan mcp serve`: calls go the way of any other, through rules and hooks; what comes back is the result. */
export const serve = async (argv: readonly string[], from: Process): Promise<number> => {
  readOptions(SERVE, argv)
  const relay = createRelayModel()
  await using host = createHost(from)
  await using engine = await host.open({
    env: { ...from.env, CAPSTAN_DISABLE_AUTO_COMPACT: '1', DISABLE_AUTO_COMPACT: '1' },
    session: { kind: 'new', persist: false },
    overrides: { model: 'scripted', strictMcpConfig: true },
    model: relay,
    warn: await problemSayer(from.env),
  })
  const { tools } = await engine.query('state')
  const all = await readToolSpecs()
  const served = toolsInGroups(all)('served')
  const specs = all.filter(({ name }) => served.includes(name) && tools.includes(name))
  await answer(specs, createCaller(engine, relay), from.version)
  return 0
}

type Call = (name: string, input: unknown) => Promise<ToolResultBlock>

/** One call at a time: the order in which they came is the order of their effects. */
const createCaller = (engine: Engine, relay: RelayModel): Call => {
  let last: Promise<unknown> = Promise.resolve()
  return (name, input) => {
    const result = last.then(() => callOnce(engine, relay, { name, input }))
    last = result.catch(() => undefined)
    return result
  }
}

const callOnce = async (
  engine: Engine,
  relay: RelayModel,
  call: { readonly name: string; readonly input: unknown },
): Promise<ToolResultBlock> => {
  const id = `toolu_${randomUUID()}`
  relay.next({ id, ...call })
  const events = engine.events()
  await engine.send({ type: 'submit', content: `The client calls ${call.name}.` })
  let found: ToolResultBlock | undefined
  for await (const event of events) {
    if (event.type === 'entry' && event.entry.type === 'user')
      for (const block of blocksOf(event.entry.message.content)) if (block.tool_use_id === id) found = block
    if (event.type === 'turn_ended') break
  }
  return found ?? { type: 'tool_result', tool_use_id: id, content: 'The call did not run.', is_error: true }
}

const blocksOf = (content: string | readonly { readonly type: string }[]): readonly ToolResultBlock[] =>
  typeof content === 'string'
    ? []
    : content.filter((block): block is ToolResultBlock => block.type === 'tool_result')

/** Until the client closes its end. */
const answer = async (specs: readonly ToolSpec[], call: Call, version: string): Promise<void> => {
  const server = new Server({ name: 'capstan', title: 'Capstan', version }, { capabilities: { tools: {} } })
  server.setRequestHandler('tools/list', () => ({
    tools: specs.map(({ name, description, input_schema }) => ({
      name,
      description,
      inputSchema: { type: 'object' as const, ...input_schema },
    })),
  }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    if (!specs.some(({ name }) => name === params.name))
      return { content: [{ type: 'text', text: `There is no tool named ${params.name}.` }], isError: true }
    const { content, is_error } = await call(params.name, params.arguments ?? {})
    return { content: contentOf(content), ...(is_error ? { isError: true } : {}) }
  })
  const closed = new Promise<void>(resolve => {
    server.onclose = resolve
    process.stdin.once('end', resolve)
    process.stdin.once('close', resolve)
  })
  await server.connect(new StdioServerTransport())
  await closed
}

const contentOf = (content: string | readonly ResultBlock[]) =>
  (typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content).map(block => {
    if (block.type === 'text') return { type: 'text' as const, text: block.text }
    if (block.type === 'image' && block.source.type === 'base64')
      return { type: 'image' as const, data: block.source.data, mimeType: block.source.media_type }
    return { type: 'text' as const, text: `(${block.type})` }
  })
