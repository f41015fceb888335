import type { NoteOptions } from '../../protocol/agents/note-options.ts'
import { BEAT_MS, LEADER, type Mail, type TeamBackend } from '../../protocol/agents/team.ts'
import { readTeamMessage, type TeamMessage } from '../../protocol/agents/team-message.ts'
import type { Message } from '../../protocol/message.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
import { recoverTasks } from '../recover-tasks.ts'
import { lastWordsText, mailText } from './mail-text.ts'

export interface LeaderInboxOptions {
  readonly backend: TeamBackend
  readonly team: string
  /** The model is told at its next pause, or woken. */
  notify(text: Text, options: NoteOptions): void
  /** Mail that the model was told before: an earlier process died before it was marked. */
  readonly told?: ReadonlySet<string>
  /**
   * Something for the program; true: it was, and the model has nothing to do with it. `later`: the model is told with
   * something else, and it is marked then.
   */
  takes(message: TeamMessage, mail: Mail): boolean | 'later'
  /** What is left to tell of it: nothing, or only the last words of a member. */
  newsOf?(message: TeamMessage, mail: Mail): 'nothing' | { readonly lastWords: string } | 'all'
  /** Its end is told by whoever started it, with what it had begun. */
  isOurs(member: string): boolean
  now(): number
  log?(line: string): void
}

/**
 * The leader of a team: it is there, hears what members say, and gives back what dead ones had begun. Mail is marked read
 * when the model's message of it is recorded, so that a crash before that loses none.
 */
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
    const { backend, team, now, isOurs } = this.#options
    if (!this.#ended) await this.#quietly(recoverTasks(backend, team, { leader: LEADER, now, isOurs }))
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

  /** The model was told of them another way. */
  mark(mails: readonly string[]): void {
    const { backend, team } = this.#options
    void this.#quietly(backend.mailbox(team).mark(LEADER, mails))
  }

  async #read(): Promise<void> {
    const { backend, team, takes, notify, told, newsOf } = this.#options
    const mailbox = backend.mailbox(team)
    const mails = (await mailbox.receive(LEADER)).filter(({ id }) => !this.#handled.has(id))
    const done: string[] = []
    for (const mail of mails) {
      const { id } = mail
      this.#handled.add(id)
      const message = readTeamMessage(mail.text)
      const news = message && newsOf?.(message, mail)
      const taken = told?.has(id) || news === 'nothing' || (message && takes(message, mail))
      if (taken === true) done.push(id)
      else if (taken !== 'later')
        notify(typeof news === 'object' ? lastWordsText(mail, news.lastWords) : mailText(mail), {
          mail: id,
          onRecorded: () => void this.#quietly(mailbox.mark(LEADER, [id])),
        })
    }
    if (done.length > 0) await mailbox.mark(LEADER, done)
  }

  async #quietly(work: Promise<unknown>): Promise<void> {
    try {
      await work
    } catch (error) {
      this.#options.log?.(`team ${this.#options.team}: ${String(error)}`)
    }
  }
}

/** Mail that a conversation holds. */
export const mailIn = (messages: readonly Message[]): ReadonlySet<string> =>
  new Set(messages.flatMap(message => (message.type === 'user' ? (message.origin?.mail ?? []) : [])))
