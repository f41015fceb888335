import { textWidth } from '../../../lib/text-width.ts'
import type { NoticeLevel } from '../../../protocol/message.ts'
import { inEnglish, type Text, type Warn } from '../../../protocol/messages/localized-text.ts'
import type { Item } from '../state/item.ts'
import type { Store } from '../state/store.ts'
import type { Toast } from '../state/ui-state.ts'
import { TOAST_ROWS } from '../status/footer.ts'
import type { Words } from '../text/words.ts'
import type { TuiOptions } from './tui-options.ts'

const TOAST_MS = 5000

type NoticeItem = Extract<Item, { kind: 'notice' }>

/** Tells the person what no turn tells: for a moment in the last line, or to stay in the transcript. */
export class Announcer {
  readonly #store: Store
  readonly #options: Pick<TuiOptions, 'ports' | 'screen' | 'newId' | 'greets'>
  #greeted = false

  constructor(store: Store, options: Pick<TuiOptions, 'ports' | 'screen' | 'newId' | 'greets'>) {
    this.#store = store
    this.#options = options
  }

  /** For a moment; what does not fit there stays. */
  readonly toast = (text: Text, level: Toast['level'] = 'info'): void => {
    // Words are broken where they end, so the rows are not filled to the last column.
    if (textWidth(inEnglish(text)) > (TOAST_ROWS - 0.5) * this.#options.screen.width) {
      this.note(text, level === 'good' ? 'info' : level)
      return
    }
    const now = this.#options.ports.system.now()
    this.#store.dispatch({ type: 'toast', toast: { id: now, level, text, until: now + TOAST_MS } })
  }

  readonly note = (text: Text, level: NoticeLevel = 'warning'): void => {
    this.#show({ kind: 'notice', id: `note:${this.#options.newId()}`, level, text })
  }

  /**
   * For what is said while a conversation is opened. Its history takes the place of all that is shown: what is gone
   * when it has arrived is shown again.
   */
  opening(): { readonly warn: Warn; arrived(): void } {
    const said: NoticeItem[] = []
    return {
      warn: text => {
        const item: NoticeItem = {
          kind: 'notice',
          id: `note:${this.#options.newId()}`,
          level: 'warning',
          text,
        }
        said.push(item)
        this.#show(item)
      },
      arrived: () => {
        const { done } = this.#store.state.transcript
        for (const item of said) if (!done.some(({ id }) => id === item.id)) this.#show(item)
      },
    }
  }

  #show(item: NoticeItem): void {
    this.#store.dispatch({ type: 'item', item })
  }

  /** What a conversation begins with: that a script plays the model, or, once, what can be done here. */
  greet({ demo, words: { chat } }: { readonly demo: boolean; readonly words: Pick<Words, 'chat'> }): void {
    if (demo) this.note(chat.demoBegins, 'notice')
    else if (this.#options.greets && !this.#greeted)
      this.note(`${chat.greeting}\n${chat.greetingKeys.join(' · ')}`, 'info')
    this.#greeted = true
  }
}
