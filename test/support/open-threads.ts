import type { EngineConfig } from '../../src/engine/config.ts'
import { createConversation } from '../../src/engine/conversation.ts'
import { openSession } from '../../src/engine/session-file/sessions.ts'
import type { Event } from '../../src/protocol/event.ts'
import type { Thread, ThreadEnd } from '../../src/protocol/thread.ts'
import { createWorld, type World, type WorldOptions } from './engine-bench.ts'

/** A session of its own, in the directory of a world, whose threads can be opened by hand. */
const openThreads = async (world: World, given: EngineConfig) => {
  const events: Event[] = []
  const session = await openSession({
    configHome: world.configHome,
    cwd: world.dir,
    version: '0.0.0',
    entrypoint: 'test',
    persist: true,
    newId: () => crypto.randomUUID(),
    now: () => new Date(),
    newSessionId: crypto.randomUUID(),
    onError: error => {
      throw error
    },
  })
  const nothing = () => undefined
  const parts = createConversation(
    { ...given, session },
    {
      engine: world.engine,
      own: {},
      emit: event => void events.push(event),
      onNote: nothing,
      stop: nothing,
      record: async message => void (await parts.thread.record(message)),
      alone: work => work(new AbortController().signal),
      isRunning: () => false,
      submit: async () => undefined,
      serve: nothing,
      fork: () => {
        throw new Error('nobody asks beside')
      },
      duringCommand: () => world.engine,
      queued: () => 0,
    },
  )
  await parts.thread.scope.restarted([], 'resume')
  return { parts, events, session }
}

export const openWorld = async (options: WorldOptions) => {
  let given: EngineConfig | undefined
  const world = await createWorld({
    allow: ['Bash', 'Edit', 'Write', 'Read'],
    ...options,
    config: config => {
      given = { ...config, ...options.config?.(config) }
      return options.config?.(config) ?? {}
    },
  })
  if (!given) throw new Error('no configuration')
  const opened = await openThreads(world, given)
  return { world, ...opened }
}

/** Runs a turn of a thread to its end. */
export const drive = async (thread: Thread, said: string): Promise<{ events: Event[]; end: ThreadEnd }> => {
  const events: Event[] = []
  const run = thread.run(said, new AbortController().signal)
  for (;;) {
    const step = await run.next()
    if (step.done) return { events, end: step.value }
    events.push(step.value)
  }
}
