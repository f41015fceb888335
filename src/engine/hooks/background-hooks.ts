import type { HookBackground } from '../../features/hooks/hook-environment.ts'
import type { Attachment } from '../../protocol/attachment.ts'

/** What hooks that nobody waits for have to say, and their end. */
export interface BackgroundHooks extends HookBackground {
  stop(): Promise<void>
}

/** At the end of a session, how long hooks that were told to stop are waited for. */
const GRACE_MS = 1_000

export const createBackgroundHooks = (to: {
  /** For the next request. */
  tell(attachment: Attachment): void
  /** At once, also when nothing runs. */
  wake(text: string): void
  warn(text: string): void
}): BackgroundHooks => {
  const running = new Map<AbortController, Promise<void>>()
  let isOver = false
  return {
    adopt({ controller, done }) {
      const work = done.catch(() => undefined).finally(() => running.delete(controller))
      running.set(controller, work)
      if (isOver) controller.abort()
    },
    deliver({ event, verdict, wake }) {
      if (isOver) return
      for (const text of verdict.messages) to.warn(text)
      const said = wake === undefined ? [...verdict.context, ...(verdict.reason ? [verdict.reason] : [])] : []
      for (const text of said) to.tell({ kind: 'hook_context', text, event })
      if (wake !== undefined) to.wake(`A background ${event} hook asks for attention: ${wake}`)
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
