import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentSettings } from '../../agents/agent-settings.ts'
import type { HookEvent } from '../../features/hooks/events.ts'
import type { HookEnvironment } from '../../features/hooks/hook-environment.ts'
import type { HookPorts } from '../../features/hooks/ports.ts'
import { sessionVariables } from '../../features/shell/session-variables.ts'
import { makeDirectories } from '../../lib/files/make-directories.ts'
import type { AgentOrigin } from '../../protocol/agents/agent-origin.ts'
import type { Event } from '../../protocol/event.ts'
import type { HookHandler, HookInput, HookSet } from '../../protocol/hook.ts'
import { hookText } from '../../protocol/messages/engine/hooks.ts'
import { notice } from '../../protocol/messages/notice.ts'
import type { ShellSettings } from '../../protocol/tools/shell-settings.ts'
import type { Live } from '../live/state.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import { resultsDirectory } from '../session-file/session-directories.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'
import type { BackgroundHooks } from './background-hooks.ts'
import type { HookEnvFile } from './hook-env-file.ts'
import type { HookRecord } from './hook-record.ts'
import type { HookChoice } from './options.ts'

/** For whom hooks run. */
interface HookOwner {
  readonly config: {
    readonly place: SessionEnvironment
    readonly session: SessionHandle
    readonly hookChoice?: HookChoice
    readonly agents?: AgentSettings
    readonly shell?: Pick<ShellSettings, 'prefix'>
    readonly runtime: Runtime
  }
  readonly live: Pick<Live, 'cwd' | 'mode' | 'effort'>
  childEnv(): Readonly<Record<string, string>>
  emit(event: Event): unknown
  readonly agent?: { readonly origin: AgentOrigin }
}

/** What all events tell. */
export const commonInput = (
  { config: { session, agents }, live, agent }: HookOwner,
  event: HookEvent,
  promptId: string | undefined,
): HookInput => ({
  session_id: session.id,
  transcript_path: session.path ?? '',
  cwd: live.cwd,
  permission_mode: live.mode,
  hook_event_name: event,
  ...(promptId === undefined ? {} : { prompt_id: promptId }),
  ...(live.effort === undefined ? {} : { effort: { level: live.effort } }),
  ...(agent
    ? { agent_id: agent.origin.id, agent_type: agent.origin.name }
    : agents?.main
      ? { agent_type: agents.main.name }
      : {}),
})

export interface HookContext {
  readonly options: HookOwner
  readonly background: BackgroundHooks
  readonly ports: HookPorts
  readonly envFile: HookEnvFile
  readonly record: HookRecord
  readonly spent: Set<HookHandler>
  readonly said: Set<string>
}

/** What hooks of an event run with. */
export const environmentFor = async (
  event: HookEvent,
  { options, background, ports, envFile, record, spent, said }: HookContext,
): Promise<HookEnvironment> => {
  const { config, live, childEnv, emit } = options
  const { HOOK_EVENTS } = await import('../../features/hooks/events.ts')
  const file = 'envFile' in HOOK_EVENTS[event] ? envFile.path() : undefined
  const { http } = config.hookChoice ?? {}
  return {
    projectDir: config.place.projectRoot ?? config.place.cwd,
    variables: {
      ...childEnv(),
      ...sessionVariables({ id: config.session.id, effort: live.effort }, 'nested'),
      ...(file === undefined ? {} : { CLAUDE_ENV_FILE: file, CAPSTAN_ENV_FILE: file }),
    },
    newId: config.runtime.newId,
    elapsed: config.runtime.elapsed,
    said,
    ...(config.shell?.prefix === undefined ? {} : { prefix: config.shell.prefix }),
    ports,
    ...(http ? { http } : {}),
    background,
    keep: text => keepText(config, text),
    claim({ handler, source }) {
      if (!handler.once || source.level !== 'skill') return true
      const isFirst = !spent.has(handler)
      spent.add(handler)
      return isFirst
    },
    onReport(hook, chosen) {
      void emit({ type: 'hook', hook })
      if (hook.phase === 'ended') record.ended(hook, chosen)
    },
    onSlow: ({ event: which, label, ms }) =>
      void emit(
        notice(
          'warning',
          hookText('still_running', { event: which, hook: label, seconds: Math.round(ms / 1000) }),
        ),
      ),
  }
}

/** Beside the results that were too long. */
const keepText = (config: HookOwner['config'], text: string): string | undefined => {
  try {
    const directory = resultsDirectory(config)
    makeDirectories(directory, 0o700)
    const file = join(directory, `hook-${config.runtime.newId()}.txt`)
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' })
    return file
  } catch (error) {
    config.runtime.log?.(`what a hook said could not be kept: ${String(error)}`)
    return undefined
  }
}

export const withoutSpent = (set: HookSet, spent: ReadonlySet<HookHandler>): HookSet => ({
  ...set,
  hooks: Object.fromEntries(
    Object.entries(set.hooks).map(([event, groups]) => [
      event,
      groups.map(group => ({ ...group, hooks: group.hooks.filter(handler => !spent.has(handler)) })),
    ]),
  ),
})
