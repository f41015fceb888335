import { existsSync, readFileSync, statSync } from 'node:fs'
import type { LoopCommands, ScheduleInfo, Schedules, Wake } from '../../protocol/agents/schedules.ts'
import { type Message, plainText } from '../../protocol/message.ts'
import { scheduleText } from '../../protocol/messages/engine/schedules.ts'
import { asLocalized } from '../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { notice } from '../../protocol/messages/notice.ts'
import { OpError } from '../../protocol/op.ts'
import { ToolError } from '../../protocol/tool.ts'
import type { Part } from '../scope.ts'
import type { Fired, RunningSchedules, SchedulesAt } from './running-schedules.ts'
import { SCHEDULE_ORIGIN } from './schedule-origin.ts'

/** What the conversation lends: nothing can be said before it is there. */
export interface Speaker extends Pick<SchedulesAt, 'isBusy' | 'say'> {
  /** What waits to be told to the model now. */
  waiting(): Wake | undefined
}

export interface SessionSchedules extends Part {
  /** For the calls of all threads. */
  readonly port: Schedules
  lend(speaker: Speaker): void
  /** What they say, each. */
  prompts(): readonly string[]
  /** The model was given instructions by this slash command, and no loop is left that they are about. */
  isOver(command: string): boolean
  /** There is something new for the model: whoever sleeps hears of it. */
  ring(why: Wake): void
}

type Round = 'paced' | 'every'

type Options = Pick<SchedulesAt, 'config' | 'desk' | 'emit'>

const MAX_LOOP_BYTES = 25_000

/** What fires by itself in a session. Loaded with the first schedule: most sessions have none. */
export const createSchedules = (at: Options): SessionSchedules => new LazySchedules(at)

class LazySchedules implements SessionSchedules {
  readonly #at: Options
  readonly #sleepers = new Set<(why: Wake) => void>()
  #speaker: Speaker | undefined
  #running: RunningSchedules | undefined
  #opening: Promise<RunningSchedules> | undefined
  /** The turn that runs is a round of a loop; `paced`: the model says when the next one is. */
  #round: Round | undefined
  #next: { readonly round: Round | undefined; readonly opening?: string } | undefined

  constructor(at: Options) {
    this.#at = at
  }

  readonly port: Schedules = {
    create: async wanted => await (await this.#open()).create(wanted),
    remove: async id => await (await this.#open()).remove(id),
    list: () => this.#list(),
    wakeUp: async wanted => (await this.#open()).wakeUp(wanted),
    endLoop: async () => {
      const stopped = this.#running?.drop(({ kind }) => kind === 'wakeup') ?? []
      const had = this.#round === 'paced' || stopped.length > 0
      this.#round = undefined
      return had
    },
    news: signal => nextOf(this.#sleepers, () => this.#speaker?.waiting(), signal),
  }

  lend(speaker: Speaker): void {
    this.#speaker = speaker
  }

  prompts(): readonly string[] {
    return this.#list().map(({ prompt }) => prompt)
  }

  isOver(command: string): boolean {
    const isOn = this.#round !== undefined || this.#list().some(({ kind }) => kind !== 'cron')
    return command === 'loop' && !isOn
  }

  ring(why: Wake): void {
    for (const wake of this.#sleepers) wake(why)
  }

  readonly restarted: NonNullable<Part['restarted']> = async (_, why) => {
    const { session, schedules } = this.#at.config
    if (why !== 'resume' || schedules?.off) return
    const isKept = session.schedules.length > 0 || schedules?.files.some(file => existsSync(file))
    if (isKept) (await this.#open()).restore(session.schedules)
  }

  readonly turnStarts: NonNullable<Part['turnStarts']> = ({ said }) => {
    const next = this.#next
    const isNext = next !== undefined && said.some(each => isOpening(each, next.opening))
    this.#round = isNext ? next.round : undefined
    if (isNext) this.#next = undefined
  }

  readonly turnEnded = (): void => {
    const goesOn = this.#list().some(({ kind }) => kind === 'wakeup')
    if (this.#round === 'paced' && !goesOn) this.#tell(scheduleText('loop_ended'))
    this.#round = undefined
    this.#running?.look()
  }

  readonly interrupted = (): void => {
    if (this.#speaker?.isBusy() && this.#round === undefined) return
    if (this.#stopLoops().length === 0) return
    this.#tell(scheduleText('loop_stopped'))
    // Said once: the end of its turn has nothing to add.
    this.#round = undefined
  }

  readonly answers = { schedules: () => this.#list() }

  readonly commandHost = () => ({
    loops: loopsFor(this.#at, {
      open: () => this.#open(),
      stopLoops: () => this.#stopLoops(),
      list: () => this.#list(),
      begin: (round, opening) => {
        this.#next = { round, opening }
      },
    }),
  })

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#opening)?.[Symbol.asyncDispose]()
  }

  #list(): readonly ScheduleInfo[] {
    return this.#running?.list() ?? []
  }

  #stopLoops(): readonly ScheduleInfo[] {
    return this.#running?.drop(({ kind }) => kind !== 'cron') ?? []
  }

  #tell(text: LocalizedText): void {
    this.#at.emit(notice('info', text))
  }

  async #say(fired: Fired): Promise<void> {
    const { kind } = fired.schedule
    this.#next = { round: kind === 'wakeup' ? 'paced' : kind === 'loop' ? 'every' : undefined }
    await this.#speaker?.say(fired)
  }

  #open(): Promise<RunningSchedules> {
    if (this.#at.config.schedules?.off) throw new ToolError(scheduleText('off'))
    this.#opening ??= this.#load()
    return this.#opening
  }

  async #load(): Promise<RunningSchedules> {
    const { RunningSchedules } = await import('./running-schedules.ts')
    this.#running = new RunningSchedules({
      ...this.#at,
      say: fired => this.#say(fired),
      isBusy: () => this.#speaker?.isBusy() ?? true,
      onWaiting: () => this.ring('schedule'),
    })
    return this.#running
  }
}

/** Said by a clock; or, of the first round, by the person. */
const isOpening = (message: Message, opening: string | undefined): boolean =>
  message.type === 'user' &&
  (opening === undefined
    ? message.origin?.kind === SCHEDULE_ORIGIN
    : plainText(message.message.content) === opening)

/** What waits already counts as new. */
const nextOf = async (
  sleepers: Set<(why: Wake) => void>,
  waiting: () => Wake | undefined,
  signal: AbortSignal,
): Promise<Wake> => {
  const now = waiting()
  if (now !== undefined) return now
  const { promise, resolve } = Promise.withResolvers<Wake>()
  sleepers.add(resolve)
  signal.addEventListener('abort', () => sleepers.delete(resolve), { once: true })
  try {
    return await promise
  } finally {
    sleepers.delete(resolve)
  }
}

interface LoopsOf {
  open(): Promise<RunningSchedules>
  list(): readonly ScheduleInfo[]
  stopLoops(): readonly ScheduleInfo[]
  begin(round: Round, opening: string): void
}

const loopsFor = ({ config }: Options, { open, list, stopLoops, begin }: LoopsOf): LoopCommands => {
  const mustFire = (): void => {
    if (!config.wake) throw new OpError(scheduleText('no_loops_here'))
  }
  return {
    async every({ everyMs, prompt, opening }) {
      mustFire()
      const info = await forPerson(async () =>
        (await open()).every({ everyMs, prompt, now: opening === undefined }),
      )
      if (opening !== undefined) begin('every', opening)
      return info
    },
    async paced(opening) {
      mustFire()
      await forPerson(open)
      begin('paced', opening)
    },
    list,
    async stop(id) {
      if (id === undefined) return stopLoops()
      return [await forPerson(async () => await (await open()).remove(id))]
    },
    standing: () => standingLoop(config.schedules?.loopFiles ?? []),
  }
}

const forPerson = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ToolError ? new OpError(asLocalized(error.localized)) : error
  }
}

const standingLoop = (files: readonly string[]): ReturnType<LoopCommands['standing']> => {
  for (const file of files) {
    const facts = statSync(file, { throwIfNoEntry: false })
    if (!facts?.isFile()) continue
    if (facts.size > MAX_LOOP_BYTES) throw new OpError(scheduleText('loop_file_too_large', { file }))
    const text = readFileSync(file, 'utf8').trim()
    if (text !== '') return { file, text }
  }
  return undefined
}
