import { BEAT_MS, type Mail, type TeamBackend } from '../../protocol/agents/team.ts'
import { readTeamMessage, type TeamMessage } from '../../protocol/agents/team-message.ts'
import { recoverTasks } from '../recover-tasks.ts'
import { mailText } from './mail-text.ts'

/** What the leader of every team is called. */
export const LEADER = 'team-lead'

export interface LeaderInboxOptions {
  readonly backend: TeamBackend
  readonly team: string
  /** The model is told at its next pause, or woken. */
  notify(text: string): void
  /** Something for the program; true: it was, and the model has nothing to do with it. */
  takes(message: TeamMessage, mail: Mail): boolean
  log?(line: string): void
}

/** The leader of a team: it is there, hears what members say, and gives back what dead ones had begun. */
export class LeaderInbox implements AsyncDisposable {
  readonly #options: LeaderInboxOptions
  readonly #ends: (() => void)[] = []
  readonly #handled = new Set<string>()
  #looking: Promise<void> = Promise.resolve()
  #ended = false

  constructor(options: LeaderInboxOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    const { backend, team } = this.#options
    const presence = backend.presence(team)
    await presence.beat(LEADER)
    const timer = setInterval(() => {
      void this.#quietly(presence.beat(LEADER))
      void this.recover()
    }, BEAT_MS)
    timer.unref()
    this.#ends.push(() => clearInterval(timer))
    this.#ends.push(await backend.mailbox(team).watch(LEADER, () => void this.look()))
    await this.look()
    await this.recover()
  }

  /** Puts back what members had that are gone. */
  async recover(): Promise<void> {
    const { backend, team } = this.#options
    if (!this.#ended) await this.#quietly(recoverTasks(backend, team, LEADER))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#ended) return
    this.#ended = true
    for (const end of this.#ends.splice(0)) end()
    await this.#looking
    const { backend, team } = this.#options
    await this.#quietly(backend.presence(team).leave(LEADER))
  }

  /** Reads what has come. */
  look(): Promise<void> {
    this.#looking = this.#looking.then(async () => {
      if (!this.#ended) await this.#quietly(this.#read())
    })
    return this.#looking
  }

  async #read(): Promise<void> {
    const { backend, team, takes, notify } = this.#options
    const mailbox = backend.mailbox(team)
    const mails = (await mailbox.receive(LEADER)).filter(({ id }) => !this.#handled.has(id))
    for (const mail of mails) {
      this.#handled.add(mail.id)
      const message = readTeamMessage(mail.text)
      if (!(message && takes(message, mail))) notify(mailText(mail))
    }
    if (mails.length > 0)
      await mailbox.mark(
        LEADER,
        mails.map(({ id }) => id),
      )
  }

  async #quietly(work: Promise<unknown>): Promise<void> {
    try {
      await work
    } catch (error) {
      this.#options.log?.(`team ${this.#options.team}: ${String(error)}`)
    }
  }
}
