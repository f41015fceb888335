import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import type { Terminal } from '../../protocol/transition.ts'

const says = modelTexts('last_reply', {
  closed: {
    en: 'Not run: no further call is run in this turn. Answer now: say what was done, what could not be done and why.',
    zh: '未运行：这一轮不再运行任何调用。现在就回答：说明做了什么、什么没能做成以及原因。',
  },
})

/**
 * After too many denials the model gets one more reply. Its answer is the last word of the turn; if it calls a tool
 * instead, the turn ends there.
 */
export class LastReply {
  #terminal: Terminal | undefined
  #requested = false

  /** How the turn ends, once that is decided. */
  get terminal(): Terminal | undefined {
    return this.#terminal
  }

  announce(terminal: Terminal): void {
    this.#terminal ??= terminal
  }

  /** A request goes out: after an announcement it is the last. */
  goesOut(): void {
    if (this.#terminal) this.#requested = true
  }

  /** Of a call that comes now: why it is not run, and how the turn ends if it should not have been made. */
  refuses(): { readonly text: LocalizedText; readonly stop?: Terminal } | undefined {
    if (!this.#terminal) return undefined
    const text = says('closed')
    return this.#requested ? { text, stop: this.#terminal } : { text }
  }
}
