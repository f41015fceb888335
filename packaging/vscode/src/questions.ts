import { answerTo, isDangerous, titleOf } from '../../../src/frontends/web/state/choices.ts'
import { en } from '../../../src/frontends/web/text/en.ts'
import { zh } from '../../../src/frontends/web/text/zh.ts'
import { escapeText } from '../../../src/lib/escape-text.ts'
import { revealBlanks } from '../../../src/lib/reveal-blanks.ts'
import type { Event } from '../../../src/protocol/event.ts'
import type { PermissionRequest } from '../../../src/protocol/permission.ts'
import type { ServerFrame } from '../../../src/protocol/serve/wire.ts'
import type { EditorApi } from './editor-api.ts'
import { ServeError } from './serve-client.ts'
import { type ExtensionWords, isChinese } from './words.ts'

export interface QuestionsOptions {
  readonly api: EditorApi
  readonly words: ExtensionWords
  /** Whether the person sees the question in the panel. */
  isInSight(session: string): boolean
  show(session: string): void
  /** Throws ServeError. */
  answer(session: string, id: string, answer: object): Promise<void>
  /** How many wait now. */
  changed(count: number): void
}

/** What does not fit into a line is not approved from one. */
const MOST_SUBJECT = 160

/**
 * Questions that wait for an answer, as notifications. Only what a line shows whole can be approved there; what is
 * dangerous, a change of a file, a plan and a question with choices are looked at first.
 */
export class Questions {
  readonly #options: QuestionsOptions
  /** By session and question; `asked`: it was a notification already. */
  readonly #open = new Map<string, Map<string, { readonly request: PermissionRequest; asked: boolean }>>()

  constructor(options: QuestionsOptions) {
    this.#options = options
  }

  hear(session: string, text: string): void {
    // Most of what a session says is text that streams.
    if (!text.includes('"permission_') && !text.includes('"hello"') && !text.includes('"closed"')) return
    const frame = JSON.parse(text) as ServerFrame
    if (frame.kind === 'hello') {
      if (!frame.resumed) this.#open.delete(session)
      for (const event of frame.live) this.#take(session, event)
    } else if (frame.kind === 'event') this.#take(session, frame.event)
    else if (frame.kind === 'closed') this.#open.delete(session)
    this.#options.changed(this.count)
  }

  get count(): number {
    return [...this.#open.values()].reduce((sum, each) => sum + each.size, 0)
  }

  clear(): void {
    this.#open.clear()
    this.#options.changed(0)
  }

  #take(session: string, event: Event): void {
    const open = this.#open.get(session) ?? new Map()
    this.#open.set(session, open)
    if (event.type === 'permission_settled') open.delete(event.id)
    // Questions of the conversation end with its turn; those of agents are settled one by one.
    if (event.type !== 'permission_request' || open.has(event.request.id)) return
    open.set(event.request.id, { request: event.request, asked: false })
    this.look()
  }

  /** The person looks at something else by now: what they no longer see is asked where they do. */
  look(): void {
    const { api, isInSight } = this.#options
    const when = api.workspace.getConfiguration('capstan').get<string>('notifications') ?? 'hidden'
    if (when === 'never') return
    for (const [session, questions] of this.#open) {
      if (when === 'hidden' && isInSight(session)) continue
      for (const question of questions.values()) {
        if (question.asked) continue
        question.asked = true
        this.#notify(session, question.request).catch(() => undefined)
      }
    }
  }

  async #notify(session: string, request: PermissionRequest): Promise<void> {
    const { api, words, show } = this.#options
    const { title, subject, canApprove, canDecline } = this.#describe(request)
    const choices = [
      ...(canApprove ? [words.approve] : []),
      ...(canDecline ? [words.decline] : []),
      words.show,
    ]
    const chosen = await api.window.showInformationMessage(words.asks(title, subject), ...choices)
    if (chosen === words.show) return show(session)
    if (chosen !== words.approve && chosen !== words.decline) return
    await this.#answer(session, request.id, chosen === words.approve)
  }

  async #answer(session: string, id: string, isYes: boolean): Promise<void> {
    const { api, words, answer } = this.#options
    if (!this.#open.get(session)?.has(id)) return void api.window.showInformationMessage(words.answered)
    try {
      await answer(session, id, answerTo({ kind: isYes ? 'yes' : 'no' }))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const isOld = error instanceof ServeError && error.kind === 'answered'
      void api.window.showWarningMessage(isOld ? words.answered : words.notAnswered(reason))
    }
  }

  #describe(request: PermissionRequest) {
    const said = isChinese(this.#options.api.env.language) ? zh : en
    const { details, presentation, needs } = request
    const kind = presentation?.body?.type
    const whole = escapeText(revealBlanks(details?.subject?.text ?? '', said.blanks))
    const fits = whole.length <= MOST_SUBJECT && !whole.includes('\n')
    const isChoice = kind === 'questions' || kind === 'plan'
    return {
      title: titleOf(request, said),
      subject: fits ? whole : `${[...whole.replaceAll('\n', ' ⏎ ')].slice(0, MOST_SUBJECT).join('')} …`,
      canApprove:
        fits && whole !== '' && !isChoice && !isDangerous(request) && needs === undefined && !details?.diff,
      canDecline: !isChoice,
    }
  }
}
