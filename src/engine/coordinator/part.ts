import { COORDINATOR_AGENT_PROMPT, coordinatorTools } from '../../agents/coordinator.ts'
import { type InPool, toolPool } from '../../agents/tool-pool.ts'
import type { Attachment } from '../../protocol/attachment.ts'
import type { Message } from '../../protocol/message.ts'
import { agentText } from '../../protocol/messages/engine/agents.ts'
import { OpError } from '../../protocol/op.ts'
import type { ToolsIn } from '../../protocol/tools/described-tool.ts'
import type { Cache } from '../cache/part.ts'
import type { Contributions, Wants } from '../contributions/part.ts'
import type { Live } from '../live/state.ts'
import type { Toolbox } from '../options/toolbox.ts'
import type { PromptSettings } from '../prompt/options.ts'
import type { Part } from '../scope.ts'
import type { Scratchpad } from '../scratchpad/part.ts'

const TOLD = 'coordinator_mode'
const WORKERS = 'coordinator_workers'

export interface CoordinatorOptions {
  readonly cache: Cache
  readonly live: Live
  readonly scratchpad: Scratchpad
  readonly contributions: Pick<Contributions, 'late'>
  /** What the conversation may call otherwise; absent: everything. */
  readonly wants?: Wants
  isRunning(): boolean
}

/** Coordinator mode: while it is on, the conversation has other words and hardly any tools; agents work as ever. */
export interface Coordinator extends Part {
  /** What the conversation is made of: prompt and tools by the mode, the same values until it changes. */
  readonly thread: { readonly cache: Cache; readonly wants: Wants }
}

export const createCoordinator = (options: CoordinatorOptions): Coordinator => {
  const { cache, live, scratchpad, wants = () => true, isRunning } = options
  const { config } = cache
  const { session } = config
  const inPool = poolOf(config)
  const values = valuesOf(config, scratchpad, inPool)
  /** What the model was last told of its workers. */
  let workers = ''
  const told: Attachment[] = []
  let noted = session.coordinator ?? false
  const note = async (): Promise<void> => {
    const enabled = live.coordinator === true
    if (noted === enabled) return
    noted = enabled
    await session.note({ type: 'coordinator', enabled, sessionId: session.id })
  }
  const change = async (enabled: boolean): Promise<void> => {
    const main = config.agents?.main?.name
    if (enabled && main !== undefined) throw new OpError(agentText('no_coordinator_here', { agent: main }))
    if (isRunning()) throw new OpError(agentText('coordinator_busy'))
    if (enabled === live.coordinator) return
    live.coordinator = enabled
    await note()
    if (session.messages.length === 0) return
    const detail = `coordinator mode is ${enabled ? 'on' : 'off'}`
    for (const cause of ['tools_changed', 'system_changed'] as const) cache.tell({ cause, detail })
    const words = await textsOf(config.prompt)
    told.splice(0, told.length, { kind: TOLD, text: enabled ? words.on : words.off })
  }
  return {
    thread: {
      wants: (...tool) => (live.coordinator ? inPool(...tool) : wants(...tool)),
      cache: { ...cache, config: configBy(config, values, live) },
    },
    ops: { set_coordinator: ({ enabled }) => change(enabled) },
    news: [
      { name: 'coordinator', isClean: true, collect: () => told.splice(0) },
      {
        name: 'workers',
        // Names of tools and servers: they came with the definitions.
        isClean: true,
        async collect() {
          const text = live.coordinator ? await workersText(options) : ''
          if (text === workers) return []
          workers = text
          return text === '' ? [] : [{ kind: WORKERS, text }]
        },
      },
    ],
    restarted(history) {
      const last = history.findLast(message => isNews(message, WORKERS) || isNews(message, TOLD))
      workers = last && isNews(last, WORKERS) ? last.attachment.text : ''
    },
    // A session that says nothing leaves no file behind.
    turnStarts: note,
  }
}

const textsOf = async ({ promptLanguage = 'en' }: PromptSettings) =>
  (await import('../../features/prompt/locales/coordinator.ts')).COORDINATOR[promptLanguage]

const configBy = (
  config: Cache['config'],
  values: ReturnType<typeof valuesOf>,
  live: Live,
): Cache['config'] =>
  Object.defineProperties(
    { ...config },
    {
      prompt: { enumerable: true, get: () => values.prompt(live) },
      tools: { enumerable: true, get: () => values.tools(live) },
    },
  )

/** Both are compared by identity to see whether anything changed. */
const valuesOf = (config: Cache['config'], scratchpad: Scratchpad, inPool: InPool) => {
  let made: { readonly prompt: PromptSettings; readonly tools: Toolbox } | undefined
  const make = () => {
    const directory = scratchpad.open()
    const shared = directory === undefined ? {} : { scratchpad: directory }
    return {
      prompt: { ...config.prompt, coordinates: true, ...shared },
      tools: toolboxOf(config.tools, inPool),
    }
  }
  const by = ({ coordinator }: Live) => {
    if (!coordinator) return config
    made ??= make()
    return made
  }
  return { prompt: (live: Live) => by(live).prompt, tools: (live: Live) => by(live).tools }
}

const poolOf = ({ teams, tools }: Cache['config']): InPool => {
  const leads = teams?.on === true && !teams.member
  return toolPool({ tools: coordinatorTools(tools.toolsIn ?? NO_GROUPS, { leads }) })
}

const NO_GROUPS: ToolsIn = () => []

const isNews = (
  message: Message,
  kind: string,
): message is Extract<Message, { readonly type: 'attachment' }> =>
  message.type === 'attachment' && message.attachment.kind === kind

/** What those can do who do the work: tools of ours by name, servers with how many they bring. */
const workersText = async ({ cache: { config }, contributions }: CoordinatorOptions): Promise<string> => {
  const { workerTools } = await import('../../agents/plan-agent.ts')
  const servers = new Map<string, number>()
  const late: string[] = []
  for (const { name, serverTool } of contributions.late())
    if (serverTool) servers.set(serverTool.server, (servers.get(serverTool.server) ?? 0) + 1)
    else late.push(name)
  const ours = config.tools.specs.filter(({ name }) => name !== config.tools.structured?.name)
  const words = await textsOf(config.prompt)
  const names = [...ours.map(({ name }) => name), ...late]
  return words.workers(workerTools(names, config.tools.toolsIn ?? NO_GROUPS), [...servers])
}

const toolboxOf = ({ coordination, ...tools }: Toolbox, inPool: InPool): Toolbox => {
  const { structured } = tools
  const { specs, load } = coordination ?? tools
  const own = specs
    .filter(({ name, aliases }) => inPool(name, aliases))
    // Nobody is there to look up what is deferred.
    .map(({ deferred: _, ...spec }) =>
      tools.toolsIn?.('delegation').includes(spec.name)
        ? { ...spec, description: tools.coordinatorAgent ?? COORDINATOR_AGENT_PROMPT }
        : spec,
    )
  return {
    specs: [...own, ...tools.specs.filter(({ name }) => name === structured?.name)],
    // What an earlier run sent beside them is not wanted any more.
    known: [],
    refuses: name => !inPool(name),
    async load(name) {
      if (structured && name === structured.name) return structured
      const named = own.flatMap(spec => (spec.aliases?.includes(name) ? [spec.name] : []))
      return inPool(name, named) ? await load(name) : undefined
    },
    ...(structured ? { structured } : {}),
  }
}
