import type { Live, ThreadState } from './state.ts'

/** What every thread has of its own; the compiler knows when one is missing. */
const OWN: Readonly<Record<keyof ThreadState, true>> = {
  mode: true,
  model: true,
  effort: true,
  thinking: true,
  summaries: true,
  fast: true,
  autoCompact: true,
  compactAs: true,
  cwd: true,
  roots: true,
  keepOut: true,
}

/** The state of another thread: begins as that of the conversation does now, and goes its own way. */
export const createThreadLive = (session: Live, given: Partial<ThreadState>): Live => {
  const own: Partial<ThreadState> = { ...pick(session), ...given }
  return new Proxy(session, {
    get: (target, key) => Reflect.get(isOwn(key) ? own : target, key),
    set: (target, key, value) => Reflect.set(isOwn(key) ? own : target, key, value),
    has: (target, key) => key in target || key in own,
  })
}

const isOwn = (key: string | symbol): boolean => Object.hasOwn(OWN, key)

const pick = (live: ThreadState): Partial<ThreadState> =>
  Object.fromEntries(Object.keys(OWN).map(key => [key, live[key as keyof ThreadState]]))
