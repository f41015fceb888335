import type { TryCall } from '../../calls/with-trial.ts'
import type { CopyMeans } from './find-means.ts'
import type { TriedThread, TryFirstOptions } from './options.ts'

/** Commands that are asked about run in a copy of the directories first, so that the question shows what they do. */
export interface TryFirst {
  for(thread: TriedThread): TryCall
}

export const createTryFirst = (at: TryFirstOptions): TryFirst => {
  let means: Promise<CopyMeans | undefined> | undefined
  const find = async (): Promise<CopyMeans | undefined> => {
    const { findMeans } = await import('./find-means.ts')
    return await findMeans(at)
  }
  return {
    for: thread => async (asked, run, signal) => {
      // A plan changes nothing, not even to see.
      if (thread.live.mode === 'plan' || asked.tool.triable?.(asked.input) !== true) return undefined
      const { tryCall } = await import('./try-call.ts')
      return await tryCall({ ...at, thread, means: () => (means ??= find()) }, { asked, run }, signal)
    },
  }
}
