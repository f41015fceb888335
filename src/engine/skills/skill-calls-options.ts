import type { AgentOrigin } from '../../protocol/agents/agent-origin.ts'
import type { Event } from '../../protocol/event.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { Hooks } from '../hooks/part.ts'
import type { Live } from '../live/state.ts'
import type { ModelChoice } from '../models/options.ts'
import type { Limits } from '../options/limits.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { Gate } from '../permissions/part.ts'
import type { Secrets } from '../secrets/part.ts'
import type { Mcp } from '../servers/part.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'
import type { SettingsPart } from '../settings/part.ts'
import type { SkillChoice } from './options.ts'
import type { Skills } from './part.ts'
import type { ForkOptions } from './run-fork.ts'
import type { TurnGrants } from './turn-grants.ts'

/** Of the session, what calls of skills need. */
interface SkillSession {
  readonly skills: Skills
  readonly mcp: Pick<Mcp, 'listedFor'>
  readonly config: { readonly runtime: Runtime; readonly place: SessionEnvironment }
  readonly settings: Pick<SettingsPart, 'grant'>
  readonly work: { readonly goal: CommandWork; readonly schedules: CommandWork }
  readonly shared: { readonly agents: Pick<ForkOptions, 'run'>; readonly secrets: Pick<Secrets, 'clean'> }
}

/** Work that a command with a prompt of its own began. */
interface CommandWork {
  isOver(command: string): boolean
}

export interface SkillCallsOptions {
  readonly session: SkillSession
  readonly config: {
    readonly place: SessionEnvironment
    readonly session: SessionHandle
    readonly models: ModelChoice
    readonly prompt: { readonly promptLanguage?: PromptLanguage }
    readonly limits: Limits
    readonly runtime: Runtime
    readonly skills?: SkillChoice
  }
  readonly live: Live
  readonly gate: Gate
  readonly hooks: Pick<Hooks, 'add' | 'fire' | 'isSet' | 'isSetFor'>
  readonly grants: TurnGrants
  /** Another thread than the conversation. */
  readonly agent: AgentOrigin | undefined
  /** Whether the model may call a tool of this name. */
  mayCall(name: string): boolean
  emit(event: Event): void
}
