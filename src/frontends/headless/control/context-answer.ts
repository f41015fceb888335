import { roughTokens } from '../../../lib/text/rough-tokens.ts'
import type { ContextItem, ContextUsage } from '../../../protocol/context.ts'
import type { ServerInfo } from '../../../protocol/extensions/server.ts'
import type { LoadedInstruction } from '../../../protocol/instruction.ts'
import type { Message } from '../../../protocol/message.ts'
import { NO_USAGE, type Usage } from '../../../protocol/usage.ts'

type Kind = 'used' | 'free' | 'buffer'

interface Category {
  readonly id?: string
  readonly name: string
  readonly tokens: number
  readonly color: string
  readonly kind: Kind
}

/** What a host is told that asks what fills the window, in the names of the wire. */
export interface ContextAnswer {
  readonly model: string
  readonly totalTokens: number
  readonly maxTokens: number
  readonly rawMaxTokens: number
  readonly percentage: number
  readonly categories: readonly Category[]
  readonly gridRows: readonly (readonly Square[])[]
  readonly memoryFiles: readonly { readonly path: string; readonly type: string; readonly tokens: number }[]
  readonly mcpTools: readonly {
    readonly name: string
    readonly serverName: string
    readonly tokens: number
  }[]
  readonly agents: readonly { readonly agentType: string; readonly source: string; readonly tokens: number }[]
  readonly systemTools: readonly { readonly name: string; readonly tokens: number }[]
  readonly isAutoCompactEnabled: boolean
  readonly autoCompactThreshold?: number
  readonly apiUsage: Usage | null
}

interface Square {
  readonly color: string
  readonly isFilled: boolean
  readonly categoryName: string
  readonly tokens: number
  readonly percentage: number
  readonly squareFullness: number
}

export interface ContextFacts {
  readonly instructions: readonly LoadedInstruction[]
  readonly agents: readonly {
    readonly name: string
    readonly description: string
    readonly source: { readonly level: string }
  }[]
  readonly servers: readonly Pick<ServerInfo, 'name' | 'tools'>[]
  readonly history: readonly Message[]
}

const ROWS: { readonly [K in ContextItem['kind']]: Pick<Category, 'id' | 'name' | 'color'> } = {
  system: { id: 'system_prompt', name: 'System prompt', color: 'gray' },
  tools: { id: 'system_tools', name: 'Tools', color: 'blue' },
  instructions: { id: 'memory_files', name: 'Instruction files', color: 'yellow' },
  memory: { name: 'Memory', color: 'magenta' },
  summary: { name: 'Summary', color: 'cyan' },
  user: { name: 'User', color: 'green' },
  assistant: { name: 'Assistant', color: 'green' },
  tool_result: { name: 'Tool results', color: 'red' },
  attachment: { name: 'Attachments', color: 'white' },
}

export const contextAnswer = (usage: ContextUsage, facts: ContextFacts): ContextAnswer => {
  const categories = categoriesOf(usage)
  const servers = new Map(facts.servers.map(({ name }) => [`mcp__${name.replace(/[^\w-]/g, '_')}__`, name]))
  const tools = usage.items.filter(({ kind }) => kind === 'tools')
  const serverOf = (tool: string): string | undefined =>
    [...servers].find(([prefix]) => tool.startsWith(prefix))?.[1]
  return {
    model: usage.model,
    totalTokens: usage.tokens,
    maxTokens: usage.window,
    rawMaxTokens: usage.window,
    percentage: Math.round((usage.tokens / usage.window) * 100),
    categories,
    gridRows: gridOf(categories, usage.window),
    memoryFiles: facts.instructions.map(({ path, scope, tokens }) => ({ path, type: scope, tokens })),
    mcpTools: tools.flatMap(({ name, tokens }) => {
      const serverName = serverOf(name)
      return serverName === undefined ? [] : [{ name, serverName, tokens }]
    }),
    systemTools: tools.flatMap(({ name, tokens }) =>
      serverOf(name) === undefined ? [{ name, tokens }] : [],
    ),
    agents: facts.agents.map(({ name, description, source }) => ({
      agentType: name,
      source: source.level,
      tokens: Math.ceil(roughTokens(name + description)),
    })),
    isAutoCompactEnabled: usage.compactAt !== undefined,
    ...(usage.compactAt === undefined ? {} : { autoCompactThreshold: usage.compactAt }),
    apiUsage: lastUsage(facts.history),
  }
}

const categoriesOf = ({ items, window, tokens, compactAt }: ContextUsage): readonly Category[] => {
  const sums = new Map<ContextItem['kind'], number>()
  for (const { kind, tokens: each } of items) sums.set(kind, (sums.get(kind) ?? 0) + each)
  const buffer = compactAt === undefined ? 0 : Math.max(0, window - compactAt)
  return [
    ...Array.from(sums, ([kind, sum]): Category => ({ ...ROWS[kind], tokens: sum, kind: 'used' })),
    ...(buffer > 0
      ? [row({ id: 'autocompact_buffer', name: 'Autocompact buffer', kind: 'buffer' }, buffer)]
      : []),
    row({ id: 'free_space', name: 'Free space', kind: 'free' }, Math.max(0, window - tokens - buffer)),
  ]
}

const row = (about: Pick<Category, 'id' | 'name' | 'kind'>, tokens: number): Category => ({
  ...about,
  tokens,
  color: 'gray',
})

const SIDE = 10

/** A hundred squares, each for a hundredth of the window. */
const gridOf = (categories: readonly Category[], window: number): ContextAnswer['gridRows'] => {
  const each = window / (SIDE * SIDE)
  const squares = categories.flatMap(({ name, tokens, color, kind }) =>
    Array.from(
      { length: Math.max(kind === 'used' && tokens > 0 ? 1 : 0, Math.round(tokens / each)) },
      () => ({
        color,
        isFilled: kind === 'used',
        categoryName: name,
        tokens,
        percentage: Math.round((tokens / window) * 100),
        squareFullness: kind === 'used' ? Math.min(1, tokens / each) : 0,
      }),
    ),
  )
  return Array.from({ length: SIDE }, (_, at) => squares.slice(at * SIDE, (at + 1) * SIDE))
}

/** What the provider counted for the last reply. */
const lastUsage = (history: readonly Message[]): Usage | null => {
  const last = history.findLast(message => message.type === 'assistant')
  if (last?.type !== 'assistant') return null
  const { input_tokens, output_tokens, cache_creation_input_tokens, cache_read_input_tokens } = {
    ...NO_USAGE,
    ...last.message.usage,
  }
  return { input_tokens, output_tokens, cache_creation_input_tokens, cache_read_input_tokens }
}
