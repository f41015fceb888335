import { findModel } from '../../features/models/catalogue.ts'
import type { ListingLimits } from '../../features/skills/listing.ts'
import type { Attachment } from '../../protocol/attachment.ts'
import type { AgentDefinition } from '../../protocol/extensions/agent-definition.ts'
import type { ContributionSource } from '../../protocol/extensions/source.ts'
import type { Message } from '../../protocol/message.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { ThreadState } from '../live/state.ts'
import type { ModelChoice } from '../models/options.ts'
import type { Part } from '../scope.ts'
import type { Secrets } from '../secrets/part.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'

const says = modelTexts('agent_listing', {
  heading: { en: 'More types for the Agent tool:', zh: 'Agent 工具的其他类型：' },
  forks: {
    en: 'Agent without subagent_type starts a fork: it knows this whole conversation, so its prompt only says which part is its own. Forks of one reply are cheap: they begin with the same cached bytes. Name a type for work that needs none of what was said here.',
    zh: '不带 subagent_type 的 Agent 会启动一个分叉：它知道整个对话，因此 prompt 只需说明它负责哪一部分。同一条回复中的分叉开销很小：它们共用同一段缓存。不需要本对话内容的工作请指定类型。',
  },
  gone: { en: 'No longer available: {names}.', zh: '不再可用：{names}。' },
})

const LISTING = 'agent_listing'
/** Share of the window that the list may take. */
const SHARE = 0.01
const DESCRIPTION_CHARS = 250
const CHARS_PER_TOKEN = 4
/** Among the names that were told, the one that stands for forks; no agent can be called so. */
const FORKS = ':forks'
interface ListingOptions {
  readonly config: {
    readonly session: SessionHandle
    readonly models: Pick<ModelChoice, 'rows'>
    readonly prompt: { readonly promptLanguage?: PromptLanguage }
  }
  readonly live: Pick<ThreadState, 'model'>
  readonly secrets: Pick<Secrets, 'clean'>
  /** When what files bring is known. */
  ready(): Promise<void> | undefined
  agents(): readonly (AgentDefinition & { readonly source: ContributionSource })[]
  /** Whether one without a type is a fork here. */
  forks(): boolean
  /** Whether the thread can start agents at all. */
  mayStart(): boolean
}

/** What the list may take of a window of so many tokens. */
export const agentLimits = (window: number): ListingLimits => ({
  chars: Math.floor(window * SHARE * CHARS_PER_TOKEN),
  each: DESCRIPTION_CHARS,
})

/** Tells the model of the agents that are not ours: those it does not know yet, and those that are gone. */
export const createAgentListing = ({
  config,
  live,
  secrets,
  ready,
  agents,
  forks,
  mayStart,
}: ListingOptions): Part => {
  let told: ReadonlySet<string> | undefined
  const collect = async (): Promise<readonly Attachment[]> => {
    if (!mayStart()) return []
    await ready()
    const others = agents().filter(({ source }) => source.level !== 'built-in')
    told ??= listedIn(config.session.view())
    const before = told
    const fresh = others.filter(({ name }) => !before.has(name))
    const gone = [...before].filter(name => name !== FORKS && !others.some(one => one.name === name))
    const hasForks = forks()
    const isNews = hasForks && !before.has(FORKS)
    if (fresh.length === 0 && gone.length === 0 && !isNews) return []
    told = new Set([...others.map(({ name }) => name), ...(hasForks ? [FORKS] : [])])
    const { listSkills } = await import('../../features/skills/listing.ts')
    const limits = agentLimits(findModel(live.model, config.models.rows).facts.window)
    const list = fresh.map(({ name, description }) => ({ name, description, rank: 0 }))
    const parts = [
      ...(isNews ? [says('forks')] : []),
      ...(fresh.length === 0 ? [] : [says('heading'), listSkills(list, limits)]),
      ...(gone.length === 0 ? [] : [says('gone', { names: gone.join(', ') })]),
    ]
    const said = parts.map(part => forModel(part, config.prompt.promptLanguage))
    const text = await secrets.clean(said.join('\n'))
    const names = [...fresh.map(({ name }) => name), ...(isNews ? [FORKS] : [])]
    return [{ kind: LISTING, text, agents: names, gone }]
  }
  return {
    news: [{ name: 'agents', isClean: true, collect }],
    restarted() {
      told = undefined
    },
  }
}

/** Names that a history tells the model of. */
const listedIn = (messages: readonly Message[]): ReadonlySet<string> => {
  const names = new Set<string>()
  for (const message of messages) {
    if (message.type !== 'attachment' || message.attachment.kind !== LISTING) continue
    for (const name of texts(message.attachment['agents'])) names.add(name)
    for (const name of texts(message.attachment['gone'])) names.delete(name)
  }
  return names
}

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter(one => typeof one === 'string') : []
