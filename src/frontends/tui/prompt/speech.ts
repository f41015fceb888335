import type { Desk } from './desk.ts'
import type { Speaking } from './speaking.ts'
import type { Voice } from './voice.ts'

/** Speech in and out, each loaded by those who have it on. */
export class Speech {
  readonly #desk: Desk
  #voice: Voice | undefined
  #speaking: Speaking | undefined

  constructor(desk: Desk) {
    this.#desk = desk
  }

  get voice(): Voice | undefined {
    return this.#voice
  }

  /** Answers whether an answer was being read aloud. */
  stopSpeaking(): boolean {
    return this.#speaking?.stop() === true
  }

  /** As the settings say, now and whenever they change. */
  start(): () => void {
    const { settings } = this.#desk.options.ports
    let stopSpeaking: (() => void) | undefined
    const look = async (): Promise<void> => {
      const { enabled, speak } = settings.current().voice ?? {}
      if (enabled !== true) {
        this.#voice?.discard()
        this.#voice = undefined
      } else if (!this.#voice) {
        const { Voice } = await import('./voice.ts')
        this.#voice ??= new Voice(this.#desk)
      }
      if (speak === undefined || this.#speaking) return
      const { Speaking } = await import('./speaking.ts')
      if (this.#speaking) return
      this.#speaking = new Speaking(this.#desk)
      stopSpeaking = this.#speaking.start()
    }
    void look()
    const stop = settings.onChange(() => void look())
    return () => {
      stop()
      stopSpeaking?.()
      this.#voice?.discard()
    }
  }
}
