import type { ReviewWish } from '../../../protocol/agents/change-review.ts'
import type { Command, CommandOutcome } from '../../../protocol/command.ts'
import { reviewAnswer } from '../../../protocol/messages/commands/reviews.ts'
import { usageAnswer } from '../../../protocol/messages/commands/usage.ts'
import { workflowAnswer } from '../../../protocol/messages/commands/workflows.ts'
import { OpError } from '../../../protocol/op.ts'
import { shown } from '../answer.ts'
import { described } from '../described.ts'

export const reviewCommand: Command = {
  ...described('review', ['code-review']),
  group: 'work',
  headless: true,
  beside: true,
  bundled: true,
  /** A change is reviewed as `capstan review` does it; what else is named is read by the model itself. */
  async run(args, { reviews, workflows }) {
    const asked = reviews && readReview(args.trim())
    if (!asked) return promptFor(args)
    if (asked.show) return shown((await reviews.show(asked.show.id)) ?? reviewAnswer('none'))
    const plan = await reviews.plan(asked.wish)
    if (!plan) return promptFor(args)
    const maxUsd = asked.usd ?? USUAL_USD
    if (asked.usd === undefined) {
      const { what: task, agents } = plan
      const agreed = await workflows.confirmCost({ name: 'review', task, agents, maxUsd })
      if (agreed === undefined) throw new OpError(workflowAnswer('report_cost', { name: 'review' }))
      if (!agreed) return shown(workflowAnswer('not_started'))
    }
    return shown(await reviews.start(plan, maxUsd))
  },
}

const USUAL_USD = 5
const MOST_USD = 10_000

interface ReviewWords {
  readonly show?: { readonly id?: string }
  readonly wish: ReviewWish
  readonly usd?: number
}

/** `show [id]`, or `[--usd n] [--only a,b] [base | range | #pr]`; undefined: other words. */
const readReview = (text: string): ReviewWords | undefined => {
  const [first, ...more] = text.split(/[\s=]+/).filter(word => word !== '')
  const [id] = more
  if (first === 'show' && (id === undefined || (/^w[0-9a-f]+$/.test(id) && more.length === 1)))
    return { show: id === undefined ? {} : { id }, wish: {} }
  const words = text.replaceAll(/(^|\s)(--(?:usd|only))=/g, '$1$2 ').split(/\s+/)
  const take = (flag: string): string | undefined => {
    const at = words.indexOf(flag)
    return at < 0 ? undefined : words.splice(at, 2)[1]
  }
  const [usd, only] = [take('--usd'), take('--only')]
  const [word, another] = words.filter(each => each !== '')
  if (another !== undefined) return undefined
  return {
    wish: {
      ...(word === undefined ? {} : { word }),
      ...(only === undefined ? {} : { only: only.split(',') }),
    },
    ...(usd === undefined ? {} : { usd: readUsd(usd) }),
  }
}

const readUsd = (text: string): number => {
  const usd = Number(text.replace(/^\$/, ''))
  if (usd > 0 && usd <= MOST_USD) return usd
  throw new OpError(usageAnswer('above_zero', { flag: 'usd', most: MOST_USD }))
}

const promptFor = (args: string): CommandOutcome => {
  const what =
    args === ''
      ? 'what is not committed yet; if there is nothing, the commits of this branch that the main branch does not have; if there are none, the last commit'
      : args
  return { kind: 'submit', text: `Review: ${what}\n\n${REVIEW_PROMPT}` }
}

const REVIEW_PROMPT = `Read the whole change and as much of the code around it as you need to judge it: callers, tests, the conventions of the project. Change nothing.

Look for, in this order: what is wrong (logic, edge cases, errors swallowed, races, resources left open), what breaks for others (interfaces, data, compatibility), what is unsafe, what has no test that would fail without it, what makes the code harder to live with. Whether it does what it claims to do is the first question.

Check each suspicion against the code before you write it down, and drop what does not hold. No praise, no summary of the change, nothing a formatter would say.

Answer with a list, the gravest first. Each item: path:line, one sentence on what is wrong and when it shows, one on how to mend it. Say how sure you are where you are not. If you find nothing, say so, and what you looked at.`

export const securityReviewCommand: Command = {
  ...described('security_review'),
  group: 'work',
  headless: true,
  beside: true,
  bundled: true,
  async run(args) {
    const what =
      args === '' ? 'the changes of this branch, committed or not; if there are none, the last commit' : args
    return { kind: 'submit', text: `Review the security of: ${what}\n\n${SECURITY_PROMPT}` }
  },
}

const SECURITY_PROMPT = `Find out first what the change touches: where input comes from that somebody else controls, what it reaches, and what is protected by whom. Change nothing, and attack nothing that runs.

Follow such input to where it does harm: commands, queries, paths, templates, addresses to fetch, deserialization, memory; who may do what, and whether that is checked on every way; secrets in code, logs and errors; randomness and cryptography; what is new among the dependencies; files and permissions left open.

Only what somebody can really use counts. For each finding try to refute it: is the input really theirs, is it checked before, can the state be reached? Drop what you cannot show. Denial of service, missing hardening and theoretical weaknesses are no findings unless the consequence is grave.

Answer with a list, the gravest first. Each item: path:line, how grave (high, medium, low) and how sure you are, who could do what and how, step by step, and how to mend it. If there is nothing, say so, and what you looked at.`

export const simplifyCommand: Command = {
  ...described('simplify'),
  group: 'work',
  headless: true,
  beside: true,
  bundled: true,
  async run(args) {
    const what =
      args === '' ? 'the code that was changed in this conversation, or else what is not committed yet' : args
    return { kind: 'submit', text: `Make simpler: ${what}\n\n${SIMPLIFY_PROMPT}` }
  },
}

const SIMPLIFY_PROMPT = `What it does stays exactly as it is: outputs, errors, interfaces that others use. Run the tests that cover it before you begin; if there are none, say so before you change anything.

Look for what can go away: code that nothing uses, the same thing said twice, a layer that only passes on, a case that cannot happen, a parameter with one value, a comment that repeats the line, a home-made version of something the project or its language has. Then for what can be said more plainly: names, nesting, long functions, flags that should be two functions.

Prefer deleting to moving and moving to adding. Make no change that is only a matter of taste, and none outside of what was asked for. Run the tests again. Then tell me in a few lines what became simpler and why, with the lines that went and came.`

export const verifyCommand: Command = {
  ...described('verify'),
  group: 'work',
  headless: true,
  beside: true,
  bundled: true,
  async run(args) {
    const what = args === '' ? 'the change you made last, or else what is not committed yet' : args
    return { kind: 'submit', text: `Verify: ${what}\n\n${VERIFY_PROMPT}\n\n${IN_BROWSER}` }
  },
}

const IN_BROWSER = `Where you have the tool Browser (ToolSearch select:Browser loads it), what is seen in a browser is verified there: start the server in the background, open the page, do what its users do, and judge by what the page then shows, by its console and network logs and by a screenshot. Close the tabs and end the server after that.`

const VERIFY_PROMPT = `Show that it works by running it the way its users do; tests and type checks are not enough. Change nothing in the project on the way.

1. Say in one sentence what should be different now, and for whom. If you cannot, ask.
2. Find how this project is run (its scripts, README, a skill for it): start the server and call it, run the command, render the page, call the library from a one-liner, or a scratch script outside the repository.
3. Try the main case, then the ones most likely to be wrong: empty and broken input, what was there before, a second run, what the change could have broken next door.
4. End everything you started and remove what you left behind.

Answer with a table: what you did (the exact command), what you saw, what you expected, pass or fail. Quote output; never report what you did not see. If something could not be run, say what is missing instead of guessing. Finish with one line: works, does not work, or could not be verified.`
