import type { Effect } from '../../../protocol/context.ts'
import type { Message } from '../../../protocol/message.ts'
import type { FileHistoryEntry } from '../../../protocol/session/file-history.ts'
import { EffectReader, isClearing } from './effects.ts'

/** What a session file says was done, on all its branches. */
export class NotedEffects {
  readonly #reader = new EffectReader()
  readonly #noted: {
    /** The message it came from, or on whose behalf it happened. */
    readonly of: string
    readonly effects: readonly Effect[]
    /** What was done before is not of this conversation. */
    readonly clears?: true
  }[] = []

  take(message: Message): void {
    if (isClearing(message)) this.#noted.push({ of: message.uuid, effects: [], clears: true })
    this.#note(message.uuid, this.#reader.take(message))
  }

  takeFiles(entry: FileHistoryEntry): void {
    this.#note(entry.messageUuid, this.#reader.takeFiles(entry))
  }

  /** Those of the branch with these messages, of all that are `known`; a rewind of files has an id of its own. */
  on(branch: ReadonlySet<string>, known: ReadonlySet<string>): readonly Effect[] {
    const own = this.#noted.filter(({ of }) => branch.has(of) || !known.has(of))
    return own.slice(own.findLastIndex(({ clears }) => clears) + 1).flatMap(noted => noted.effects)
  }

  #note(of: string, effects: readonly Effect[]): void {
    if (effects.length > 0) this.#noted.push({ of, effects })
  }
}
