import { createNextCron, cronProblem, type NextCron } from '../../features/schedules/cron-times.ts'
import { intervalText, labelOf } from '../../features/schedules/due.ts'
import { firedText } from '../../features/schedules/fired-text.ts'
import { readSchedule } from '../../features/schedules/read-schedule.ts'
import { type Due, MOST_SCHEDULES, Scheduler } from '../../features/schedules/scheduler.ts'
import { errorText } from '../../lib/error-text.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import type { Schedule, ScheduleInfo, Schedules } from '../../protocol/agents/schedules.ts'
import type { Event } from '../../protocol/event.ts'
import { scheduleText } from '../../protocol/messages/engine/schedules.ts'
import { describeError, type LocalizedText, type Text } from '../../protocol/messages/localized-text.ts'
import { foreignNotice, notice } from '../../protocol/messages/notice.ts'
import { ToolError } from '../../protocol/tool.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { PermissionDesk } from '../calls/permission-desk.ts'
import { type Runtime, runAfter } from '../options/runtime.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'
import type { SchedulesChoice } from './options.ts'
import { ProjectSchedules } from './project-schedules.ts'
import { scheduleQuestion } from './schedule-question.ts'

/** A clock that was set, or a machine that slept, is noticed within this time. */
const LOOK_MS = 60_000
/** While something else goes on, what is due looks again. */
const BUSY_MS = 5_000

export interface SchedulesAt {
  readonly config: {
    readonly session: SessionHandle
    readonly runtime: Runtime
    readonly schedules?: SchedulesChoice
    readonly permissions: { readonly canAsk: boolean }
    readonly prompt: { readonly promptLanguage?: PromptLanguage }
    /** Nothing fires in a session that nobody keeps open. */
    readonly wake?: boolean
  }
  readonly desk: PermissionDesk
  emit(event: Event): void
  /** The conversation does something. */
  isBusy(): boolean
  /** Starts a turn with it; rejects when it cannot be said. */
  say(fired: Fired): Promise<void>
  /** Something is due and has to wait. */
  onWaiting(): void
}

export interface Fired {
  readonly schedule: Schedule
  readonly prompt: string
  /** The words around it, for the model. */
  frame(text: string): string
}

/** The schedules of a session while there are any: a timer, what was written down, and what is said when it is time. */
export class RunningSchedules implements AsyncDisposable {
  readonly #at: SchedulesAt
  readonly #nextCron: NextCron
  readonly #scheduler: Scheduler
  readonly #project: ProjectSchedules | undefined
  readonly #closing = new AbortController()
  #cancel: (() => void) | undefined
  #asking: Promise<void> | undefined

  constructor(at: SchedulesAt) {
    this.#at = at
    const { runtime, schedules } = at.config
    this.#nextCron = createNextCron()
    this.#scheduler = new Scheduler({ now: () => runtime.now().getTime(), nextCron: this.#nextCron })
    this.#project =
      schedules && schedules.files.length > 0
        ? new ProjectSchedules(schedules, runtime, {
            scheduler: this.#scheduler,
            say: text => at.emit(foreignNotice('warning', text)),
          })
        : undefined
  }

  /** What an earlier run of the session, and the project, left. */
  restore(kept: readonly unknown[]): void {
    for (const value of kept) {
      const schedule = readSchedule(value)
      if (schedule && this.#problem(schedule) === undefined) this.#scheduler.restore(schedule)
    }
    this.#syncProject()
    // Not at once: whoever watches has to be there first.
    this.#arm()
  }

  list(): readonly ScheduleInfo[] {
    const waiting = (this.#project?.unapproved ?? []).map(
      ({ schedule }): ScheduleInfo => ({ ...schedule, label: labelOf(schedule), unapproved: true }),
    )
    return [...this.#scheduler.list(), ...waiting]
  }

  async create({
    cron,
    prompt,
    recurring,
    durable,
  }: Parameters<Schedules['create']>[0]): Promise<ScheduleInfo> {
    const problem = cronProblem(cron, this.#now(), this.#nextCron)
    if (problem !== undefined) throw new ToolError(problem)
    const schedule = this.#fresh({ time: { cron }, prompt, kind: 'cron', recurring, durable })
    if (!durable) return this.#keep(schedule)
    if (!this.#project) throw new ToolError(scheduleText('not_trusted'))
    await this.#project.add(schedule)
    this.#mayFire()
    this.#arm()
    return this.#info(schedule.id)
  }

  every({ everyMs, prompt, now }: { everyMs: number; prompt: string; now: boolean }): ScheduleInfo {
    const time = { everyMs }
    const loop = this.#fresh({ time, prompt, kind: 'loop', recurring: true, durable: false })
    const info = this.#keep(now ? { ...loop, firedAt: loop.createdAt - everyMs } : loop)
    if (now) this.look()
    return info
  }

  wakeUp({ delayMs, prompt, reason }: Parameters<Schedules['wakeUp']>[0]): ScheduleInfo {
    this.#dropAll(({ kind }) => kind === 'wakeup')
    const time = { atMs: this.#now() + delayMs }
    const wakeup = this.#fresh({ time, prompt, kind: 'wakeup', recurring: false, durable: false })
    return this.#keep({ ...wakeup, reason })
  }

  async remove(id: string): Promise<ScheduleInfo> {
    const found = this.list().find(each => each.id === id)
    if (!found) throw new ToolError(this.#unknown(id))
    if (found.durable) await this.#project?.remove(id)
    else this.drop(each => each.id === id)
    return found
  }

  /** Takes those out that the session itself has; answers them. */
  drop(isMeant: (schedule: ScheduleInfo) => boolean): readonly ScheduleInfo[] {
    const gone = this.#dropAll(isMeant)
    if (gone.length > 0) this.#save()
    this.#arm()
    return gone
  }

  /** Something ended: it may be time. */
  look(): void {
    this.#cancel?.()
    this.#cancel = runAfter(this.#at.config.runtime, 0, () => this.#tick())
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#cancel?.()
    this.#closing.abort()
    await this.#asking
    this.#project?.[Symbol.dispose]()
  }

  #tick(): void {
    this.#cancel = undefined
    if (this.#closing.signal.aborted) return
    this.#syncProject()
    for (const over of this.#scheduler.expire()) {
      if (over.durable) void this.#project?.remove(over.id).catch(error => this.#log(error))
      this.#tell(scheduleText('expired', { id: over.id, when: timeOf(over), prompt: inLine(over.prompt) }))
      this.#save()
    }
    const due = this.#at.config.wake
      ? this.#scheduler.due(each => !each.durable || this.#mayFire())
      : undefined
    if (due && this.#at.isBusy()) this.#at.onWaiting()
    else if (due) this.#fire(due)
    this.#arm()
  }

  #fire(due: Due): void {
    const { schedule, missed, late } = due
    this.#scheduler.fired(schedule.id)
    if (schedule.durable) void this.#project?.fired(schedule).catch(error => this.#log(error))
    else this.#save()
    const about = { name: nameOf(schedule), prompt: inLine(schedule.prompt) }
    this.#tell(
      missed > 0
        ? scheduleText('fired_missed', { ...about, missed })
        : scheduleText(late ? 'fired_late' : 'fired', about),
    )
    const { promptLanguage } = this.#at.config.prompt
    this.#at
      .say({ schedule, prompt: schedule.prompt, frame: text => firedText(due, text, promptLanguage) })
      .catch(error => this.#refused(schedule, error))
  }

  /** A command that is not there any more would fail for ever. */
  #refused(schedule: Schedule, error: unknown): void {
    this.drop(({ id }) => id === schedule.id)
    this.#tell(scheduleText('stopped', { id: schedule.id, reason: describeError(error) }), 'warning')
  }

  #mayFire(): boolean {
    try {
      return this.#project?.mayFire() ?? false
    } catch (error) {
      this.#log(error)
      return false
    }
  }

  #syncProject(): void {
    if (!this.#project) return
    try {
      this.#project.sync()
      // Whoever is there first fires them.
      if (this.#scheduler.list().some(({ durable }) => durable)) this.#mayFire()
      this.#ask(this.#project)
    } catch (error) {
      this.#log(error)
    }
  }

  /** One question after the other; without anybody to ask nothing of it runs. */
  #ask(project: ProjectSchedules): void {
    const { config, desk } = this.#at
    if (this.#asking || !config.wake || !config.permissions.canAsk || project.unapproved.length === 0) return
    const asking = async (): Promise<void> => {
      for (;;) {
        const [next] = project.unapproved
        if (!next) return
        const question = scheduleQuestion(next.schedule, next.file, config.runtime.newId)
        const answer = await desk.ask(question, this.#closing.signal)
        if (!answer) return
        await project.answer(next.sha256, answer.behavior === 'allow' ? 'yes' : 'no')
        this.#arm()
      }
    }
    this.#asking = asking()
      .catch(error => this.#log(error))
      .finally(() => {
        this.#asking = undefined
      })
  }

  #arm(): void {
    this.#cancel?.()
    this.#cancel = undefined
    if (this.#closing.signal.aborted) return
    const next = this.#scheduler.nextAt()
    if (next === undefined && (this.#project?.unapproved.length ?? 0) === 0) return
    const left = Math.max(0, (next ?? Number.POSITIVE_INFINITY) - this.#now())
    const wait = left === 0 ? BUSY_MS : Math.min(left, LOOK_MS)
    this.#cancel = runAfter(this.#at.config.runtime, wait, () => this.#tick())
  }

  #keep(schedule: Schedule): ScheduleInfo {
    this.#scheduler.add(schedule)
    this.#save()
    this.#arm()
    return this.#info(schedule.id)
  }

  #fresh(wanted: Omit<Schedule, 'id' | 'createdAt'>): Schedule {
    if (this.list().length >= MOST_SCHEDULES)
      throw new ToolError(scheduleText('too_many', { most: MOST_SCHEDULES }))
    const id = this.#at.config.runtime
      .newId()
      .replace(/[^0-9a-zA-Z]/g, '')
      .slice(0, 8)
    return { ...wanted, id, createdAt: this.#now() }
  }

  #info(id: string): ScheduleInfo {
    const info = this.#scheduler.list().find(each => each.id === id)
    if (!info) throw new ToolError(this.#unknown(id))
    return info
  }

  #unknown(id: string): LocalizedText {
    const known = this.list().map(each => each.id)
    return known.length === 0
      ? scheduleText('none_at_all', { id })
      : scheduleText('none_known', { id, known })
  }

  #dropAll(isMeant: (schedule: ScheduleInfo) => boolean): readonly ScheduleInfo[] {
    const gone = this.#scheduler.list().filter(each => !each.durable && isMeant(each))
    for (const { id } of gone) this.#scheduler.remove(id)
    return gone
  }

  #problem({ time }: Schedule): LocalizedText | undefined {
    return 'cron' in time ? cronProblem(time.cron, this.#now(), this.#nextCron) : undefined
  }

  #save(): void {
    const { session } = this.#at.config
    const schedules = this.#scheduler
      .list()
      .filter(({ durable }) => !durable)
      .map(({ label: _, nextAt: __, ...schedule }) => schedule)
    session.note({ type: 'schedules', schedules, sessionId: session.id }).catch(error => this.#log(error))
  }

  #tell(text: LocalizedText, level: 'info' | 'warning' = 'info'): void {
    this.#at.emit(notice(level, text))
  }

  #log(error: unknown): void {
    this.#at.config.runtime.log?.(`schedules: ${errorText(error)}`)
  }

  #now(): number {
    return this.#at.config.runtime.now().getTime()
  }
}

const MOST_SHOWN = 120

const inLine = (text: string): string => escapeLine(text.trim().replace(/\s+/g, ' '), MOST_SHOWN)

const nameOf = (schedule: Schedule): Text =>
  schedule.kind === 'wakeup' ? scheduleText('loop') : timeOf(schedule)

const timeOf = ({ time }: Schedule): Text => {
  if ('cron' in time) return time.cron
  return 'everyMs' in time
    ? scheduleText('every', { interval: intervalText(time.everyMs) })
    : scheduleText('once')
}
