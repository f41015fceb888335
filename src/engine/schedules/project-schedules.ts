import { dirname } from 'node:path'
import { expiresAt } from '../../features/schedules/due.ts'
import {
  changeDurable,
  type DurableSchedule,
  durableHash,
  durableMark,
  readDurable,
  taskId,
  toTask,
} from '../../features/schedules/durable-file.ts'
import { changeDurableState, readDurableState } from '../../features/schedules/durable-state.ts'
import type { Scheduler } from '../../features/schedules/scheduler.ts'
import { type FileLock, tryFileLock, withFileLock } from '../../lib/files/file-lock.ts'
import { makeDirectories } from '../../lib/files/make-directories.ts'
import type { Schedule } from '../../protocol/agents/schedules.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SchedulesChoice } from './options.ts'

/** A session on another host that has not touched its lock for so long is gone. */
const OTHER_HOST_MS = 10 * 60_000

/**
 * The schedules that a project keeps in files. Of all sessions of a project on this machine one fires them; and a file
 * comes with the project, so that nothing in it runs before the person has seen it and said yes.
 */
export class ProjectSchedules implements Disposable {
  readonly #choice: SchedulesChoice
  readonly #runtime: Runtime
  readonly #scheduler: Scheduler
  readonly #say: (text: Text) => void
  #mark = ''
  #lock: FileLock | undefined
  #unapproved: readonly DurableSchedule[] = []

  constructor(
    choice: SchedulesChoice,
    runtime: Runtime,
    { scheduler, say }: { readonly scheduler: Scheduler; say(text: Text): void },
  ) {
    this.#choice = choice
    this.#runtime = runtime
    this.#scheduler = scheduler
    this.#say = say
  }

  /** Those nobody has said yes or no to. */
  get unapproved(): readonly DurableSchedule[] {
    return this.#unapproved
  }

  /** Takes over what was written since, by whomever. */
  sync(): void {
    const mark = durableMark([...this.#choice.files, this.#stateFile])
    if (mark === this.#mark) return
    this.#mark = mark
    const now = this.#now()
    const all = readDurable(this.#choice.files)
    // Nobody is asked about what would never run.
    const found = all.filter(
      ({ schedule }) => (expiresAt(schedule) ?? now) >= now || this.#scheduler.get(schedule.id),
    )
    const { answers, firedAt } = readDurableState(this.#stateFile)
    this.#unapproved = found.filter(({ sha256 }) => answers[sha256] === undefined)
    const approved = new Map(
      found
        // One that has run is on its way out of the file.
        .filter(
          ({ sha256, schedule }) =>
            answers[sha256] === 'yes' && (schedule.recurring || !firedAt[schedule.id]),
        )
        .map(({ schedule }) => {
          const at = firedAt[schedule.id]
          return [schedule.id, at === undefined ? schedule : { ...schedule, firedAt: at }] as const
        }),
    )
    for (const { id, durable } of this.#scheduler.list())
      if (durable && !approved.has(id)) this.#scheduler.remove(id)
    for (const schedule of approved.values()) this.#take(schedule)
  }

  #take(schedule: Schedule): void {
    const known = this.#scheduler.list().find(({ id }) => id === schedule.id)
    // A name in a file of the project is no way to put another prompt in the place of one of the session.
    if (known && !known.durable) return
    const isSame = known && durableHash(known) === durableHash(schedule)
    const isFired = (schedule.firedAt ?? 0) >= (known?.nextAt ?? Number.POSITIVE_INFINITY)
    if (!isSame || isFired) this.#scheduler.restore(schedule)
  }

  /** Whether it is this session that fires them. */
  mayFire(): boolean {
    const now = this.#now()
    if (this.#lock?.isHeld()) {
      this.#lock.touch(now)
      return true
    }
    makeDirectories(dirname(this.#choice.state), 0o700)
    const attempt = tryFileLock(`${this.#choice.state}.lock`, {
      newId: this.#runtime.newId,
      now: () => now,
      uncheckableMs: OTHER_HOST_MS,
    })
    if (!('lock' in attempt)) return false
    this.#lock = attempt.lock
    // Whoever had it may have fired some of them.
    this.sync()
    return true
  }

  /** Written down with the yes that the person has given to the call. */
  async add(schedule: Schedule): Promise<void> {
    await this.answer(durableHash(schedule), 'yes')
    await this.#change(tasks => [...tasks, toTask(schedule)])
    this.sync()
  }

  async remove(id: string): Promise<void> {
    await this.#change(tasks => tasks.filter(task => taskId(task) !== id))
    this.sync()
  }

  async answer(sha256: string, word: 'yes' | 'no'): Promise<void> {
    await this.#locked(() => changeDurableState(this.#stateFile, { answers: { [sha256]: word } }, this.#say))
    this.sync()
  }

  async fired({ id, recurring }: Schedule): Promise<void> {
    const now = this.#now()
    await this.#locked(() => changeDurableState(this.#stateFile, { firedAt: { [id]: now } }, this.#say))
    if (!recurring) await this.remove(id)
  }

  [Symbol.dispose](): void {
    this.#lock?.release()
    this.#lock = undefined
  }

  /** In every file that has it; what is new goes into the one that is there already, else into our own. */
  async #change(change: (tasks: readonly unknown[]) => readonly unknown[]): Promise<void> {
    const { files, root } = this.#choice
    await this.#locked(() => {
      const before = new Set(readDurable(files).map(({ file }) => file))
      const [own] = files
      const [file = own] = before
      for (const each of new Set([...before, ...(file === undefined ? [] : [file])]))
        changeDurable({ file: each, root }, tasks => {
          const after = change(tasks)
          return each === file || after.length < tasks.length ? after : tasks
        })
    })
  }

  async #locked(work: () => void): Promise<void> {
    makeDirectories(dirname(this.#choice.state), 0o700)
    const deps = { newId: this.#runtime.newId, now: () => Date.now() }
    await withFileLock(`${this.#choice.state}.write.lock`, work, deps)
  }

  get #stateFile(): string {
    return `${this.#choice.state}.json`
  }

  #now(): number {
    return this.#runtime.now().getTime()
  }
}
