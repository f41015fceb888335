import type { AgentInfo } from '../../protocol/agents/agents.ts'
import type { SessionWatch } from '../../protocol/telemetry/session-watch.ts'
import type { Part } from '../scope.ts'
import type { Hooks } from './part.ts'

/** Tells hooks that somebody is waited for. */
export interface Notifications extends Part {
  /** A question is open; what it answers is called when it is not any more. */
  asked(what: { readonly message: string; readonly agent?: boolean }): () => void
  /** At once. */
  say(type: string, message: string): void
  /** Hears how agents are, and says when one that nobody waits for has ended. */
  ofAgent(info: AgentInfo): void
}

/** Who looks on needs no notification. */
const ASKED_MS = 6_000
const IDLE_MS = 60_000
const END_WORDS = { completed: 'is done', failed: 'failed', stopped: 'was stopped' } as const

export const createNotifications = ({
  hooks,
  wake,
  watch,
}: {
  readonly hooks: Pick<Hooks, 'fire' | 'isSet'>
  /** Somebody sits at a screen. */
  readonly wake?: boolean | undefined
  readonly watch?: Pick<SessionWatch, 'noted'> | undefined
}): Notifications => {
  const over = new AbortController()
  const running = new Set<Promise<unknown>>()
  const ended = new Set<string>()
  let idle: NodeJS.Timeout | undefined
  const say = (type: string, message: string): void => {
    const fields = { message, title: 'Capstan', notification_type: type }
    const work = hooks
      .fire('Notification', fields, over.signal)
      .catch(() => undefined)
      .finally(() => running.delete(work))
    running.add(work)
  }
  const later = (ms: number, type: string, message: string): NodeJS.Timeout | undefined => {
    if (!hooks.isSet('Notification')) return undefined
    const timer = setTimeout(() => say(type, message), ms)
    timer.unref()
    return timer
  }
  return {
    say,
    ofAgent({ id, name, description, status, background }) {
      if (status === 'running' || status === 'idle') return void ended.delete(id)
      if (!background || ended.has(id)) return
      ended.add(id)
      say('agent_completed', `The agent ${name} ${END_WORDS[status]}: ${description}`)
    },
    asked({ message, agent }) {
      const timer = later(ASKED_MS, agent ? 'agent_needs_input' : 'permission_prompt', message)
      return () => clearTimeout(timer)
    },
    ops: {
      signed_in() {
        watch?.noted({ kind: 'signed_in' })
        say('auth_success', 'You are signed in')
      },
    },
    turnStarts: () => clearTimeout(idle),
    turnEnded() {
      clearTimeout(idle)
      if (wake) idle = later(IDLE_MS, 'idle_prompt', 'Capstan is waiting for your input')
    },
    async [Symbol.asyncDispose]() {
      clearTimeout(idle)
      over.abort()
      await Promise.all(running)
    },
  }
}
