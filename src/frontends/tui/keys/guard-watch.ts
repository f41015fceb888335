import type { InputEvent } from '../terminal/input-event.ts'
import { after } from '../ui/timers.ts'
import type { Guarded } from '../ui/ui.ts'
import type { KeyHub } from './key-hub.ts'

const LOOK_MS = 100

/** The dialog says when it takes keys, and who gets them until then; somebody has to look again. */
export class GuardWatch {
  readonly #hub: KeyHub
  readonly #redraw: () => void
  #shown = { guarded: false, typing: false }
  #stop: (() => void) | undefined

  constructor(hub: KeyHub, redraw: () => void) {
    this.#hub = hub
    this.#redraw = redraw
  }

  /** A question or a list is being drawn as it is now. */
  begin(what?: Guarded): void {
    this.#hub.guard(what)
    this.#shown = this.#now()
    this.#wait()
  }

  take(input: Extract<InputEvent, { readonly type: 'key' | 'paste' }>): void {
    if (input.type === 'key') this.#hub.key(input.key)
    else this.#hub.paste(input.text)
    this.look()
  }

  /** Something was typed, or time has passed. */
  readonly look = (): void => {
    const before = this.#shown
    this.#shown = this.#now()
    this.#wait()
    if (before.guarded !== this.#shown.guarded || before.typing !== this.#shown.typing) this.#redraw()
  }

  readonly end = (): void => this.#stop?.()

  #now(): { readonly guarded: boolean; readonly typing: boolean } {
    return { guarded: this.#hub.guarded, typing: this.#hub.typing }
  }

  #wait(): void {
    this.#stop?.()
    this.#stop = this.#shown.guarded ? after(LOOK_MS, this.look) : undefined
  }
}
