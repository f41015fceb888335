import { randomBytes } from 'node:crypto'
import type { Event } from '../../protocol/event.ts'
import { serveText } from '../../protocol/messages/host/serve.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { OpError } from '../../protocol/op.ts'
import type { PermissionMode, PermissionRequest } from '../../protocol/permission.ts'
import type { PushSubscribe } from '../../protocol/serve/push-routes.ts'
import type { ClientInfo } from '../../protocol/serve/wire.ts'
import type { SessionHub } from './session-hub.ts'
import { WireProblem } from './wire-problem.ts'

/** One thing that happened, for a person who does not look. */
export interface Push {
  readonly kind: 'question' | 'end'
  readonly session: string
  /** Of the session. */
  readonly title: string
  /** What happened, in words of ours. */
  readonly says: LocalizedText
  /** What it is about: foreign words, sent where the person wants them. */
  readonly about: string
  /** A later one of the same takes its place. */
  readonly tag: string
  /** Answers this question, once; absent: it has to be looked at. */
  readonly token?: string
}

/** Where pushes go. */
export interface PushPort {
  /** What browsers subscribe with, base64url. */
  readonly key: string
  /** False: it is no address that may be pushed to. */
  subscribe(subscription: PushSubscribe): boolean
  unsubscribe(endpoint: string): void
  send(push: Push): Promise<void>
  /** Whether a yes to this question may be said without seeing all of it. */
  mayAnswer(request: PermissionRequest, mode: PermissionMode): boolean
}

interface PushDeskOptions {
  readonly port: PushPort
  now(): number
  newId(): string
  log(text: string): void
}

interface Waiting {
  /** Absent: it is asked by a job of the fleet. */
  readonly hub?: SessionHub
  readonly question: string
  answer(behavior: 'allow' | 'deny'): Promise<void>
}

/** A question of a job of the fleet. */
export interface AskedElsewhere {
  /** No two have the same. */
  readonly key: string
  readonly title: string
  readonly about: string
  answer(behavior: 'allow' | 'deny'): Promise<void>
}

/** In the place of a session: the page shows the fleet there. */
const FLEET = '~fleet'

/** Somebody who looks says so again within this time. */
const FOCUS_MS = 60_000
const MOST_LOOKING = 100
const MOST_SHOWN = 200

/** Tells of questions and ends that nobody is looking at, once each, and takes an answer to a question. */
export class PushDesk {
  readonly #options: PushDeskOptions
  readonly #waiting = new Map<string, Waiting>()
  /** Questions of the fleet that somebody was told of. */
  readonly #told = new Set<string>()
  /** By client: what it looks at, and until when that counts. */
  readonly #looking = new Map<string, { readonly session: string; readonly until: number }>()

  constructor(options: PushDeskOptions) {
    this.#options = options
  }

  get key(): string {
    return this.#options.port.key
  }

  follow(hub: SessionHub): void {
    void this.#listen(hub)
  }

  subscribe(subscription: PushSubscribe): void {
    if (!this.#options.port.subscribe(subscription))
      throw new WireProblem('refused', serveText('no_push_address'))
  }

  unsubscribe(endpoint: string): void {
    this.#options.port.unsubscribe(endpoint)
  }

  look(client: string, session: string | undefined): void {
    this.#looking.delete(client)
    if (session === undefined) return
    this.#looking.set(client, { session, until: this.#options.now() + FOCUS_MS })
    const [oldest] = this.#looking.keys()
    if (this.#looking.size > MOST_LOOKING && oldest !== undefined) this.#looking.delete(oldest)
  }

  /** The first answer counts. Throws WireProblem: `unauthorized` for a token that answers nothing (any more). */
  async answer(token: string, behavior: 'allow' | 'deny'): Promise<void> {
    const waiting = this.#waiting.get(token)
    this.#waiting.delete(token)
    if (!waiting) throw new WireProblem('unauthorized', serveText('push_answered'))
    try {
      await waiting.answer(behavior)
    } catch (error) {
      if (error instanceof OpError) throw new WireProblem('answered', serveText('push_answered'))
      throw error
    }
  }

  /** What jobs of the fleet ask now: each is told of once, and can be answered until somebody has. */
  async tellElsewhere(open: readonly AskedElsewhere[]): Promise<void> {
    const keys = new Set(open.map(({ key }) => key))
    for (const [token, { hub, question }] of this.#waiting)
      if (!hub && !keys.has(question)) this.#waiting.delete(token)
    for (const key of this.#told) if (!keys.has(key)) this.#told.delete(key)
    for (const { key, title, about, answer } of open) {
      if (this.#told.has(key)) continue
      this.#told.add(key)
      // Nobody says yes to what a notification cannot show whole.
      const token = about.length <= MOST_SHOWN ? randomBytes(32).toString('base64url') : undefined
      if (token !== undefined) this.#waiting.set(token, { question: key, answer })
      const said = {
        kind: 'question',
        session: FLEET,
        title,
        says: serveText('push_question'),
        about,
      } as const
      await this.#send({ ...said, tag: key, ...(token === undefined ? {} : { token }) })
    }
  }

  async #answerIn(hub: SessionHub, question: string, behavior: 'allow' | 'deny'): Promise<void> {
    const { now, newId } = this.#options
    const since = new Date(now()).toISOString()
    const client: ClientInfo = { id: newId(), kind: 'page', name: 'Notification', since }
    const answer = behavior === 'allow' ? { behavior, limited: true as const } : { behavior, message: '' }
    await hub.send(client, { type: 'answer_permission', id: question, answer })
  }

  async #listen(hub: SessionHub): Promise<void> {
    await using events = hub.engine.events()
    for await (const event of events)
      try {
        await this.#hear(hub, event)
      } catch (error) {
        this.#options.log(`push: ${error instanceof Error ? error.message : String(error)}`)
      }
    for (const [token, waiting] of this.#waiting) if (waiting.hub === hub) this.#waiting.delete(token)
  }

  async #hear(hub: SessionHub, event: Event): Promise<void> {
    if (event.type === 'permission_settled') {
      for (const [token, { question }] of this.#waiting)
        if (question === event.id) this.#waiting.delete(token)
      return
    }
    const isQuestion = event.type === 'permission_request'
    if (!isQuestion && (event.type !== 'turn_ended' || event.agent)) return
    if (this.#isSeen(hub.id)) return
    const { title = 'Capstan', mode } = await hub.engine.query('state')
    if (!isQuestion) {
      const says = serveText(event.terminal.kind === 'completed' ? 'push_done' : 'push_stopped')
      await this.#send({ kind: 'end', session: hub.id, title, says, about: '', tag: `${hub.id} end` })
      return
    }
    const { request } = event
    const token = this.#options.port.mayAnswer(request, mode)
      ? randomBytes(32).toString('base64url')
      : undefined
    const question = request.id
    if (token !== undefined)
      this.#waiting.set(token, { hub, question, answer: yes => this.#answerIn(hub, question, yes) })
    await this.#send({
      kind: 'question',
      session: hub.id,
      title,
      says: serveText('push_question'),
      about: request.details?.title ?? request.toolName,
      tag: `${hub.id} ${request.id}`,
      ...(token === undefined ? {} : { token }),
    })
  }

  /** Nothing waits for it: the session goes on. */
  async #send(push: Push): Promise<void> {
    const { port, log } = this.#options
    port
      .send(push)
      .catch((error: unknown) => log(`push: ${error instanceof Error ? error.message : String(error)}`))
  }

  #isSeen(session: string): boolean {
    const now = this.#options.now()
    return [...this.#looking.values()].some(each => each.session === session && each.until > now)
  }
}
