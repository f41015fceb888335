import type { AgentDefinition } from '../../protocol/extensions/agent-definition.ts'
import type { Skill } from '../../protocol/extensions/skill.ts'
import { OpError } from '../../protocol/op.ts'
import type { Rule } from '../../protocol/permission.ts'
import type { OpenThread, ThreadEnd } from '../../protocol/thread.ts'
import type { Session } from '../session.ts'

export interface ForkOptions {
  readonly session: Pick<Session, 'emit' | 'contributions' | 'config'>
  readonly open: OpenThread
  readonly skill: Skill
  readonly text: string
  readonly rules: readonly Rule[]
  /** Already looked up. */
  readonly model?: string
  readonly toolUseId: string
}

/** Tools of the agents that everybody expects: they only look. */
const LOOKING = ['Read', 'Glob', 'Grep']
const BUILT_IN: Readonly<Record<string, Pick<AgentDefinition, 'tools'>>> = {
  'general-purpose': {},
  Explore: { tools: LOOKING },
  Plan: { tools: LOOKING },
}

/** Runs a skill as an agent with a window of its own; answers what came of it. Throws OpError when it did not end well. */
export const runFork = async (options: ForkOptions, signal: AbortSignal): Promise<ThreadEnd> => {
  const { session, open, skill, text, rules, toolUseId } = options
  const agent = agentFor(skill, session)
  const model = options.model ?? modelOf(agent, session)
  const thread = await open({
    agent: { id: session.config.runtime.newId(), name: skill.name, toolUseId },
    rules,
    ...(skill.hooks ? { hooks: skill.hooks } : {}),
    ...(agent?.tools ? { tools: agent.tools.map(bareName) } : {}),
    ...(model === undefined ? {} : { model }),
    ...(skill.effort === undefined ? {} : { effort: skill.effort }),
    ...(agent?.maxTurns === undefined ? {} : { limits: { turns: agent.maxTurns } }),
  })
  try {
    const run = thread.run(agent?.prompt ? `${agent.prompt}\n\n${text}` : text, signal)
    for (;;) {
      const step = await run.next()
      if (!step.done) await session.emit(step.value)
      else if (step.value.terminal.kind === 'completed') return step.value
      else
        throw new OpError(
          `The skill ${skill.name} did not finish: ${step.value.text || step.value.terminal.kind}`,
        )
    }
  } finally {
    await thread[Symbol.asyncDispose]()
  }
}

type ForkAgent = Partial<Pick<AgentDefinition, 'prompt' | 'tools' | 'model' | 'maxTurns'>>

const agentFor = (
  { name, agent }: Skill,
  { contributions }: Pick<Session, 'contributions'>,
): ForkAgent | undefined => {
  if (agent === undefined) return undefined
  const { agents } = contributions.all()
  const found = agents.find(one => one.name === agent) ?? BUILT_IN[agent]
  if (found) return found
  const known = [...agents.map(one => one.name), ...Object.keys(BUILT_IN)].join(', ')
  throw new OpError(`The skill ${name} wants the agent ${agent}, which is not there. You have: ${known}.`)
}

const modelOf = (agent: ForkAgent | undefined, { config }: Pick<Session, 'config'>): string | undefined =>
  agent?.model === undefined || agent.model === 'inherit' ? undefined : config.models.resolve(agent.model)

/** `Bash(git *)` in a list of tools names the tool. */
const bareName = (rule: string): string => rule.replace(/\(.*$/s, '')
