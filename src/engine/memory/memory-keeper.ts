import { readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isPersons } from '../../features/context/is-persons.ts'
import { estimateTokens } from '../../features/context/tokens.ts'
import type { SessionFiles } from '../../features/files/files.ts'
import { appendLog } from '../../features/memory/daily-log.ts'
import { MemoryExtractor } from '../../features/memory/extractor.ts'
import type { MemoryDirectory } from '../../features/memory/memory-directory.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import type { BackgroundTasks } from '../../protocol/agents/task-work.ts'
import type { Event } from '../../protocol/event.ts'
import type { MemoryTidied } from '../../protocol/memory.ts'
import { type Message, plainText, type UserMessage } from '../../protocol/message.ts'
import { memoryText } from '../../protocol/messages/engine/memory.ts'
import { notice } from '../../protocol/messages/notice.ts'
import { OpError } from '../../protocol/op.ts'
import type { Side } from '../../protocol/tool.ts'
import type { SessionState } from '../live/state.ts'
import type { ModelChoice } from '../models/options.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { PromptSettings } from '../prompt/options.ts'
import type { TurnEnd } from '../scope.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'
import type { Accounts } from '../spending/accounts.ts'
import type { Purse } from '../spending/part.ts'
import { askBeside } from '../turn/ask-beside.ts'
import { createDreamTask } from './dream-task.ts'
import type { MemoryChoice } from './options.ts'

export interface MemoryOptions {
  readonly config: {
    readonly place: SessionEnvironment
    readonly session: SessionHandle
    readonly models: ModelChoice
    readonly prompt: PromptSettings
    readonly memory?: MemoryChoice
    readonly runtime: Runtime
  }
  readonly live: Pick<SessionState, 'assistant'>
  readonly accounts: Pick<Accounts, 'cost'>
  readonly purse: Pick<Purse, 'refused' | 'affords'>
  readonly side: Side
  readonly tasks: Pick<BackgroundTasks, 'add'>
  emit(event: Event): void
  /** They come later: they ask here before they are written. */
  files(): Pick<SessionFiles, 'listSeen'>
}

export interface KeeperOptions extends MemoryOptions {
  /** Before the first request of its kind: the person learns that there are such, and how to end them. */
  announce(): void
}

/** Keeps the memory up to date while nothing else happens. */
export interface MemoryKeeper {
  /** A turn begins: what has not begun waits for its end. */
  pause(): void
  consider(end: TurnEnd, turn: { readonly wrote: boolean; readonly logged: boolean }): void
  /** What these messages say was looked through in an earlier run. */
  resume(history: readonly Message[]): void
  /** Now, because a person wants it: due or not, whatever the price. Throws OpError when a budget is used up. */
  tidy(signal: AbortSignal): Promise<MemoryTidied>
  /** Gives up what runs; resolves soon. */
  stop(): Promise<void>
}

/** A program that ends, or a person who goes on at once, costs no request that nobody will use. */
const PAUSE_MS = 2_000
const STOP_MS = 1_000
const CONSOLIDATE_TOKENS = 16_000
/** About what it is shown. */
const CONSOLIDATE_INPUT = 10_000
/** Tokens of system prompt and tools, where no reply has told. */
const OVERHEAD = 10_000
/** Of the names of files in a line. */
const MOST_NAMED = 120

export const createMemoryKeeper = (at: KeeperOptions, directory: MemoryDirectory): MemoryKeeper => {
  const { runtime, memory } = at.config
  const extractor = new MemoryExtractor({
    directory,
    now: runtime.now,
    newId: runtime.newId,
    ...(runtime.log ? { log: runtime.log } : {}),
  })
  /** Turns are only logged. */
  const logs = (): boolean => memory?.log === true || at.live.assistant === true
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  const work = async (end: TurnEnd): Promise<void> => {
    const before = at.accounts.cost
    if (!logs()) await extract(at, { extractor, end }, controller.signal)
    if (!controller.signal.aborted) await tidyInPause(at, directory, controller.signal)
    // It may be the last thing that happens in this session.
    if (at.accounts.cost !== before) await noteCost(at)
  }
  return {
    pause: () => clearTimeout(timer),
    resume: history => extractor.skip(history),
    consider(end, { wrote, logged }) {
      if (wrote) extractor.skip(end.view)
      if (logs() && !logged) logTurn(at, directory, end)
      clearTimeout(timer)
      if (!memory?.background || running || controller.signal.aborted) return
      timer = setTimeout(() => {
        running = work(end).finally(() => {
          running = undefined
        })
      }, memory.pauseMs ?? PAUSE_MS)
      timer.unref()
    },
    async tidy(signal) {
      const refused = await at.purse.refused(at.config.models.small)
      if (refused !== undefined) throw new OpError(refused)
      const result = await tidy({ at, directory }, { force: true }, signal)
      await noteCost(at)
      return result
    },
    async stop() {
      clearTimeout(timer)
      controller.abort()
      if (running !== undefined) await Promise.race([running, sleep(STOP_MS)])
    },
  }
}

/** Never throws. */
const logTurn = ({ config }: MemoryOptions, directory: MemoryDirectory, { view }: TurnEnd): void => {
  const { runtime } = config
  const asked = view.findLast(
    message => message.type === 'user' && (isPersons(message) || isByItself(message)),
  )
  const answered = view.findLast(message => message.type === 'assistant')
  if (asked?.type !== 'user' || answered?.type !== 'assistant') return
  try {
    appendLog(directory, {
      at: runtime.now(),
      asked: isByItself(asked) ? '(by itself)' : plainText(asked.message.content),
      answered: plainText(answered.message.content),
    })
  } catch (error) {
    runtime.log?.(`memory: the daily log could not be written: ${String(error)}`)
  }
}

/** Nobody asked: a tick or a schedule began the turn. */
const isByItself = ({ origin }: UserMessage): boolean =>
  origin?.kind === 'tick' || origin?.kind === 'schedule'

const sleep = async (ms: number): Promise<void> => {
  await new Promise<void>(resolve => {
    setTimeout(resolve, ms).unref()
  })
}

const noteCost = async ({ config, accounts }: MemoryOptions): Promise<void> => {
  const { session, runtime } = config
  try {
    await session.note({ type: 'cost-state', cost: accounts.cost, sessionId: session.id })
  } catch (error) {
    // The next entry of a turn fails in the same way, and there it is said.
    runtime.log?.(`the cost of keeping memory could not be noted: ${String(error)}`)
  }
}

/** Never rejects. */
const extract = async (
  { config, purse, announce, emit }: KeeperOptions,
  { extractor, end }: { readonly extractor: MemoryExtractor; readonly end: TurnEnd },
  signal: AbortSignal,
): Promise<void> => {
  const { view, model, fork } = end
  // Without a cache the whole conversation would be paid for again.
  if (!config.models.cache || !extractor.isDue(view)) return
  if (
    (await purse.refused(model)) !== undefined ||
    !purse.affords(estimateTokens(view, OVERHEAD), config.memory?.share)
  )
    return
  announce()
  const files = await extractor.run(
    view,
    (messages, instruction, stop) =>
      askBeside(fork, messages, { source: 'memory', model, instruction, signal: stop }),
    signal,
  )
  if (files.length === 0) return
  config.runtime.log?.(`memory: noted ${files.join(', ')}`)
  emit(notice('info', memoryText('saved', { files: escapeLine(files.join(', '), MOST_NAMED) })))
}

/** Never rejects. */
const tidyInPause = async (
  at: MemoryOptions,
  directory: MemoryDirectory,
  signal: AbortSignal,
): Promise<void> => {
  const { models, runtime } = at.config
  if ((await at.purse.refused(models.small)) !== undefined) return
  if (!at.purse.affords(CONSOLIDATE_INPUT, at.config.memory?.share)) return
  const result = await tidy({ at, directory }, { force: false }, signal)
  if (result.kind === 'not_due') return
  runtime.log?.(`memory: consolidation: ${JSON.stringify(result)}`)
  if (result.kind === 'done' && result.saved.length + result.removed.length > 0)
    at.emit(
      notice(
        'info',
        memoryText('tidied', { rewritten: result.saved.length, removed: result.removed.length }),
      ),
    )
}

/** Never rejects. */
const tidy = async (
  { at, directory }: { readonly at: MemoryOptions; readonly directory: MemoryDirectory },
  want: { readonly force: boolean },
  signal: AbortSignal,
): Promise<MemoryTidied> => {
  const { runtime, session } = at.config
  const { consolidate, CONSOLIDATE_SYSTEM } = await import(
    '../../features/memory/consolidation/consolidate.ts'
  )
  const dream = createDreamTask(at.tasks, signal)
  const result = await consolidate(
    {
      directory,
      now: runtime.now,
      newId: runtime.newId,
      ...(runtime.log ? { log: runtime.log } : {}),
      sessionsSince: time => countSessions(session.path, time),
      ask(prompt, stop) {
        dream.begin()
        return at.side.ask({
          source: 'consolidate',
          system: CONSOLIDATE_SYSTEM,
          prompt,
          maxTokens: CONSOLIDATE_TOKENS,
          signal: stop,
        })
      },
    },
    want,
    dream.signal,
  )
  dream.end(result)
  return result
}

/** Sessions of the same directory that were written to since. */
const countSessions = (path: SessionHandle['path'], time: number): number => {
  if (path === undefined) return 0
  const directory = dirname(path)
  try {
    return readdirSync(directory).filter(
      name =>
        name.endsWith('.jsonl') &&
        (statSync(join(directory, name), { throwIfNoEntry: false })?.mtimeMs ?? 0) > time,
    ).length
  } catch {
    // No session was ever kept here.
    return 0
  }
}
