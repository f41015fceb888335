import type { Command } from '../../protocol/command.ts'

export const reviewCommand: Command = {
  name: 'review',
  aliases: ['code-review'],
  description: 'Review changes: uncommitted work, a commit, a branch or a pull request',
  argumentHint: '[what to review]',
  group: 'work',
  headless: true,
  beside: true,
  bundled: true,
  async run(args) {
    const what =
      args === ''
        ? 'what is not committed yet; if there is nothing, the commits of this branch that the main branch does not have; if there are none, the last commit'
        : args
    return { kind: 'submit', text: `Review: ${what}\n\n${PROMPT}` }
  },
}

const PROMPT = `Read the whole change and as much of the code around it as you need to judge it: callers, tests, the conventions of the project. Change nothing.

Look for, in this order: what is wrong (logic, edge cases, errors swallowed, races, resources left open), what breaks for others (interfaces, data, compatibility), what is unsafe, what has no test that would fail without it, what makes the code harder to live with. Whether it does what it claims to do is the first question.

Check each suspicion against the code before you write it down, and drop what does not hold. No praise, no summary of the change, nothing a formatter would say.

Answer with a list, the gravest first. Each item: path:line, one sentence on what is wrong and when it shows, one on how to mend it. Say how sure you are where you are not. If you find nothing, say so, and what you looked at.`
