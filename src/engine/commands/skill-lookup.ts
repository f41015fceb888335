import type { Session } from '../session.ts'
import type { Submission } from '../turn/input-queue.ts'
import { isCommand, isSlashed } from './commands.ts'

/** Looks for skills where a command could be one: a skill that was written a moment ago can be called at once. */
export interface SkillLookup {
  /** Undefined: nothing has to be waited for. What comes while something is looked for keeps its place behind it. */
  before(submission: Submission): Promise<void> | undefined
}

export const createSkillLookup = ({
  skills,
  contributions,
}: Pick<Session, 'skills' | 'contributions'>): SkillLookup => {
  let looking: Promise<void> | undefined
  return {
    before(submission) {
      const isUnknown = isSlashed(submission) && !isCommand(submission, contributions.commands())
      const found = isUnknown ? (skills.ready() ?? skills.refresh()) : undefined
      if (!looking && !found) return undefined
      const all = Promise.all([looking, found]).then(() => {
        if (looking === all) looking = undefined
      })
      looking = all
      return all
    },
  }
}
