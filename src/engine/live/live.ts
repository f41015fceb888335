import type { Event } from '../../protocol/event.ts'
import { modelText } from '../../protocol/messages/engine/model-choice.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'

import type { ModelFacts } from '../../protocol/model.ts'
import type { PermissionMode } from '../../protocol/permission.ts'
import type { Limits } from '../options/limits.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'
import type { Live, SessionState, ThreadState } from './state.ts'
import { thinkingFor } from './thinking-for.ts'
import { modelInMode } from './usable-model.ts'

/** Who hears of it when something changes, wherever that comes from. */
export interface LiveEars {
  onMode(mode: PermissionMode, before: PermissionMode): void
  /** Of a pair of models the other one's turn has come. */
  onTurn(does: 'plans' | 'works', model: string): void
  /** Only what front ends show. */
  onChange(change: Omit<Extract<Event, { readonly type: 'session_changed' }>, 'type'>): void
}

interface StartModel extends Pick<ThreadState, 'effort' | 'thinking' | 'fast'> {
  readonly name: string
  readonly planner?: string
  readonly advisor?: string
  readonly rows: readonly ModelFacts[]
  /** Given for this run: what was chosen earlier in the session does not count. */
  readonly byHand?: readonly ('effort' | 'thinking')[]
}

/** What the session begins with. */
export const createLive = (
  config: {
    readonly place: SessionEnvironment
    readonly session: SessionHandle
    readonly models: StartModel
    readonly limits: Limits
    readonly permissions: Pick<SessionState, 'rules' | 'bypassRefused' | 'autoRefused'> &
      Pick<ThreadState, 'mode'>
    readonly autoCompact: boolean
    readonly coordinator?: boolean
    readonly assistant?: { readonly on: boolean }
    /** Auto mode has a reviewer. */
    readonly review?: object
  },
  ears: LiveEars,
): Live => {
  const { permissions, models, place, review, session } = config
  const duo = models.planner === undefined ? undefined : { plans: models.planner, works: models.name }
  const started: Live = {
    mode: permissions.mode,
    model: duo ? modelInMode(duo, permissions.mode) : models.name,
    duo,
    advisor: models.advisor,
    effort:
      session.effort === undefined || models.byHand?.includes('effort')
        ? models.effort
        : (session.effort ?? undefined),
    thinking:
      session.thinking === undefined || models.byHand?.includes('thinking')
        ? models.thinking
        : thinkingFor(models, models.name, { enabled: session.thinking }),
    fast: models.fast === true,
    coordinator: config.coordinator === true,
    assistant: config.assistant?.on === true,
    tokenBudget: config.limits.tokenBudget,
    title: session.title,
    autoCompact: config.autoCompact,
    cwd: place.cwd,
    rules: permissions.rules,
    roots: place.roots,
    bypassRefused: permissions.bypassRefused,
    autoRefused: permissions.autoRefused ?? (review ? undefined : modelText('no_reviewer')),
  }
  const live = watched(started, (key, before) => {
    if (key === 'mode' && live.duo) {
      const { model } = live
      live.model = modelInMode(live.duo, live.mode)
      if (live.model !== model) ears.onTurn(live.mode === 'plan' ? 'plans' : 'works', live.model)
    }
    if (key === 'mode') ears.onMode(live.mode, before as PermissionMode)
    ears.onChange({ [key]: live[key] ?? (key === 'effort' ? null : '') })
  })
  return live
}

const SHOWN = ['mode', 'model', 'effort', 'fast', 'coordinator', 'title', 'cwd'] as const
type Shown = (typeof SHOWN)[number]

/** Fields that tell of another value; the same one is no news. */
const watched = (live: Live, onChange: (key: Shown, before: Live[Shown]) => void): Live => {
  const values = new Map<Shown, Live[Shown]>(SHOWN.map(key => [key, live[key]]))
  for (const key of SHOWN)
    Object.defineProperty(live, key, {
      enumerable: true,
      get: () => values.get(key),
      set(next: Live[Shown]) {
        const before = values.get(key)
        values.set(key, next)
        if (next !== before) onChange(key, before)
      },
    })
  return live
}

/** Why a mode may not be used now. */
export const modeRefused = (mode: PermissionMode, live: Live): LocalizedText | undefined => {
  if (mode === 'bypassPermissions') return live.bypassRefused
  return mode === 'auto' ? live.autoRefused : undefined
}
