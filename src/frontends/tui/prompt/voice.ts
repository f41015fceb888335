import { describeError } from '../../../protocol/messages/localized-text.ts'
import { applyEdit } from '../input/editor.ts'
import type { Listening } from '../ports/voice-port.ts'
import type { Desk } from './desk.ts'
import { awaited, dueAt, IDLE, interrupted, pressed, type TalkKey, type TalkStep } from './talk-key.ts'

const SHOWN_MS = 200

/** Speech into the prompt: recorded while the key says so, made text, put where the caret is. It never sends. */
export class Voice {
  readonly #desk: Desk
  #key: TalkKey = IDLE
  #listening: Promise<Listening> | undefined
  #asking: AbortController | undefined
  #wait: NodeJS.Timeout | undefined
  #shown: NodeJS.Timeout | undefined

  constructor(desk: Desk) {
    this.#desk = desk
  }

  get isRecording(): boolean {
    return this.#listening !== undefined
  }

  /** A key that is bound to it. */
  press(): void {
    this.#take(pressed(this.#key, { ...this.#now(), key: 'bound' }))
  }

  /** The space bar; true: it means speech now, and types nothing. */
  space(): boolean {
    const before = this.#key.phase
    const step = pressed(this.#key, { ...this.#now(), key: 'space' })
    this.#take(step)
    return before !== 'idle' || step.does === 'start'
  }

  /** Another key: Esc throws away what was recorded, Enter ends it. Answers whether it took the key. */
  other(name: string): boolean {
    this.#key = interrupted(this.#key)
    if (name === 'escape' && (this.isRecording || this.#asking)) {
      this.discard()
      return true
    }
    if (name === 'enter' && this.isRecording) {
      this.#take({ key: IDLE, does: 'stop' })
      return true
    }
    return false
  }

  discard(): void {
    void this.#listening?.then(
      listening => listening.discard(),
      () => {},
    )
    this.#asking?.abort()
    this.#rest()
  }

  #now(): { readonly at: number; readonly mode: 'hold' | 'tap'; readonly empty: boolean } {
    const { mode = 'hold' } = this.#desk.options.ports.settings.current().voice ?? {}
    return { at: this.#desk.now(), mode, empty: this.#desk.editor.text === '' }
  }

  #take({ key, does, erase = 0 }: TalkStep): void {
    this.#key = key
    this.#await()
    if (does === 'start') {
      for (let at = 0; at < erase; at++)
        this.#desk.edited(applyEdit(this.#desk.editor, { type: 'delete', unit: 'char', side: 'back' }))
      this.#start()
    } else if (does === 'stop') void this.#finish()
  }

  #await(): void {
    clearTimeout(this.#wait)
    const due = dueAt(this.#key)
    if (due === undefined) return
    this.#wait = setTimeout(
      () => this.#take(awaited(this.#key, this.#desk.now())),
      due - this.#desk.now() + 1,
    )
  }

  #start(): void {
    // What is still being made of the words before comes first.
    if (this.#listening || this.#asking) return
    const since = this.#desk.now()
    const listening = this.#desk.options.ports.voice.listen(() => void this.#finish())
    this.#listening = listening
    listening.then(
      open => this.#follow(open, since),
      error => {
        if (this.#listening !== listening) return
        this.#rest()
        this.#desk.ui().toast(describeError(error), 'error')
      },
    )
    this.#showRecording(since, 0)
  }

  #follow(listening: Listening, since: number): void {
    if (this.#listening === undefined) return
    this.#shown = setInterval(() => this.#showRecording(since, listening.level()), SHOWN_MS)
  }

  #showRecording(since: number, level: number): void {
    const seconds = Math.floor((this.#desk.now() - since) / 1000)
    const ends = this.#key.phase === 'locked' ? 'press' : 'release'
    this.#show({ phase: 'recording', seconds, level, ends })
  }

  async #finish(): Promise<void> {
    const recording = this.#listening
    if (!recording) return
    this.#rest()
    const asking = new AbortController()
    this.#asking = asking
    this.#show({ phase: 'transcribing' })
    try {
      const text = await (await recording).finish(asking.signal)
      if (!asking.signal.aborted) this.#insert(text)
    } catch (error) {
      if (!asking.signal.aborted) this.#desk.ui().toast(describeError(error), 'warning')
    } finally {
      if (this.#asking === asking) {
        this.#asking = undefined
        this.#show(undefined)
      }
    }
  }

  /** Where the caret is now: what was typed meanwhile stays. */
  #insert(text: string): void {
    const { text: now, caret } = this.#desk.editor
    const lead = /(?:^|\s|[\u3000-\u9fff\uff00-\uffef])$/u.test(now.slice(0, caret)) ? '' : ' '
    this.#desk.edited(applyEdit(this.#desk.editor, { type: 'insert', text: `${lead}${text}` }))
  }

  #rest(): void {
    clearTimeout(this.#wait)
    clearInterval(this.#shown)
    this.#listening = undefined
    this.#asking = undefined
    this.#key = IDLE
    this.#show(undefined)
  }

  #show(voice: Desk['prompt']['voice'] | undefined): void {
    this.#desk.dispatch({ type: 'prompt', change: { voice } })
  }
}
