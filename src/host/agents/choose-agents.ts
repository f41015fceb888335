import type { AgentSettings, MainAgent } from '../../agents/agent-settings.ts'
import { stricterMode } from '../../agents/stricter-mode.ts'
import { agentTypes, type InPool, toolPool } from '../../agents/tool-pool.ts'
import type { PermissionChoice } from '../../engine/options/permission-choice.ts'
import type { PromptSettings } from '../../engine/options/prompt-settings.ts'
import type { SkillChoice } from '../../engine/options/skill-choice.ts'
import type { Toolbox } from '../../engine/options/toolbox.ts'
import { BUILT_IN_AGENTS } from '../../features/agents/built-in/built-in-agents.ts'
import { nearestName } from '../../lib/nearest-name.ts'
import type { Attachment } from '../../protocol/attachment.ts'
import type { AgentDefinition } from '../../protocol/extensions/agent-definition.ts'
import type { ExtensionPlaces } from '../../protocol/extensions/place.ts'
import type { ContributionSource } from '../../protocol/extensions/source.ts'
import type { HookSettings } from '../../protocol/hook.ts'
import { HostError, type Overrides } from '../../protocol/host.ts'
import type { EnvironmentOptions } from '../environment.ts'
import type { Gathered } from '../gather-settings.ts'

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

/** The agent that the conversation is to run as; undefined: none. Throws HostError for one that is not there. */
export const findMainAgent = async (
  name: string | undefined,
  {
    extensions,
    skills,
  }: { readonly extensions?: Pick<ExtensionPlaces, 'list'>; readonly skills?: SkillChoice },
): Promise<Sourced | undefined> => {
  if (name === undefined) return undefined
  const [{ readAgents }, { mergeContributions }, { createMarkdownHeads }] = await Promise.all([
    import('../../features/agents/read-agents.ts'),
    import('../../features/extensions/merge.ts'),
    import('../../lib/markdown-heads.ts'),
  ])
  const places = (await extensions?.list()) ?? []
  const { contributions } = await readAgents(places, createMarkdownHeads(undefined), skills?.agents)
  const { agents } = mergeContributions([
    { source: { level: 'built-in' }, agents: BUILT_IN_AGENTS },
    ...contributions,
  ])
  const found = agents.find(agent => agent.name === name)
  if (found) return found
  const names = agents.map(agent => agent.name)
  const near = nearestName(name, names)
  throw new HostError(
    'request',
    `There is no agent named ${name}.${near === undefined ? '' : ` Did you mean ${near}?`} Available: ${names.join(', ')}.`,
  )
}

/** What counts for a conversation that runs as an agent, unless the person said otherwise for this run. */
export const agentOverrides = <O extends Overrides>(overrides: O, agent: AgentDefinition | undefined): O => {
  if (!agent) return overrides
  const { model, effort, maxTurns } = agent
  const inherits = model === undefined || model === 'inherit' || model === 'small'
  return {
    ...(inherits ? {} : { model }),
    ...(effort === undefined ? {} : { effort }),
    ...(maxTurns === undefined ? {} : { maxTurns }),
    ...overrides,
  }
}

/** What a conversation is made of, as far as an agent has its own. */
interface Conversation {
  readonly agents?: AgentSettings
  readonly permissions: PermissionChoice
  readonly prompt: PromptSettings
  readonly hooks: HookSettings
  readonly tools: Toolbox
  readonly session: { readonly messages: readonly unknown[] }
}

/** The conversation as that agent. What its definition wants beyond what the person chose is left out, and said. */
export const asAgent = <C extends Conversation>(
  config: C,
  agent: AgentDefinition | undefined,
  warn: (text: string) => void,
): C => {
  if (!agent) return config
  const { name, prompt, tools, disallowedTools, initialPrompt, permissionMode, hooks } = agent
  const { permissions } = config
  const { mode, refused } = stricterMode(permissions.mode, permissionMode)
  if (refused)
    warn(
      `Agent ${name} wants permission mode ${refused}, which allows more than yours. It runs in mode ${mode}.`,
    )
  const types = agentTypes(tools)
  const main: MainAgent = {
    name,
    ...(tools ? { tools } : {}),
    ...(disallowedTools ? { disallowedTools } : {}),
    ...(types ? { types } : {}),
  }
  const own = prompt === '' ? config.prompt : { ...config.prompt, agent: prompt }
  const isNew = config.session.messages.length === 0
  return {
    ...config,
    agents: { ...config.agents, main },
    permissions: { ...permissions, mode },
    prompt: initialPrompt === undefined || !isNew ? own : beginning(own, initialPrompt),
    tools: onlyOf(config.tools, toolPool(main)),
    hooks: hooks ? withHooks(config.hooks, hooks) : config.hooks,
  }
}

/** It goes before the first thing that is said. */
const beginning = (prompt: PromptSettings, text: string): PromptSettings => {
  let isTold = false
  const collect = (): readonly Attachment[] => {
    if (isTold) return []
    isTold = true
    return [{ kind: 'initial_prompt', text: `Begin the session with this, whatever else is asked:\n${text}` }]
  }
  return { ...prompt, attachments: [...(prompt.attachments ?? []), { name: 'agent', collect }] }
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
