import type { AgentInfo, AgentRequest } from '../protocol/agents/agents.ts'
import { agentText } from '../protocol/messages/engine/agents.ts'
import type { Text } from '../protocol/messages/localized-text.ts'
import { modelTexts } from '../protocol/messages/model-texts.ts'
import { ToolError } from '../protocol/tool.ts'
import type { Usage } from '../protocol/usage.ts'
import type { AgentParent } from './agent-parent.ts'
import { AGENT_DEFAULTS, type AgentSettings, DEEPEST } from './agent-settings.ts'
import { agentsOf, estimateUsd } from './fan-out.ts'
import { replyOf } from './fork-messages.ts'

const says = modelTexts('spawn_checks', {
  leaderOnly: {
    en: 'Only the conversation that leads a team adds members. Leave out team_name.',
    zh: '只有领导团队的对话才能添加成员。请去掉 team_name。',
  },
  memberAlone: {
    en: 'A member of a team works by itself, and nobody waits for it. Leave out run_in_background, or start an agent without a name.',
    zh: '团队成员独立工作，没有人等待它。请去掉 run_in_background，或启动不带 name 的智能体。',
  },
  noFurther: {
    en: 'Agents cannot start further agents here. Do this part of the work yourself.',
    zh: '这里的智能体不能再启动智能体。请自己完成这部分工作。',
  },
  nameRunning: {
    en: 'An agent named {name} is running already. Use another name, or SendMessage to talk to it.',
    zh: '名为 {name} 的智能体已在运行。请换一个名称，或用 SendMessage 与它通信。',
  },
  limit: {
    en: '{running:number} agents are running already, which is the limit. Wait for one to end.',
    zh: '已有 {running:number} 个智能体在运行，达到上限。请等其中一个结束。',
  },
  fewer: {
    en: 'The user does not want {count:number} agents at once. Start fewer, or ask them how to go on.',
    zh: '用户不希望同时启动 {count:number} 个智能体。请少启动一些，或问用户如何继续。',
  },
})

/** Many agents that one reply starts. */
export interface Wave {
  readonly count: number
  /** Of all together, estimated; absent: nobody knows the price. */
  readonly usd?: number
  readonly toolUseId: string
  readonly descriptions: readonly string[]
}

export interface CheckOptions {
  readonly settings: AgentSettings
  price(model: string, usage: Usage): number | undefined
  /** Why nothing may be spent any more. */
  refused(model: string): Promise<Text | undefined>
  /** Whether so many agents at once are wanted; absent: nobody can be asked. */
  mayFanOut?(wave: Wave, signal: AbortSignal): Promise<boolean>
}

const isThere = ({ status }: AgentInfo): boolean => status === 'running' || status === 'idle'

/** What keeps an agent from being started. All of it throws ToolError. */
export class SpawnChecks {
  readonly #options: CheckOptions
  readonly #list: () => readonly AgentInfo[]
  /** The last reply that started many. */
  #wave: { readonly reply: string; readonly agreed: Promise<boolean> } | undefined

  constructor(options: CheckOptions, list: () => readonly AgentInfo[]) {
    this.#options = options
    this.#list = list
  }

  /** Throws for a team that whoever asks cannot give it a place in. */
  team({ depth }: AgentParent, { team }: AgentRequest): void {
    if (team !== undefined && depth > 0) throw new ToolError(says('leaderOnly'))
  }

  member({ background }: AgentRequest): void {
    if (background === false) throw new ToolError(says('memberAlone'))
  }

  limits(parent: AgentParent, { name }: AgentRequest): void {
    const { maxDepth = AGENT_DEFAULTS.maxDepth } = this.#options.settings
    if (parent.depth >= Math.min(maxDepth, DEEPEST)) throw new ToolError(says('noFurther'))
    this.room()
    if (name !== undefined && this.#list().some(one => one.name === name && isThere(one)))
      throw new ToolError(says('nameRunning', { name }))
  }

  room(): void {
    const { maxAtOnce = AGENT_DEFAULTS.maxAtOnce } = this.#options.settings
    const running = this.#list().filter(({ status }) => status === 'running').length
    if (running >= maxAtOnce) throw new ToolError(says('limit', { running }))
  }

  async money(model: string): Promise<void> {
    const why = await this.#options.refused(model)
    if (why !== undefined) throw new ToolError(agentText('over_budget', { reason: why }))
  }

  /** One question for all agents of a reply, whichever of them comes first. */
  async fanOut(parent: AgentParent, { toolUseId }: AgentRequest, signal: AbortSignal): Promise<void> {
    const { mayFanOut, settings, price } = this.#options
    const reply = replyOf(parent.prefix().messages, toolUseId)
    if (!mayFanOut || reply === undefined || parent.mode === 'bypassPermissions') return
    await parent.replied(reply, signal)
    const descriptions = agentsOf(parent.prefix().messages, reply)
    const count = descriptions.length
    const { askAbove = AGENT_DEFAULTS.askAbove } = settings
    if (count <= askAbove) return
    if (this.#wave?.reply !== reply) {
      const usual = (usage: Usage) => price(parent.model, usage)
      const usd = estimateUsd(count, { ended: this.#list(), usual })
      const asked = { count, toolUseId, descriptions, ...(usd === undefined ? {} : { usd }) }
      this.#wave = { reply, agreed: mayFanOut(asked, signal) }
    }
    if (!(await this.#wave.agreed)) throw new ToolError(says('fewer', { count }))
  }
}
