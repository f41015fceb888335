import type { PermissionMode } from '../../protocol/permission.ts'

/** What the model is told when plan mode begins and ends. Sent as a reminder: what was sent before stays as it is. */

export const PLAN_ON = 'plan_mode'
export const PLAN_OFF = 'plan_mode_exit'

export interface PlanNow {
  readonly file: string
  /** What is in the file; absent when there is none. */
  readonly text?: string
  /** How to plan, in the place of our own steps. */
  readonly steps?: string
  /** Who approves it where no person can answer; absent: a person can. */
  readonly approver?: 'leader' | 'nobody'
}

/** `whole`: the text itself goes with it, because the model cannot see it any more. */
export const planOnText = ({ file, text, steps = STEPS, approver }: PlanNow, whole: boolean): string => {
  const canAnswer = approver === undefined
  const there =
    text === undefined
      ? 'It does not exist yet.'
      : whole
        ? `It holds:\n<plan>\n${text}\n</plan>`
        : 'There is one from before: read it, and go on from it or replace it.'
  return `Plan mode is on. Find out and plan; change nothing yet. Files cannot be edited, and commands that do more than look are ${canAnswer ? 'asked about' : 'refused'}. The one exception is the plan file ${file}: create it with Write and keep it up to date with Edit. ${there}
${steps}
${steps === STEPS ? '4. ' : ''}${approver === 'nobody' ? HAND_IN : ASK}`
}

const ASK =
  'Call ExitPlanMode. It shows the plan file to the person, or to the leader of your team, and asks for approval; do not ask for it in words. End your turn only there, or with a question that keeps you from planning.'
const HAND_IN =
  'Call ExitPlanMode, which hands the plan in. Nobody can approve it in this run: end your turn then, with the whole plan as your answer; the person reads it there and decides.'

const STEPS = `1. Read the code that matters until you know how it works and what is there to reuse.
2. Where the choice is the person's, ask with AskUserQuestion if you have it.
3. Write the plan: what changes in which files, in which order, and how the result will be checked. Short enough to be read in a minute; one approach, not a list of alternatives.`

/** For an agent: the plan is not its own to write or to have approved. */
export const planOnForAgent = ({ approver }: Pick<PlanNow, 'approver'>): string =>
  `Plan mode is on: find out and report, and change nothing. Files cannot be edited, and commands that do more than look are ${approver === undefined ? 'refused or asked about' : 'refused'}.`

export const planOffText = (mode: PermissionMode, plan: PlanNow & { readonly approved: boolean }): string => {
  if (!plan.approved)
    return `Plan mode is over (the mode is ${mode} now): changes are possible again, by the rules of that mode. No plan was approved.`
  // With its text it is told again later, when some of it may be done.
  const order =
    plan.text === undefined
      ? 'carry it out.'
      : `carry out what of it is not done yet. It says:\n<plan>\n${plan.text}\n</plan>`
  return `Plan mode is over and the plan in ${plan.file} is approved (the mode is ${mode} now): ${order}`
}
