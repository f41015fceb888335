import type { Fleet } from '../../features/fleet/fleet.ts'

/** Until all have ended: 0 when all are done. */
export const waitForJobs = async (
  fleet: Fleet,
  ids: readonly string[],
  signal: AbortSignal = new AbortController().signal,
): Promise<number> => {
  const ends = await Promise.all(ids.map(id => endOf(fleet, id, signal)))
  return ends.every(state => state === 'done') ? 0 : 1
}

/** The state it ended in; that it has when the signal comes first. */
export const endOf = async (fleet: Fleet, id: string, signal: AbortSignal): Promise<string> => {
  const log = fleet.log(id)
  const ended = Promise.withResolvers<void>()
  const look = async (): Promise<void> => {
    const { state } = await log.refresh()
    if (state !== 'queued' && state !== 'running') ended.resolve()
  }
  const unwatch = await log.watch(() => void look().catch(ended.reject))
  const stop = (): void => ended.resolve()
  signal.addEventListener('abort', stop, { once: true })
  try {
    await look()
    if (!signal.aborted) await ended.promise
    return log.view.state
  } finally {
    signal.removeEventListener('abort', stop)
    unwatch()
  }
}
