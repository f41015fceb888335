import type { HookEvent } from '../../features/hooks/events.ts'
import { matchName } from '../../features/hooks/match.ts'
import { runHooks } from '../../features/hooks/run-hooks.ts'
import type { Event } from '../../protocol/event.ts'
import type { HookSettings, HookVerdict } from '../../protocol/hook.ts'
import type { Live } from '../live/state.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'

/** The hooks of a session, for one thread of it. Settings, directory and mode are those of the moment. */
export interface Hooks {
  /** Runs what is set for an event, if anything is. Never rejects for what a hook does. */
  fire(event: HookEvent, fields: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<HookVerdict>
  isSet(event: HookEvent): boolean
  /** Whether a hook of that event is meant for a tool of this name. */
  isSetFor(event: HookEvent, toolName: string): boolean
}

export interface HooksOptions {
  readonly config: {
    readonly place: SessionEnvironment
    readonly session: SessionHandle
    readonly hooks: HookSettings
    readonly runtime: Runtime
  }
  readonly live: Pick<Live, 'hooks' | 'cwd' | 'mode'>
  /** Environment for child processes, credentials removed. */
  childEnv(): Readonly<Record<string, string>>
  emit(event: Event): unknown
}

const NOTHING: HookVerdict = { context: [], messages: [] }

/** The one place where a hook's input is put together. */
export const createHooks = ({ config, live, childEnv, emit }: HooksOptions): Hooks => {
  const { place, session, runtime } = config
  const said = new Set<string>()
  const now = () => live.hooks ?? config.hooks
  return {
    isSet: event => now()[event] !== undefined,
    isSetFor: (event, toolName) =>
      (now()[event] ?? []).some(group => matchName(group.matcher, toolName).kind === 'yes'),
    async fire(event, fields, signal) {
      const hooks = now()
      if (!hooks[event]) return NOTHING
      const input = {
        session_id: session.id,
        transcript_path: session.path ?? '',
        cwd: live.cwd,
        permission_mode: live.mode,
        hook_event_name: event,
        ...fields,
      }
      const env = {
        projectDir: place.cwd,
        variables: childEnv(),
        newId: runtime.newId,
        said,
        onReport: (hook: Extract<Event, { type: 'hook' }>['hook']) => void emit({ type: 'hook', hook }),
      }
      return (await runHooks({ event, input, signal }, hooks, env)).verdict
    },
  }
}
