import type { Rule } from '../protocol/permission.ts'
import type { Hooks } from './hooks/part.ts'
import { createGate, type Gate, type GateOptions } from './permissions/part.ts'
import type { Plan } from './plan/part.ts'
import type { Session } from './session-parts.ts'
import { createSkillCalls, type SkillCalls } from './skills/skill-calls.ts'
import type { SkillCallsOptions } from './skills/skill-calls-options.ts'
import { createTurnGrants, type TurnGrants } from './skills/turn-grants.ts'

export interface ThreadGate {
  readonly gate: Gate
  readonly skills: SkillCalls
  /** What skills brought to the running turn. */
  readonly grants: TurnGrants
}

type ThreadGateOptions = Omit<SkillCallsOptions, 'gate' | 'grants' | 'config' | 'hooks' | 'session'> & {
  readonly session: Session
  readonly hooks: SkillCallsOptions['hooks'] & Pick<Hooks, 'sets'>
  readonly config: SkillCallsOptions['config'] & GateOptions['config']
  readonly plan: Plan
  /** Count beside those of the session. */
  readonly rules: readonly Rule[] | undefined
}

/** What decides the calls of a thread, and the skills that lend it rules and directories for a while. */
export const createThreadGate = ({ plan, rules, ...options }: ThreadGateOptions): ThreadGate => {
  const { session, live, config } = options
  const grants = createTurnGrants(rules)
  const gate: Gate = createGate({
    config,
    live,
    permissions: session.permissions,
    sandbox: session.sandbox,
    runs: { ready: session.runs.ready, current: session.runs.of(options.hooks) },
    planFile: plan.file,
    granted: grants.rules,
    lent: () => skills.directories(),
  })
  const skills = createSkillCalls({ ...options, gate, grants })
  return { gate, skills, grants }
}
