import { modelText } from '../../../protocol/messages/host/models.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import type { ModelDelta } from '../../../protocol/model.ts'

/** After so much silence of a server the person is told, each time once. */
const ANNOUNCED_AFTER_MS: readonly number[] = [60_000, 180_000, 420_000]

export interface WaitingOptions {
  readonly host: string
  /** When it is given up. */
  readonly limitMs: number
  readonly announcedAfterMs?: readonly number[] | undefined
}

/** Waits for an answer to begin, and says so while none does. */
export async function* announceWaiting<T>(
  answer: Promise<T>,
  options: WaitingOptions,
): AsyncGenerator<ModelDelta, T> {
  const announcements = createAnnouncements(options, 'before')
  for (let waited = 0; ; ) {
    const next = announcements.next()
    if (next === undefined) return await answer
    const timer = Promise.withResolvers<'silent'>()
    const handle = setTimeout(() => timer.resolve('silent'), next - waited)
    try {
      const first = await Promise.race([answer.then(value => ({ value })), timer.promise])
      if (first !== 'silent') return first.value
    } finally {
      clearTimeout(handle)
    }
    waited = next
    const text = announcements.at(waited)
    if (text !== undefined) yield { type: 'waiting', text }
  }
}

export interface Announcements {
  /** How long a silence the next one is for. */
  next(): number | undefined
  /** What is to be said after so long a silence; undefined: nothing new. */
  at(silentMs: number): LocalizedText | undefined
  /** Something came: the next silence is another one. */
  reset(): void
}

/** `before`: no answer has begun; `within`: one has, and nothing more of it comes. */
export const createAnnouncements = (
  { host, limitMs, announcedAfterMs = ANNOUNCED_AFTER_MS }: WaitingOptions,
  when: 'before' | 'within',
): Announcements => {
  const due = announcedAfterMs.filter(ms => ms < limitMs)
  let said = 0
  return {
    next: () => due[said],
    at(silentMs) {
      const passed = due.filter(ms => ms <= silentMs).length
      if (passed <= said) return undefined
      said = passed
      const values = { host, silence: duration(silentMs), limit: duration(limitMs) }
      return modelText(when === 'before' ? 'silent_server' : 'only_signs_of_life', values)
    },
    reset() {
      said = 0
    },
  }
}

const duration = (ms: number): LocalizedText => {
  const seconds = Math.round(ms / 1000)
  return seconds < 120
    ? modelText('seconds', { count: seconds })
    : modelText('minutes', { count: Math.round(seconds / 60) })
}
