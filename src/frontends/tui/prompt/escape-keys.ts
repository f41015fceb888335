import { labelledText } from '../input/editor.ts'
import type { Desk } from './desk.ts'

/** Keys that stop, clear and leave: each says what a second press would do. */
export class EscapeKeys {
  readonly #desk: Desk

  constructor(desk: Desk) {
    this.#desk = desk
  }

  /** Esc: stops what runs, or a loop that waits; twice at rest it clears the text, or goes back to an earlier message. */
  escape(): void {
    const desk = this.#desk
    if (desk.stopSpeaking()) return
    const { turn, armed, session } = desk.store.state
    const again = armed?.key === 'Esc' && armed.until > desk.now()
    if (desk.prompt.mode !== 'prompt' && desk.editor.text === '') desk.endMode()
    else if (turn && !turn.interrupting) this.#stop()
    else if (desk.editor.text === '' && again) desk.ui().open('rewind')
    else if (desk.editor.text === '' && (session.byItself?.loops ?? 0) > 0) desk.conductor.stopLoops()
    else if (desk.editor.text === '') this.#arm('rewind', 'Esc')
    else if (again) desk.clear()
    else this.#arm('clear', 'Esc')
  }

  /** Ctrl-C: stops what runs, else clears the text, else leaves at the second press. */
  interrupt(): void {
    const desk = this.#desk
    const { turn, armed } = desk.store.state
    if (turn && !turn.interrupting) this.#stop()
    else if (desk.editor.text !== '' || desk.prompt.mode !== 'prompt') desk.clear()
    else if (armed?.what === 'exit' && armed.until > desk.now()) desk.ui().exit()
    else this.#arm('exit', 'Ctrl-C')
  }

  /** Ctrl-D leaves an empty prompt at the second press; in a text it deletes. */
  exit(): boolean {
    const desk = this.#desk
    if (desk.editor.text !== '') return false
    const { armed } = desk.store.state
    if (armed?.what === 'exit' && armed.until > desk.now()) desk.ui().exit()
    else this.#arm('exit', 'Ctrl-D')
    return true
  }

  #stop(): void {
    const desk = this.#desk
    const waiting = desk.conductor.interrupt()
    if (waiting === undefined) return
    // What waited comes back to the person, before what is being typed.
    const { text } = desk.editor
    desk.bringBack(text === '' ? waiting : `${waiting}\n${labelledText(desk.editor)}`)
  }

  #arm(what: 'exit' | 'clear' | 'rewind', key: string): void {
    this.#desk.dispatch({ type: 'armed', what, key, until: this.#desk.now() + SECOND_MS })
  }
}

const SECOND_MS = 1500
