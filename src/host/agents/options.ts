import { agentMemory } from '../../agents/agent-memory.ts'
import type { AgentSettings, MainAgent } from '../../agents/agent-settings.ts'
import { stricterMode } from '../../agents/stricter-mode.ts'
import { agentTypes, type InPool, toolPool } from '../../agents/tool-pool.ts'
import type { AssistantChoice } from '../../engine/assistant/options.ts'
import type { SessionEnvironment } from '../../engine/options/session-environment.ts'
import type { Toolbox } from '../../engine/options/toolbox.ts'
import type { PermissionChoice } from '../../engine/permissions/options.ts'
import type { PromptSettings } from '../../engine/prompt/options.ts'
import type { ServersChoice } from '../../engine/servers/options.ts'
import type { SessionHandle } from '../../engine/session-file/session-handle.ts'
import type { SkillChoice } from '../../engine/skills/options.ts'
import { BUILT_IN_AGENTS } from '../../features/agents/built-in/built-in-agents.ts'
import { nearestName } from '../../lib/nearest-name.ts'
import type { AgentDefinition } from '../../protocol/extensions/agent-definition.ts'
import type { CustomizationPart } from '../../protocol/extensions/policy-settings.ts'
import type { ExtensionRoot, ExtensionRoots } from '../../protocol/extensions/roots.ts'
import type { ContributionSource } from '../../protocol/extensions/source.ts'
import type { HookSettings } from '../../protocol/hook.ts'
import { HostError, type Overrides } from '../../protocol/host.ts'
import { openingText } from '../../protocol/messages/host/opening.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import type { Warn } from '../../protocol/messages/localized-text.ts'
import { modeName } from '../../protocol/messages/permissions/permissions.ts'
import type { EnvironmentOptions } from '../environment.ts'
import type { Gathered } from '../settings/gather-settings.ts'

/** What command line, environment and settings say about agents. */
export const chooseAgents = (
  { appendSubagentSystemPrompt: append }: Pick<Overrides, 'appendSubagentSystemPrompt'>,
  { agents: env, shell }: Pick<EnvironmentOptions, 'agents' | 'shell'>,
  { settings }: Pick<Gathered, 'settings'>,
): AgentSettings => {
  const { maxDepth, maxConcurrent, askAbove, fork, backgroundAfterSeconds: seconds } = settings.agents ?? {}
  return {
    ...(maxDepth === undefined ? {} : { maxDepth }),
    ...(maxConcurrent === undefined ? {} : { maxAtOnce: maxConcurrent }),
    ...(askAbove === undefined ? {} : { askAbove }),
    ...(fork === undefined ? {} : { forks: fork }),
    ...(seconds === undefined ? {} : { backgroundAfterMs: seconds * 1000 }),
    ...(append === undefined ? {} : { append }),
    ...(settings.worktree?.bgIsolation === 'worktree' ? { isolateBackground: true } : {}),
    ...(shell.backgroundOff ? { backgroundOff: true } : {}),
    ...env,
  }
}

type Sourced = AgentDefinition & { readonly source: ContributionSource }

/** What says which agent a conversation runs as, the first that does counts. */
export interface AgentSources {
  readonly flag: string | undefined
  /** What the session ran as before. */
  readonly resumed: string | undefined
  readonly setting: string | undefined
}

/** Said where no agent is to run the conversation, whatever session, settings and plugins say. */
const NO_AGENT = 'none'

export const wantedAgent = ({ flag, resumed, setting }: AgentSources): string | undefined => {
  const name = flag ?? resumed ?? setting
  return name === NO_AGENT ? undefined : name
}

/** The agent that the conversation is to run as; undefined: none. Throws HostError for one that is not there. */
export const findMainAgent = async (
  wish: AgentSources,
  {
    extensions,
    skills,
    locked,
  }: {
    readonly extensions?: Pick<ExtensionRoots, 'list'>
    readonly skills?: SkillChoice
    readonly locked?: readonly CustomizationPart[]
  },
  warn: Warn,
): Promise<Sourced | undefined> => {
  const name = wantedAgent(wish)
  if (skills?.agents !== undefined) await checkGivenAgents(skills.agents)
  if (name === undefined && wish.flag === NO_AGENT) return undefined
  const places = (await extensions?.list()) ?? []
  const plugin = places.find(place => place.agent !== undefined)
  if (name === undefined && !plugin) return undefined
  const [{ readAgents }, { mergeContributions }, { lockContribution }, { createMarkdownHeads }] =
    await Promise.all([
      import('../../features/agents/read-agents.ts'),
      import('../../features/extensions/merge.ts'),
      import('../../features/extensions/lock.ts'),
      import('../../lib/markdown-heads.ts'),
    ])
  const { contributions } = await readAgents(places, createMarkdownHeads(undefined), skills?.agents)
  const { agents } = mergeContributions([
    { source: { level: 'built-in' }, agents: BUILT_IN_AGENTS },
    ...contributions.map(one => lockContribution(one, locked)),
  ])
  if (name === undefined) return ofPlugin(plugin, agents, warn)
  const found = agents.find(agent => agent.name === name)
  if (found) return found
  const names = agents.map(agent => agent.name)
  // Without it the conversation would have more tools than before.
  if (wish.flag === undefined && name === wish.resumed)
    throw new HostError('request', openingText('agent_gone', { name, names }))
  const near = nearestName(name, names)
  const unusable = contributions
    .flatMap(({ problems = [] }) => problems)
    .find(({ message }) => message.startsWith(`Agent ${name}: `))
  if (unusable) {
    const { message, localized = message, file = '' } = unusable
    throw new HostError('request', openingText('agent_unusable', { problem: localized, file }))
  }
  const hint = near === undefined ? '' : openingText('did_you_mean', { name: near })
  throw new HostError('request', openingText('no_agent', { name, hint, names }))
}

/** The one that a plugin wants every conversation to run as. One that is not there keeps no session from starting. */
const ofPlugin = (
  place: ExtensionRoot | undefined,
  agents: readonly Sourced[],
  warn: Warn,
): Sourced | undefined => {
  const { agent = '', source } = place ?? {}
  const plugin = source?.level === 'plugin' ? source.name : ''
  const found =
    agents.find(one => one.source.level === 'plugin' && one.name === `${plugin}:${agent}`) ??
    agents.find(({ name }) => name === agent)
  if (!found) warn(openingText('plugin_agent_missing', { plugin, agent }))
  return found
}

/** What counts for a conversation that runs as an agent, unless the person said otherwise for this run. */
export const agentOverrides = <O extends Overrides>(
  overrides: O,
  agent: AgentDefinition | undefined,
  resumed: { readonly agent: string | undefined; readonly model: string | undefined },
): O => {
  if (!agent) return overrides
  const { model, effort, maxTurns } = agent
  // A model that was chosen while the agent ran the session counts more than that of its definition.
  const isChosen = resumed.agent === agent.name && resumed.model !== undefined
  const inherits = isChosen || model === undefined || model === 'inherit' || model === 'small'
  return {
    ...(inherits ? {} : { model }),
    ...(effort === undefined ? {} : { effort }),
    ...(maxTurns === undefined ? {} : { maxTurns }),
    ...overrides,
  }
}

/** What a conversation is made of, as far as an agent has its own. */
interface Conversation {
  readonly place: SessionEnvironment
  readonly servers?: ServersChoice
  readonly skills?: SkillChoice
  readonly agents?: AgentSettings
  readonly permissions: PermissionChoice
  readonly prompt: PromptSettings
  readonly assistant?: Pick<AssistantChoice, 'on'>
  readonly session?: Pick<SessionHandle, 'promptSnapshot'>
  readonly hooks: HookSettings
  readonly tools: Toolbox
}

/** The conversation as that agent. What its definition wants beyond what the person chose is left out, and said. */
export const asAgent = async <C extends Conversation>(
  config: C,
  chosen: AgentDefinition | undefined,
  warn: Warn,
): Promise<C> => {
  if (!chosen) return config
  const agent = await inPromptLanguage(config.prompt, chosen)
  const { name, prompt, permissionMode, hooks } = agent
  const { permissions } = config
  const { mode, refused } = stricterMode(permissions.mode, permissionMode)
  if (refused) warn(openingText('agent_mode', { name, wanted: modeName(refused), mode: modeName(mode) }))
  const main = mainAgentOf(agent)
  return {
    ...config,
    ...(await withServers(config, agent, warn)),
    place: withMemory(config, agent),
    agents: { ...config.agents, main },
    permissions: { ...permissions, mode },
    prompt: promptOf(config, prompt),
    tools: onlyOf(config.tools, toolPool(main)),
    hooks: hooks ? withHooks(config.hooks, hooks) : config.hooks,
  }
}

const inPromptLanguage = async (
  { promptLanguage }: PromptSettings,
  agent: AgentDefinition,
): Promise<AgentDefinition> => {
  if (promptLanguage !== 'zh') return agent
  const { inChinese } = await import('../../features/agents/built-in/in-chinese.ts')
  return inChinese([agent])[0] ?? agent
}

/**
 * An agent that runs the conversation speaks in the place of our words; in assistant mode, behind them. What an
 * earlier run sent goes on being sent, however the mode was switched since.
 */
const promptOf = ({ prompt, assistant, session }: Conversation, words: string): PromptSettings => {
  if (words === '') return prompt
  const sent = session?.promptSnapshot?.system ?? []
  const isFirst = sent[0]?.text === words
  const isBehind = sent.length > 1 && sent.slice(1).some(({ text }) => text.endsWith(words))
  if (isFirst || !(isBehind || assistant?.on)) return { ...prompt, agent: words }
  return { ...prompt, append: [prompt.append, words].filter(text => text?.trim()).join('\n\n') }
}

const mainAgentOf = (agent: AgentDefinition): MainAgent => {
  const { name, tools, servers = [], disallowedTools, skills, initialPrompt, reminder } = agent
  const named = servers.flatMap(one => (typeof one === 'string' ? [one] : Object.keys(one)))
  const types = agentTypes(tools)
  return {
    name,
    // Tools of servers that it names come with them.
    ...(tools ? { tools: [...tools, ...named.map(server => `mcp__${server}`)] } : {}),
    ...(disallowedTools ? { disallowedTools } : {}),
    ...(types ? { types } : {}),
    ...(skills?.length ? { skills } : {}),
    ...(initialPrompt === undefined ? {} : { initialPrompt }),
    ...(reminder === undefined ? {} : { reminder }),
  }
}

/** Servers that the definition brings count like those of the command line. */
const withServers = async (
  { servers }: Conversation,
  { name, servers: wanted = [] }: AgentDefinition,
  warn: Warn,
): Promise<{ readonly servers?: ServersChoice }> => {
  const written = Object.assign({}, ...wanted.filter(one => typeof one !== 'string')) as object
  if (!servers || Object.keys(written).length === 0) return {}
  const { parseServers } = await import('../../features/mcp/config/read-servers.ts')
  const read = parseServers(written, servers.env)
  for (const problem of read.problems) warn(openingText('agent_problem', { name, problem }))
  const own = { source: { level: 'flag' }, servers: read.servers } as const
  return { servers: { ...servers, written: [...servers.written, own] } }
}

/** Its own in the place of the project's, where there is memory at all. */
const withMemory = ({ place, skills }: Conversation, agent: AgentDefinition): SessionEnvironment => {
  const memoryDirectory = agentMemory(agent, { ...place, configHome: skills?.configHome })
  if (place.memoryDirectory === undefined || memoryDirectory === undefined) return place
  const { teamMemoryDirectory: _, ...own } = place
  return { ...own, memoryDirectory }
}

const onlyOf = (tools: Toolbox, wants: InPool): Toolbox => {
  const specs = tools.specs.filter(
    ({ name, aliases }) => name === tools.structured?.name || wants(name, aliases),
  )
  const isOne = (name: string): boolean =>
    specs.some(spec => spec.name === name || spec.aliases?.includes(name))
  return {
    ...tools,
    specs,
    refuses: name => !wants(name) || tools.refuses?.(name) === true,
    load: async name => (isOne(name) ? await tools.load(name) : undefined),
  }
}

const withHooks = (all: HookSettings, more: HookSettings): HookSettings => {
  const events = [...new Set([...Object.keys(all), ...Object.keys(more)])] as (keyof HookSettings)[]
  return Object.fromEntries(events.map(event => [event, [...(all[event] ?? []), ...(more[event] ?? [])]]))
}

/** Throws HostError for `--agents` that can't be used as written: a run without them would do something else. */
const checkGivenAgents = async (given: string): Promise<void> => {
  const [{ readAgents }, { createMarkdownHeads }] = await Promise.all([
    import('../../features/agents/read-agents.ts'),
    import('../../lib/markdown-heads.ts'),
  ])
  const { contributions } = await readAgents([], createMarkdownHeads(undefined), given)
  const [problem] = contributions.flatMap(({ problems = [] }) => problems)
  if (problem) throw new HostError('request', problem.localized ?? verbatim(problem.message))
}
