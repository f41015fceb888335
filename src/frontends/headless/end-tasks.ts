import type { Engine } from '../../protocol/engine.ts'
import { OpError } from '../../protocol/op.ts'

const GRACE_MS = 5000

/** Nobody can hear of what still runs after the last result: it gets a moment to finish and is ended then. */
export const endTasks = async (engine: Engine, over: AbortSignal, graceMs = GRACE_MS): Promise<void> => {
  if (!(await isBusy(engine))) return
  await quiet(engine, over, graceMs)
  for (const task of await engine.query('tasks')) {
    if (task.status !== 'running' || over.aborted) continue
    try {
      await engine.send({ type: 'stop_task', taskId: task.id })
    } catch (error) {
      // It ended meanwhile, or the conversation did: there is nothing to end.
      if (!(error instanceof OpError)) throw error
    }
  }
}

const isBusy = async (engine: Engine): Promise<boolean> =>
  (await engine.query('tasks')).some(task => task.status === 'running')

/** Resolves when nothing runs any more, or the time is over. */
const quiet = async (engine: Engine, over: AbortSignal, graceMs: number): Promise<void> => {
  await using events = engine.events()
  const timeUp = Promise.withResolvers<void>()
  const give = (): void => timeUp.resolve()
  const timer = setTimeout(give, graceMs)
  over.addEventListener('abort', give, { once: true })
  if (over.aborted) give()
  const ended = (async () => {
    // It may have ended before anybody listened.
    if (!(await isBusy(engine))) return
    for await (const event of events) if (event.type === 'task' && event.running.length === 0) return
  })()
  try {
    await Promise.race([ended, timeUp.promise])
  } finally {
    clearTimeout(timer)
    over.removeEventListener('abort', give)
  }
}
