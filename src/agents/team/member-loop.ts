import { nextTask } from '../../protocol/agents/task-list.ts'
import { BEAT_MS, type Mail, type TeamBackend } from '../../protocol/agents/team.ts'
import { readTeamMessage, type TeamMessage, writeTeamMessage } from '../../protocol/agents/team-message.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import { releasedLine } from './farewells.ts'
import { mailText, taskText } from './mail-text.ts'

const says = modelTexts('member_words', {
  cut: {
    en: '{head}\n[{left:number} more characters are not shown: ask for them.]',
    zh: '{head}\n[另有 {left:number} 个字符未显示：需要时可索取。]',
  },
})

const SUMMARY_CHARS = 4_000

/** How the turn of a member ended. */
export interface TurnResult {
  readonly reason: 'available' | 'interrupted' | 'failed'
  /** Its last words. */
  readonly text: string
}

export interface MemberLoopOptions {
  readonly backend: TeamBackend
  readonly team: string
  readonly name: string
  /** What the leader is called. */
  readonly leader: string
  /** Its running turn hears it at its next pause. */
  say(next: MemberWork): void
  /** Why it has to go on although it would rest; undefined: it may rest. */
  keepsWorking(): Promise<string | undefined>
  /** Something for its program; true: it was, and the model has nothing to do with it. */
  takes?(message: TeamMessage, mail: Mail): boolean
  /** The leader was written to: resolves when it has read that, where it is in this process. */
  told?(): Promise<void>
  /** Whoever leads is dead: nobody has work for it any more. */
  leaderGone?(): void
  /** Of its prompt. */
  readonly language?: PromptLanguage | undefined
  newId(): string
  log?(line: string): void
}

/** Something for a member to hear. */
export interface MemberWork {
  readonly text: string
  /** To be called when its message is on disk: mail is marked read then, and a crash before that loses none. */
  onRecorded?(): void
}

type Next = MemberWork | undefined

/**
 * A member of a team between its turns: it tells the leader that it is free, then waits for messages or claims the next
 * task. What comes while it works joins its turn.
 */
export class MemberLoop implements AsyncDisposable {
  readonly #options: MemberLoopOptions
  readonly #ends: (() => void)[] = []
  readonly #handled = new Set<string>()
  /** One look at a time. */
  #looking: Promise<void> = Promise.resolve()
  #resting: PromiseWithResolvers<Next> | undefined
  #given: string | undefined
  /** What there was to do was looked for. */
  #quiet = false
  /** The request to stop that was not answered yet. */
  #asked: string | undefined
  /** Last words of turns that the leader was not sent yet. */
  #unsent: readonly string[] = []
  #released: readonly string[] = []
  #ended = false

  constructor(options: MemberLoopOptions) {
    this.#options = options
  }

  /** It is there from now on. Throws TeamError when another process is that member. */
  async start(): Promise<void> {
    const { backend, team, name } = this.#options
    const presence = backend.presence(team)
    await presence.beat(name)
    const timer = setInterval(() => void this.#quietly(this.#beat()), BEAT_MS)
    timer.unref()
    this.#ends.push(() => clearInterval(timer))
    this.#ends.push(await backend.mailbox(team).watch(name, () => void this.#look()))
    this.#ends.push(await backend.tasks(team).watch(() => void this.#look()))
    await this.#look()
  }

  async #beat(): Promise<void> {
    const { backend, team, name, leader, leaderGone } = this.#options
    const presence = backend.presence(team)
    await presence.beat(name)
    if (!leaderGone) return
    const present = await presence.list()
    if (!present.some(each => each.name === leader && each.isAlive)) leaderGone()
  }

  /** It has nothing to do, and the leader was told so. */
  get isResting(): boolean {
    return this.#resting !== undefined && this.#quiet
  }

  /** Its turn is over. Resolves with what it is to do next; undefined: it ends. `resting`: there is nothing for now. */
  async rest(result: TurnResult, resting?: () => void): Promise<Next> {
    if (this.#ended) return undefined
    if (result.text !== '') this.#unsent = [...this.#unsent, result.text]
    if (this.#asked !== undefined) return await this.#leave(this.#asked)
    const why = result.reason === 'available' ? await this.#options.keepsWorking() : undefined
    if (why !== undefined) return { text: why }
    if (this.#ended) return undefined
    this.#resting = Promise.withResolvers<Next>()
    const { promise } = this.#resting
    this.#quiet = false
    await this.#quietly(this.#tellIdle(result.reason))
    await this.#options.told?.()
    await this.#look()
    this.#quiet = true
    if (this.#resting) resting?.()
    return await promise
  }

  /** It works, because somebody spoke to it here: it looks for nothing until it rests again. */
  works(): void {
    this.#resting = undefined
  }

  /** Something that is said to it here; false: it works, and its turn has to hear it. */
  wake(next: MemberWork): boolean {
    return this.#settle(next)
  }

  /** Its last words that the leader was not sent. */
  get unsentWords(): string {
    return this.#unsent.join('\n\n')
  }

  /** Of a member that is gone: its unfinished tasks, which are pending again. */
  get released(): readonly string[] {
    return this.#released
  }

  /** It is gone: what it had not finished is pending again. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#ended) return
    this.#ended = true
    for (const end of this.#ends.splice(0)) end()
    this.#settle(undefined)
    await this.#looking
    const { backend, team, name } = this.#options
    await this.#quietly(this.#release())
    await this.#quietly(backend.presence(team).leave(name))
  }

  #settle(next: Next): boolean {
    const resting = this.#resting
    this.#resting = undefined
    resting?.resolve(next)
    return resting !== undefined
  }

  #look(): Promise<void> {
    this.#looking = this.#looking.then(async () => {
      if (this.#ended) return
      await this.#quietly(this.#readMail())
      if (this.#resting) await this.#quietly(this.#claim())
    })
    return this.#looking
  }

  async #readMail(): Promise<void> {
    const { backend, team, name } = this.#options
    const mailbox = backend.mailbox(team)
    const mails = (await mailbox.receive(name)).filter(({ id }) => !this.#handled.has(id))
    const words: Mail[] = []
    const mark = async (read: readonly Mail[]): Promise<void> => {
      const ids = read.map(({ id }) => id)
      if (ids.length > 0) await mailbox.mark(name, ids)
    }
    for (const mail of mails) {
      this.#handled.add(mail.id)
      const message = readTeamMessage(mail.text)
      if (message && this.#options.takes?.(message, mail)) continue
      if (message?.type === 'shutdown_request') this.#asked = message.requestId
      words.push(mail)
    }
    await mark(mails.filter(mail => !words.includes(mail)))
    if (words.length === 0) return
    if (this.#asked !== undefined && this.#resting) {
      await mark(words)
      this.#settle(await this.#leave(this.#asked))
      return
    }
    const text = words.map(mail => forModel(mailText(mail), this.#options.language)).join('\n\n')
    const next = { text, onRecorded: () => void this.#quietly(mark(words)) }
    if (!this.#settle(next)) this.#options.say(next)
  }

  /** It said that it goes on. */
  refuse(): void {
    this.#asked = undefined
  }

  async #release(): Promise<void> {
    const { backend, team, name } = this.#options
    const tasks = await backend.tasks(team).release(name)
    this.#released = [...this.#released, ...tasks.map(releasedLine)]
  }

  async #leave(requestId: string): Promise<undefined> {
    await this.#quietly(this.#release())
    const feedback = this.unsentWords
    const released = this.#released
    await this.#quietly(
      this.#toLeader({
        type: 'shutdown_response',
        requestId,
        approve: true,
        ...(feedback === '' ? {} : { feedback }),
        ...(released.length === 0 ? {} : { released }),
      }),
    )
    return undefined
  }

  async #claim(): Promise<void> {
    const { backend, team, name } = this.#options
    const list = backend.tasks(team)
    const free = nextTask(await list.list(), name)
    if (!free) return
    const claim = await list.claim(free.id, { owner: name, single: true })
    if (claim.answer !== 'claimed') return
    this.#given = claim.task.id
    this.#settle({ text: forModel(taskText(claim.task), this.#options.language) })
  }

  /** Of every turn since the leader was last written to. */
  #lastWords(): string {
    const text = this.#unsent.join('\n\n')
    const left = text.length - SUMMARY_CHARS
    if (left <= 0) return text
    const head = text.slice(0, SUMMARY_CHARS)
    return forModel(says('cut', { head, left }), this.#options.language)
  }

  async #tellIdle(reason: TurnResult['reason']): Promise<void> {
    const { backend, team } = this.#options
    const count = this.#unsent.length
    const summary = this.#lastWords()
    const given = this.#given
    const task = given && (await backend.tasks(team).list()).find(({ id }) => id === given)
    const isDone = task && task.status === 'completed'
    if (isDone) this.#given = undefined
    await this.#toLeader({
      type: 'idle_notification',
      reason,
      ...(summary === '' ? {} : { summary }),
      ...(isDone && given !== undefined ? { completedTaskId: given } : {}),
    })
    this.#unsent = this.#unsent.slice(count)
  }

  async #toLeader(message: TeamMessage): Promise<void> {
    const { backend, team, name, leader, newId } = this.#options
    const mail = { from: name, to: leader, text: writeTeamMessage(message), id: newId() }
    await backend.mailbox(team).send(mail)
  }

  /** What cannot be reached now is asked again with the next beat. */
  async #quietly(work: Promise<unknown>): Promise<void> {
    try {
      await work
    } catch (error) {
      this.#options.log?.(`team member ${this.#options.name}: ${String(error)}`)
    }
  }
}
