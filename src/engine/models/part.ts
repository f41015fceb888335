import { findModel, PLAN_ALIAS } from '../../features/models/catalogue.ts'
import { MODEL_ROWS } from '../../features/models/model-rows.ts'
import type { Event } from '../../protocol/event.ts'
import { modelText } from '../../protocol/messages/engine/model-choice.ts'
import type { Effort } from '../../protocol/model.ts'
import { OpError } from '../../protocol/op.ts'
import type { PermissionMode } from '../../protocol/permission.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { Hooks } from '../hooks/part.ts'
import type { InstructionChoice } from '../instructions/options.ts'
import { createCommandEnvironment } from '../live/command-environment.ts'
import { modeRefused } from '../live/live.ts'
import type { Live, ThreadState } from '../live/state.ts'
import { duoOf, type ModelPool, modelInMode, usableModel } from '../live/usable-model.ts'
import type { Limits } from '../options/limits.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { SettingsPort } from '../options/settings-port.ts'
import type { Part } from '../scope.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'
import { type MayEnterOptions, mayEnter } from './may-enter.ts'
import type { ModelChoice } from './options.ts'
import { setThinking, setThinkingBudget } from './set-thinking.ts'

export interface ChoicesOptions {
  readonly config: {
    readonly place: SessionEnvironment
    readonly session: SessionHandle
    readonly models: ModelChoice
    readonly limits: Limits
    readonly instructions?: InstructionChoice
    readonly settings?: SettingsPort
    readonly runtime: Runtime
    readonly permissions: MayEnterOptions['config']['permissions']
    readonly prompt: { readonly promptLanguage?: PromptLanguage }
  }
  readonly live: Live
  readonly hooks: Pick<Hooks, 'fire' | 'isSet'>
  readonly gate: MayEnterOptions['gate']
  readonly desk: MayEnterOptions['desk']
  emit(event: Event): Promise<void> | undefined
}

/** What a person may choose for the conversation while it goes on. */
export const createChoices = (at: ChoicesOptions): Part => {
  const { config, live, hooks, emit } = at
  const { session } = config
  const setMode = async (mode: PermissionMode): Promise<void> => {
    const refused = modeRefused(mode, live)
    if (refused !== undefined) throw new OpError(refused)
    if (mode === live.mode) await emit({ type: 'status', status: null, mode })
    else live.mode = mode
  }
  return {
    ops: {
      set_model: ({ model }) => switchModel({ config, live, hooks }, model),
      set_effort: ({ effort }) => setEffort(config, live, effort),
      set_thinking: op => setThinking(config, live, op),
      set_thinking_budget: op => setThinkingBudget(config, live, op),
      set_fast: op => setFast(config, live, op),
      set_token_budget({ tokens }) {
        live.tokenBudget = tokens
      },
      set_mode: ({ mode }) => setMode(mode),
      set_tag: ({ tag }) => session.note({ type: 'tag', tag, sessionId: session.id }),
      async set_title({ title }) {
        await session.note({ type: 'custom-title', customTitle: title, sessionId: session.id })
        live.title = title === '' ? undefined : title
      },
    },
    commandHost: signal => ({
      place: createCommandEnvironment(config, live, (...names) => mayEnter(at, { names, signal })),
    }),
  }
}

/** Hooks may refuse another model before it counts, and hear of it when it does. */
const switchModel = async (
  { config, live, hooks }: Pick<ChoicesOptions, 'config' | 'live' | 'hooks'>,
  name: string | undefined,
): Promise<void> => {
  const { models } = config
  const duo = duoOf(config, name)
  const works = name === undefined || name === 'default' ? models.name : models.resolve(name)
  const next = duo ? modelInMode(duo, live.mode) : works
  const fields = { old_model: live.model, new_model: next }
  if (next === live.model) return await setModel(config, live, name)
  const { signal } = new AbortController()
  const { permission, reason, stop } = await hooks.fire('PreModelSwitch', fields, signal)
  if (permission === 'deny')
    throw new OpError(
      modelText('hook_refused', { model: next, reason: reason ?? stop ?? modelText('no_reason') }),
    )
  await setModel(config, live, name)
  if (hooks.isSet('PostModelSwitch')) await hooks.fire('PostModelSwitch', fields, signal)
}

/** From the next turn on; a later resume goes on with it. Absent: the default of the model. */
const setEffort = async (
  { session }: { readonly session: SessionHandle },
  live: ThreadState,
  effort: Effort | undefined,
): Promise<void> => {
  live.effort = effort
  await session.note({ type: 'effort', effort: effort ?? null, sessionId: session.id })
}

/** From the next turn on. */
const setFast = (
  { models }: { readonly models: ModelChoice },
  live: ThreadState,
  { enabled }: { readonly enabled: boolean },
): void => {
  if (enabled && !findModel(live.model, models.rows).facts.fast) {
    const able = [...models.rows, ...MODEL_ROWS].filter(({ fast }) => fast).map(({ id }) => id)
    throw new OpError(modelText('no_fast_mode', { model: live.model, models: able }))
  }
  live.fast = enabled
}

/** From the next request on; a later resume goes on with it. Absent: the session's default. */
const setModel = async (
  config: ModelPool & { readonly session: SessionHandle },
  live: Live,
  name: string | undefined,
): Promise<void> => {
  const { session } = config
  const model = usableModel(config, name)
  const duo = duoOf(config, name)
  live.duo = duo
  live.model = duo ? modelInMode(duo, live.mode) : model
  const said = name === undefined || name === 'default' ? PLAN_ALIAS : name
  await session.note({ type: 'model', model: duo ? said : model, sessionId: session.id })
}
