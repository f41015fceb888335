import type { Live } from '../config.ts'

/** What every thread has of its own; the rest is the session's and the same for all of them. */
const OWN = ['mode', 'model', 'effort', 'thinking', 'autoCompact', 'cwd', 'roots'] as const

/** The state of another thread: begins as that of the conversation does now, and goes its own way. */
export const createThreadLive = (session: Live, given: Partial<Pick<Live, (typeof OWN)[number]>>): Live => {
  const own: Partial<Live> = { ...pick(session), ...given }
  return new Proxy(session, {
    get: (target, key) => Reflect.get(isOwn(key) ? own : target, key),
    set: (target, key, value) => Reflect.set(isOwn(key) ? own : target, key, value),
    has: (target, key) => key in target || key in own,
  })
}

const isOwn = (key: string | symbol): boolean => (OWN as readonly (string | symbol)[]).includes(key)

const pick = (live: Live): Partial<Live> => Object.fromEntries(OWN.map(key => [key, live[key]]))
