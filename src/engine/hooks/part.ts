import type { HookEvent } from '../../features/hooks/events.ts'
import { matchName } from '../../features/hooks/match.ts'
import type { HookPorts } from '../../features/hooks/ports.ts'
import type { AgentOrigin } from '../../protocol/agents/agent-origin.ts'
import type { Attachment } from '../../protocol/attachment.ts'
import type { Event } from '../../protocol/event.ts'
import type { ConfiguredHook } from '../../protocol/extensions/configured-hook.ts'
import type { ExtensionRoots } from '../../protocol/extensions/roots.ts'
import type { HookHandler, HookSet, HookSettings, HookVerdict } from '../../protocol/hook.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
import { foreignNotice } from '../../protocol/messages/notice.ts'
import type { FireHooks } from '../live/fire-hooks.ts'
import type { Live } from '../live/state.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { Part } from '../scope.ts'
import { resultsDirectory } from '../session-file/session-directories.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'
import { createBackgroundHooks } from './background-hooks.ts'
import { commonInput, environmentFor, withoutSpent } from './hook-context.ts'
import { createHookEnvFile, type HookEnvFile } from './hook-env-file.ts'
import type { HookRecord } from './hook-record.ts'
import type { HookFiles } from './list-hooks.ts'
import type { HookChoice } from './options.ts'
import { recordFor } from './record-for.ts'

/** The hooks of a session, for one thread of it. Settings, directory and mode are those of the moment. */
export interface Hooks extends Part, FireHooks {
  /** They run from now on, in this thread and those it opens; until what it answers is called. */
  add(set: HookSet): () => void
  /** What kinds of hooks need, from whoever has it. */
  lend(ports: HookPorts): void
  /** All that may run now, lowest source first. */
  sets(): readonly HookSet[]
  /** What keeps hooks from running and was told, by its key. */
  readonly said: Set<string>
  /** Hooks of plugins are known. */
  ready(): Promise<void>
  /** Variables that hooks exported for later commands. */
  readonly envFile: HookEnvFile
  /** How hooks ended before. */
  record(): Promise<HookRecord>
  /** All that are configured, in force or not. */
  list(settings: HookFiles | undefined): Promise<readonly ConfiguredHook[]>
  readonly lent: HookPorts
  /** What must not be found by a hook is put away, and told. */
  beforeRun(tell: (text: Text) => void): Promise<void>
}

export interface HooksOptions {
  readonly config: {
    readonly place: SessionEnvironment
    readonly session: SessionHandle
    readonly hooks: HookSettings
    readonly hookChoice?: HookChoice
    readonly extensions?: ExtensionRoots
    readonly runtime: Runtime
  }
  readonly live: Pick<Live, 'hooks' | 'cwd' | 'mode' | 'effort'>
  /** Environment for child processes, credentials removed. */
  childEnv(): Readonly<Record<string, string>>
  emit(event: Event): unknown
  /** Hooks that other sources than settings files brought. */
  contributed?(): readonly HookSet[]
  /** Called before hooks run; what it answers is told. */
  beforeRun?(): Promise<readonly Text[]>
  /** Starts a turn when none runs, or joins the running one. */
  wake?(text: string): void
  /** Another thread than the conversation, and the hooks of the session. */
  readonly agent?: { readonly origin: AgentOrigin; readonly hooks: Hooks; readonly silent?: boolean }
}

const NOTHING: HookVerdict = { context: [], messages: [] }
const SETTINGS = { level: 'settings' } as const
const HOST = { level: 'host' } as const
const NO_SETS: readonly HookSet[] = []

/** The one place where a hook's input is put together. */
export const createHooks = (options: HooksOptions): Hooks => {
  const { config, emit, agent } = options
  const own: HookSet[] = []
  const spent = new Set<HookHandler>()
  const waiting: Attachment[] = []
  let ports: HookPorts = {}
  let promptId: string | undefined
  const places = agent ? undefined : createPlacedHooks(config)
  const warn = (text: Text): void => void emit(foreignNotice('warning', text))
  const tell = (attachment: Attachment): void => void waiting.push(attachment)
  const wake = options.wake ?? ((text: string) => tell({ kind: 'hook_context', text }))
  const background = createBackgroundHooks({ tell, wake, warn })
  const sets = (): readonly HookSet[] => setsOf(options, { placed: places?.sets() ?? NO_SETS, own })
  const groupsOf = (event: HookEvent) => sets().flatMap(({ hooks }) => hooks[event] ?? [])
  const { record, made } = recordFor(config)
  let begun = agent !== undefined
  const hooks: Hooks = {
    isSet: event => groupsOf(event).length > 0,
    isSetFor: (event, toolName) =>
      groupsOf(event).some(group => matchName(group.matcher, toolName).kind === 'yes'),
    async fire(event, fields, signal) {
      if (!hooks.isSet(event)) return NOTHING
      await hooks.beforeRun(warn)
      const input = { ...commonInput(options, event, promptId), ...fields }
      const base = { options, background, ports: hooks.lent, envFile: hooks.envFile, said: hooks.said, spent }
      const env = await environmentFor(event, { ...base, record: await hooks.record() })
      const { runHooks } = await import('../../features/hooks/run-hooks.ts')
      const all = spent.size === 0 ? sets() : sets().map(set => withoutSpent(set, spent))
      const { verdict } = await runHooks({ event, input, signal }, all, env)
      for (const sequence of verdict.sequences ?? []) void emit({ type: 'terminal_sequence', sequence })
      // Whoever runs a tool shows what was said about it with its call.
      if (!('tool_use_id' in fields)) for (const text of verdict.messages) warn(text)
      return verdict
    },
    add(set) {
      own.push(set)
      return () => drop(own, set)
    },
    lend(more) {
      ports = { ...ports, ...more }
    },
    get lent() {
      return agent ? { ...agent.hooks.lent, ...ports } : ports
    },
    tell,
    sets,
    said: new Set(),
    ready: async () => await places?.ready(),
    beforeRun: agent ? agent.hooks.beforeRun : putAway(options),
    envFile: agent ? agent.hooks.envFile : createHookEnvFile(() => resultsDirectory(config), config.runtime),
    record: agent ? agent.hooks.record : record,
    list: async settings => (await import('./list-hooks.ts')).listHooks(settings, hooks),
    recorded() {
      if (begun) return
      begun = true
      void made()?.then(record => record.begun())
    },
    turnStarts({ said }) {
      promptId = said.at(-1)?.uuid
      background.heard(said)
    },
    ...(agent ? {} : { answers: { wakingHooks: () => background.waking() } }),
    news: [{ name: 'hooks', collect: () => waiting.splice(0) }],
    async [Symbol.asyncDispose]() {
      places?.stop()
      await background.stop()
    },
  }
  return hooks
}

const drop = (sets: HookSet[], set: HookSet): void => {
  const at = sets.indexOf(set)
  if (at >= 0) sets.splice(at, 1)
}

const putAway =
  ({ beforeRun }: Pick<HooksOptions, 'beforeRun'>): Hooks['beforeRun'] =>
  async tell =>
    (await beforeRun?.())?.forEach(tell)

/** Settings first, then what others brought, in the order of their standing. */
const setsOf = (
  { config, live, contributed, agent }: HooksOptions,
  { placed, own }: { readonly placed: readonly HookSet[]; readonly own: readonly HookSet[] },
): readonly HookSet[] => {
  if (agent) return agent.silent ? NO_SETS : [...agent.hooks.sets(), ...own]
  const settings = { source: SETTINGS, hooks: live.hooks ?? config.hooks }
  const { onlySettings, host } = config.hookChoice ?? {}
  if (onlySettings) return [settings]
  const called = host ? [{ source: HOST, hooks: host }] : NO_SETS
  return [settings, ...placed, ...(contributed?.() ?? NO_SETS), ...called, ...own]
}

/** Hooks that the places of extensions bring: those of plugins. */
const createPlacedHooks = ({ extensions }: { readonly extensions?: ExtensionRoots }) => {
  let known: readonly HookSet[] = []
  let isStale = extensions !== undefined
  const stop = extensions?.onChanged(() => {
    isStale = true
  })
  return {
    sets: () => known,
    async ready() {
      if (!isStale || !extensions) return
      isStale = false
      const found = (await extensions.list()).filter(({ hooks }) => hooks !== undefined)
      known = found.map(({ source, hooks = {}, variables }) => ({
        source,
        hooks,
        ...(variables ? { variables } : {}),
      }))
    },
    stop: () => stop?.(),
  }
}
