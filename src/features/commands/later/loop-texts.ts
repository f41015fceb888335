import type { SkillText } from '../../../protocol/command.ts'

/** For the model, behind the person's words: a PROMPT of ours. */
const skill = (text: string): SkillText => ({ name: 'loop', text })

export const intervalRound = (every: string, more: string): SkillText =>
  skill(
    `${more}This is the first round of a loop: the same is said to you again every ${every}. Do one round now, say in a line or two what you found, and end your turn.`,
  )

export const pacedRound = (more: string): SkillText =>
  skill(
    `${more}This is the first round of a loop that you pace yourself. Do one round now and say in a line or two what you found. If it is done, or another round cannot help, say so and end your turn without ScheduleWakeup. Otherwise call ScheduleWakeup at the end of the round, with the same prompt and a delay from 60 to 3600 seconds that fits what you are waiting for, then end your turn.`,
  )

/** What a bare `/loop` does where nobody said anything else. */
export const MAINTENANCE_PROMPT = `Look after this project. In each round, do the first of these that applies, and nothing else:
1. Go on with work of this conversation that was left unfinished.
2. Look at the branch we are on: failing checks, review comments, conflicts with its base. Fix what is clearly wrong.
3. Run the tests or checks that cover recent changes. Fix what they show.
4. If all is quiet, say so in one line.
Start nothing new that was not asked for, and push, publish or delete nothing unless the user asked for it in this conversation.`
