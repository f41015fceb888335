import type { HookBackground } from '../../features/hooks/hook-environment.ts'
import type { Attachment } from '../../protocol/attachment.ts'
import type { Message } from '../../protocol/message.ts'
import { hookText } from '../../protocol/messages/engine/hooks.ts'
import { inEnglish, type Warn } from '../../protocol/messages/localized-text.ts'
import type { Queries } from '../../protocol/query.ts'

/** What hooks that nobody waits for have to say, and their end. */
export interface BackgroundHooks extends HookBackground {
  /** Those that run and may still wake the model. */
  waking(): Queries['wakingHooks']
  /** A turn begins with this: what a person says makes room for more wakes. */
  heard(said: readonly Message[]): void
  stop(): Promise<void>
}

/** At the end of a session, how long hooks that were told to stop are waited for. */
const GRACE_MS = 1_000
/** A hook whose own turn sets it off again would go on for ever, and every turn is paid for. */
const MOST_IN_A_ROW = 10

export const createBackgroundHooks = (to: {
  /** For the next request. */
  tell(attachment: Attachment): void
  /** At once, also when nothing runs. */
  wake(text: string): void
  readonly warn: Warn
}): BackgroundHooks => {
  const running = new Map<AbortController, Promise<void>>()
  const waking = new Map<AbortController, Queries['wakingHooks'][number]>()
  let isOver = false
  let count = 0
  let inARow = 0
  const wakeWith = (text: string, event: string): void => {
    if (++inARow <= MOST_IN_A_ROW) return void to.wake(text)
    to.tell({ kind: 'hook_context', text, event })
    if (inARow === MOST_IN_A_ROW + 1) to.warn(hookText('woke_often', { event, times: MOST_IN_A_ROW }))
  }
  return {
    adopt({ controller, done, waking: who }) {
      const work = done
        .catch(() => undefined)
        .finally(() => {
          waking.delete(controller)
          running.delete(controller)
        })
      running.set(controller, work)
      if (who) waking.set(controller, { id: `${who.event} hook ${++count}`, label: who.label })
      if (isOver) controller.abort()
    },
    deliver({ event, verdict, wake }) {
      if (isOver) return
      for (const text of verdict.messages) to.warn(text)
      const said =
        wake === undefined ? [...verdict.context, ...(verdict.reason ? [inEnglish(verdict.reason)] : [])] : []
      for (const text of said) to.tell({ kind: 'hook_context', text, event })
      if (wake !== undefined) wakeWith(`A background ${event} hook asks for attention: ${wake}`, event)
    },
    waking: () => [...waking.values()],
    heard(said) {
      // Nobody says what background work reports.
      if (said.some(message => message.type !== 'user' || message.origin?.kind !== 'task-notification'))
        inARow = 0
    },
    async stop() {
      isOver = true
      for (const controller of running.keys()) controller.abort()
      if (running.size === 0) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, GRACE_MS)
      await Promise.race([Promise.all(running.values()), promise])
      clearTimeout(timer)
    },
  }
}
