import { errorText } from '../../lib/error-text.ts'
import type { ListedTask } from '../../protocol/agents/task-list.ts'
import type { Mail, TeamBackend } from '../../protocol/agents/team.ts'
import type { TeamMessage } from '../../protocol/agents/team-message.ts'
import type { TaskInfo, Tasks } from '../../protocol/tool.ts'
import { type Farewell, Farewells, releasedLine } from './farewells.ts'
import { LEAVE_MS, within } from './remote-members.ts'
import type { StopRequests } from './stop-requests.ts'

export interface MemberEndsOptions {
  readonly stops: StopRequests
  readonly tasks: Pick<Tasks, 'list' | 'watch'>
  /** Members that are there. */
  present(): readonly string[]
  /** Resolves when the leader has read its mail. */
  readMail(): Promise<void>
  /** The model was told of this mail another way. */
  mark(mails: readonly string[]): void
  backend(): Promise<TeamBackend>
  /** Undefined: the session leads none any more. */
  team(): string | undefined
  log?(line: string): void
}

/** The ends of a leader's members: each is one event, and told as one. */
export class MemberEnds {
  readonly #options: MemberEndsOptions
  readonly #farewells: Farewells

  constructor(options: MemberEndsOptions) {
    this.#options = options
    this.#farewells = new Farewells(options.mark)
  }

  /** A member that was asked to stop agrees: that is told when it has. False: it is told as any other mail. */
  takes(message: TeamMessage, { from, id }: Pick<Mail, 'from' | 'id'>): boolean {
    const { stops, present } = this.#options
    if (message.type !== 'shutdown_response' || !message.approve) return false
    if (!stops.isAsked(from) || !present().includes(from)) return false
    this.#farewells.hold(from, { message, mail: id })
    return true
  }

  farewell(name: string, known: Pick<Farewell, 'words' | 'released'>): Farewell {
    const { stops } = this.#options
    const awaited = stops.isAwaited(name)
    stops.clear(name)
    return { ...this.#farewells.take(name, known), awaited }
  }

  /** The process of a member is gone: what it had not given back itself is given back for it. */
  async gone(name: string): Promise<Farewell> {
    const { readMail, log } = this.#options
    await readMail()
    const released = await this.#release(name).catch((error: unknown) => {
      log?.(`team member ${name}: ${errorText(error)}`)
      return []
    })
    return this.farewell(name, { words: '', released: released.map(releasedLine) })
  }

  /** Who is there no longer, or is starting: what it has to say is still to come. */
  between(): readonly string[] {
    const there = this.#options.present()
    return this.#running().flatMap(({ name = '' }) => (there.includes(name) ? [] : [name]))
  }

  /** Who rests stops at once: a leader that asks for it is told with the same pause. */
  async wait(names: readonly string[]): Promise<void> {
    const { tasks } = this.#options
    const ends = this.#running()
      .filter(({ name = '' }) => names.includes(name))
      .map(({ id }) => new Promise<void>(resolve => tasks.watch(id, () => undefined, resolve)))
    if (ends.length > 0) await within(Promise.all(ends), LEAVE_MS)
  }

  async #release(name: string): Promise<readonly ListedTask[]> {
    const team = this.#options.team()
    return team === undefined ? [] : await (await this.#options.backend()).tasks(team).release(name)
  }

  #running(): readonly TaskInfo[] {
    return this.#options.tasks
      .list()
      .filter(({ kind, status }) => kind === 'teammate' && status === 'running')
  }
}
