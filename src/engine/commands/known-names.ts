import type { Session } from '../session-parts.ts'
import { isCommand, slashedName } from '../turn/called-command.ts'
import type { Submission } from '../turn/input-queue.ts'

/**
 * Waits until a name behind a slash can be looked up: a skill that was written a moment ago can be called at once, and so
 * can a prompt of a server that is not up yet. What comes meanwhile keeps its place behind it. `undefined`: there is nothing to wait for.
 */
export type KnowNames = (submission: Submission) => Promise<void> | undefined

export const createKnowNames = ({
  skills,
  contributions,
  mcp,
}: Pick<Session, 'skills' | 'contributions' | 'mcp'>): KnowNames => {
  let last: Promise<void> | undefined
  return submission => {
    const name = slashedName(submission)
    const isUnknown = name !== undefined && !isCommand(submission, contributions.commands())
    const looking = isUnknown ? (skills.ready() ?? skills.refresh()) : undefined
    // A prompt of a server that has never been asked what it offers.
    const asking = isUnknown ? mcp.listedFor(name) : undefined
    if (!last && !looking && !asking) return undefined
    const all = Promise.all([last, looking, asking]).then(() => {
      if (last === all) last = undefined
    })
    last = all
    return all
  }
}
