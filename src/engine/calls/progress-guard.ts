import { turnText } from '../../protocol/messages/engine/turn.ts'
import { type LocalizedText, messageFields } from '../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import type { Terminal } from '../../protocol/transition.ts'

const says = modelTexts('progress_guard', {
  again: {
    en: 'You have made this {tool} call {times:number} times and got the same result each time. Repeating it will not help: change the approach, or say what is in the way.',
    zh: '这个 {tool} 调用你已做了 {times:number} 次，结果每次都相同。重复无益：请换一种做法，或说明受阻的原因。',
  },
})

const REMIND_AT = 5
const STOP_AT = 10

/** Notices a model that makes the same call and gets the same result again and again. */
export class ProgressGuard {
  #last = ''
  #count = 0

  /** What to tell the model beside the result, or how the turn ends. */
  observe(call: { readonly tool: string; readonly input: unknown; readonly result: string }): {
    readonly remind?: LocalizedText
    readonly stop?: Terminal
  } {
    const key = JSON.stringify([call.tool, call.input, call.result])
    this.#count = key === this.#last ? this.#count + 1 : 1
    this.#last = key
    if (this.#count >= STOP_AT)
      return {
        stop: {
          kind: 'no_progress',
          ...messageFields(turnText('no_progress', { tool: call.tool, times: this.#count })),
        },
      }
    if (this.#count < REMIND_AT) return {}
    return {
      remind: says('again', { tool: call.tool, times: this.#count }),
    }
  }
}
