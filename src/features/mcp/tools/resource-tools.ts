import * as z from 'zod'
import { errorText } from '../../../lib/error-text.ts'
import type { ServerToolName } from '../../../protocol/extensions/server-tool-name.ts'
import type { ResultBlock } from '../../../protocol/message.ts'
import { lines as joinLines } from '../../../protocol/messages/layout.ts'
import type { Text } from '../../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../../protocol/messages/model-texts.ts'
import { presentInput } from '../../../protocol/messages/presentation.ts'
import { type Tool, ToolError, type ToolSpec } from '../../../protocol/tool.ts'
import type { PromptLanguage } from '../../../protocol/tools/both-languages.ts'
import { cleanHead, cleanText } from '../clean-text.ts'
import type { ServerPool } from '../pool/server-pool.ts'
import { presentServers } from './present-server.ts'
import { LIST_RESOURCES, READ_RESOURCE } from './resource-specs.ts'
import { resourceBlocks } from './result-blocks.ts'
import type { ResultPorts } from './tool-ports.ts'

const says = modelTexts('server_resources', {
  more: { en: '… and {count:number} more of {name}', zh: '… {name} 另有 {count:number} 个' },
  none: { en: '{name} has no resources.', zh: '{name} 没有资源。' },
  notGiven: { en: '{name} did not give {uri}: {why}', zh: '{name} 没有给出 {uri}：{why}' },
  noneAnywhere: { en: 'No server has resources.', zh: '没有服务器提供资源。' },
})

const MAX_LISTED = 300

interface Output {
  readonly content: readonly ResultBlock[]
}

/** Lists and reads what servers hold; one of the two by its name. */
export const createResourceTool = (spec: ToolSpec, options: ResourceOptions): Tool | undefined => {
  if (spec.name === LIST_RESOURCES.name) return listTool(options) as Tool
  return spec.name === READ_RESOURCE.name ? (readTool(options.pool, options.ports) as Tool) : undefined
}

export interface ResourceOptions {
  readonly pool: ServerPool
  readonly ports: ResultPorts
  /** By a rule: left out where all servers are asked. */
  isDenied(tool: ServerToolName): boolean
}

interface ListInput {
  readonly server?: string | undefined
  /** Put in by the session: all that are asked when none is named. */
  readonly servers?: readonly string[] | undefined
}

const listTool = ({ pool, isDenied }: ResourceOptions): Tool<ListInput, Output> => ({
  name: LIST_RESOURCES.name,
  present: presentServers,
  description: LIST_RESOURCES.description,
  input: z.object({ server: z.string().optional(), servers: z.array(z.string()).optional() }),
  fromModel: ({ server }) => (server === undefined ? {} : { server }),
  prepare: async ({ server }, { deferredTools, signal }) => {
    if (server !== undefined) return { server }
    await deferredTools.servers?.reach(undefined, signal)
    return {
      servers: pool
        .all()
        .filter(each => each.listing?.resources)
        .map(({ wanted }) => wanted.name)
        .filter(name => !isDenied({ server: name, tool: LIST_RESOURCES.name })),
    }
  },
  observe: ({ server }) => (server === undefined ? {} : { server }),
  access: given =>
    namesIn(given).map(server => ({ kind: 'mcp', server, tool: LIST_RESOURCES.name, lists: true })),
  parallel: () => true,
  clearable: true,
  async *run(given, { signal, language }) {
    const lists: string[] = []
    for (const each of namesIn(given).map(name => pool.find(name))) {
      yield { text: each.wanted.name }
      lists.push(forModel(await listOf(each, signal), language))
    }
    if (given.server === undefined)
      lists.push(...outOfReach({ pool, isDenied }).map(text => forModel(text, language)))
    return { content: [{ type: 'text', text: lists.join('\n') || forModel(says('noneAnywhere'), language) }] }
  },
  show: ({ content }) => content,
})

/** Those that may have some, and could not be asked. */
const outOfReach = ({ pool, isDenied }: Pick<ResourceOptions, 'pool' | 'isDenied'>): readonly Text[] =>
  pool
    .all()
    .filter(each => each.isUsable && !each.listing)
    .filter(({ wanted }) => !isDenied({ server: wanted.name, tool: LIST_RESOURCES.name }))
    .map(each => each.whyUnlisted())

const namesIn = ({ server, servers = [] }: ListInput): readonly string[] =>
  server === undefined ? servers : [server]

const listOf = async (server: ReturnType<ServerPool['find']>, signal: AbortSignal): Promise<Text> => {
  const { name } = server.wanted
  try {
    const found = await server.use(connection => connection.resources(server.callOptions(signal)))
    const lines = found.slice(0, MAX_LISTED).map(({ uri, name: title, mimeType, description }) => {
      const about = [title, mimeType, description].filter(each => each !== undefined && each !== uri)
      return cleanHead(`${name} ${uri} ${about.join(', ')}`.replace(/\s+/g, ' '), 500)
    })
    const more = found.length > MAX_LISTED ? [says('more', { count: found.length - MAX_LISTED, name })] : []
    return lines.length === 0 ? says('none', { name }) : joinLines([...lines, ...more])
  } catch (error) {
    return `${name}: ${cleanHead(errorText(error), 500)}`
  }
}

const readTool = (
  pool: ServerPool,
  ports: ResultPorts,
): Tool<{ readonly server: string; readonly uri: string }, Output> => ({
  name: READ_RESOURCE.name,
  present: presentInput,
  description: READ_RESOURCE.description,
  input: z.object({ server: z.string(), uri: z.string() }),
  access: ({ server }) => [{ kind: 'mcp', server, tool: READ_RESOURCE.name }],
  parallel: () => true,
  maxResultChars: ports.maxChars,
  clearable: true,
  async *run({ server, uri }, { signal, language }) {
    yield { text: uri }
    return { content: await readResource(pool, { server, uri }, { ports, signal, language }) }
  },
  show: ({ content }) => content,
})

/** Throws ToolError. */
export const readResource = async (
  pool: ServerPool,
  { server: name, uri }: { readonly server: string; readonly uri: string },
  {
    signal,
    ...making
  }: {
    readonly ports: ResultPorts
    readonly signal: AbortSignal
    readonly language?: PromptLanguage | undefined
  },
): Promise<readonly ResultBlock[]> => {
  const server = pool.find(name)
  try {
    const contents = await server.use(connection => connection.read(uri, server.callOptions(signal)))
    const blocks = await Promise.all(contents.slice(0, 50).map(each => resourceBlocks(each, making)))
    return blocks.flat()
  } catch (error) {
    if (error instanceof ToolError) throw error
    throw new ToolError(
      says('notGiven', { name, uri: cleanHead(uri, 300), why: cleanText(errorText(error)).slice(0, 2_000) }),
    )
  }
}
