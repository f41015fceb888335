import type { HookSet, HookVerdict } from '../../protocol/hook.ts'
import { plainText, type UserMessage } from '../../protocol/message.ts'
import { asLocalized } from '../../protocol/messages/layout.ts'
import type { Text, Warn } from '../../protocol/messages/localized-text.ts'
import type { Runtime } from '../options/runtime.ts'
import type { Part, TurnEnd } from '../scope.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'
import type { HookChoice } from './options.ts'
import type { Hooks } from './part.ts'
import type { WatchedFiles } from './watched-files.ts'

/** Hooks at the beginning and the end of a session, and at the turns of its life. */
export interface SessionLife extends Part {
  /** Setup and SessionStart; once, whoever asks first. */
  begin(): Promise<void>
  /** What hooks want to be said first, once. */
  opening(): readonly UserMessage[]
  movedTo(cwd: string, before: string): void
}

export interface SessionLifeOptions {
  readonly config: {
    readonly session: SessionHandle
    readonly hookChoice?: HookChoice
    readonly wake?: boolean
    readonly runtime: Runtime
  }
  readonly hooks: Hooks
  readonly live: { readonly model: string; readonly title?: string | undefined }
  readonly files: WatchedFiles
  setTitle(title: string): Promise<void>
  /** A hook has put skills where they are read from. */
  reloadSkills(): Promise<void>
  readonly warn: Warn
  /** Once all hooks are known: what can never run. */
  problems(): Promise<readonly Text[]>
}

type StartSource = 'startup' | 'resume' | 'clear' | 'fork'

const END_BUDGET_S = 1.5
const MOST_END_S = 60

export const createSessionLife = (options: SessionLifeOptions): SessionLife => {
  const { config, hooks, files } = options
  const { session, hookChoice = {}, wake = false } = config
  const over = new AbortController()
  const beside = new Set<Promise<unknown>>()
  const [first, endings]: [string[], string[]] = [[], []]
  let begun: Promise<void> | undefined
  let clearing: Promise<void> = Promise.resolve()
  const alongside = (work: Promise<unknown>): void => {
    const done = work.catch(() => undefined).finally(() => beside.delete(done))
    beside.add(done)
  }
  const start = async (source: StartSource): Promise<void> => {
    const { model, title } = options.live
    const fields = { source, model, ...(title === undefined ? {} : { session_title: title }) }
    await take(await hooks.fire('SessionStart', fields, over.signal), 'session_start')
  }
  const take = async (verdict: HookVerdict, kind: string): Promise<void> => {
    for (const text of verdict.context) hooks.tell({ kind, text })
    if (verdict.initialMessage !== undefined && !wake) first.push(verdict.initialMessage)
    if (verdict.title !== undefined) await options.setTitle(verdict.title)
    await files.add(verdict.watchPaths ?? [])
    if (verdict.reloadSkills) await options.reloadSkills()
  }
  const beginNow = async (): Promise<void> => {
    await hooks.ready()
    for (const text of await options.problems()) options.warn(asLocalized(text))
    if (hookChoice.setup)
      await take(await hooks.fire('Setup', { trigger: hookChoice.setup }, over.signal), 'session_start')
    const resumed = session.messages.length > 0
    await start(hookChoice.forked ? 'fork' : resumed ? 'resume' : 'startup')
    await files.start()
  }
  const life: SessionLife = {
    async begin() {
      begun ??= beginNow()
      await begun
      await clearing
    },
    opening: () => first.splice(0).map(text => opening(text, config.runtime)),
    movedTo(cwd, before) {
      if (!begun || !hooks.isSet('CwdChanged')) return
      alongside(
        hooks
          .fire('CwdChanged', { old_cwd: before, new_cwd: cwd }, over.signal)
          .then(({ watchPaths = [] }) => files.add(watchPaths)),
      )
    },
    restarted(_history, why) {
      // Where somebody looks on, what a session begins with is not kept back for the first words.
      if (why === 'resume' && wake) alongside(life.begin())
      if (why === 'clear' && begun !== undefined)
        clearing = clearing.then(async () => {
          await hooks.fire('SessionEnd', { reason: 'clear' }, endSignal(hooks, hookChoice.endMs))
          await start('clear')
        })
    },
    turnEnded(end) {
      if ('error' in end.terminal && hooks.isSet('StopFailure'))
        alongside(hooks.fire('StopFailure', failureOf(end), over.signal))
    },
    ops: { begin: () => life.begin(), leave: ({ reason }) => void endings.push(reason) },
    async [Symbol.asyncDispose]() {
      files.stop()
      if (begun && hooks.isSet('SessionEnd')) {
        const reason = endings.at(-1) ?? (wake ? 'prompt_input_exit' : 'other')
        await hooks.fire('SessionEnd', { reason }, endSignal(hooks, hookChoice.endMs))
      }
      over.abort()
      await Promise.all(beside)
    },
  }
  return life
}

const opening = (text: string, { newId, now }: Runtime): UserMessage => ({
  type: 'user',
  uuid: newId(),
  timestamp: now().toISOString(),
  message: { role: 'user', content: text },
})

/** All hooks at the end share the time that the slowest of them asks for, within bounds. */
const endSignal = (hooks: Pick<Hooks, 'sets'>, mostMs: number | undefined): AbortSignal => {
  if (mostMs !== undefined) return AbortSignal.timeout(mostMs)
  const wanted = hooks
    .sets()
    .flatMap(({ hooks: set }: HookSet) => set['SessionEnd'] ?? [])
    .flatMap(group => group.hooks.map(({ timeout }) => timeout ?? 0))
  const seconds = Math.min(Math.max(END_BUDGET_S, ...wanted), MOST_END_S)
  return AbortSignal.timeout(seconds * 1000)
}

const failureOf = ({ terminal, view }: TurnEnd) => {
  const last = view.findLast(message => message.type === 'assistant')
  const text = last?.type === 'assistant' ? plainText(last.message.content) : ''
  return {
    error: 'error' in terminal ? terminal.error : 'unknown',
    ...('message' in terminal ? { error_details: terminal.message } : {}),
    ...(text === '' ? {} : { last_assistant_message: text }),
  }
}
