import { lastAnswers } from '../transcript/transcript-text.ts'
import type { Desk } from './desk.ts'

/** Has answers read aloud as turns end. Whatever the person does at the prompt makes it silent. */
export class Speaking {
  readonly #desk: Desk
  #speaking: AbortController | undefined

  constructor(desk: Desk) {
    this.#desk = desk
  }

  start(): () => void {
    const stop = this.#desk.store.subscribe((state, before) => {
      if (state.prompt.editor.text !== before.prompt.editor.text || (state.turn && !before.turn)) this.stop()
      if (!state.turn && before.turn && !before.turn.interrupting) this.#speak()
    })
    return () => {
      stop()
      this.stop()
    }
  }

  /** Answers whether something was being read. */
  stop(): boolean {
    const was = this.#speaking !== undefined
    this.#speaking?.abort()
    this.#speaking = undefined
    return was
  }

  #speak(): void {
    const { settings, voice } = this.#desk.options.ports
    if (settings.current().voice?.speak === undefined) return
    const speaking = new AbortController()
    this.#speaking = speaking
    const text = forEars(lastAnswers(this.#desk.store.state.transcript, 1))
    void voice.speak(text, speaking.signal).finally(() => {
      if (this.#speaking === speaking) this.#speaking = undefined
    })
  }
}

/** Code is not for listening, and neither are the signs of Markdown. */
const forEars = (markdown: string): string =>
  markdown
    .replace(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1[^\n]*$/gm, '')
    .replace(/`([^`\n]*)`/g, '$1')
    .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/^[ \t]*(?:#{1,6}|[-*+]|>)[ \t]+/gm, '')
    .replace(/[*_~]{1,3}(?=\S)|(?<=\S)[*_~]{1,3}/g, '')
    .trim()
