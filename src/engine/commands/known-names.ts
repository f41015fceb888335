import type { Session } from '../session.ts'
import type { Submission } from '../turn/input-queue.ts'
import { isCommand, isSlashed } from './commands.ts'

/**
 * Waits until a name behind a slash can be looked up: a skill that was written a moment ago can be called at once. What
 * comes meanwhile keeps its place behind it. `undefined`: there is nothing to wait for.
 */
export type KnowNames = (submission: Submission) => Promise<void> | undefined

export const createKnowNames = ({
  skills,
  contributions,
}: Pick<Session, 'skills' | 'contributions'>): KnowNames => {
  let last: Promise<void> | undefined
  return submission => {
    const isUnknown = isSlashed(submission) && !isCommand(submission, contributions.commands())
    const looking = isUnknown ? (skills.ready() ?? skills.refresh()) : undefined
    if (!last && !looking) return undefined
    const all = Promise.all([last, looking]).then(() => {
      if (last === all) last = undefined
    })
    last = all
    return all
  }
}
