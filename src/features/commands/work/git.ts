import type { Command } from '../../../protocol/command.ts'
import { described } from '../described.ts'
import { followPullRequests } from './follow-pull-requests.ts'

export const commitCommand: Command = {
  ...described('commit'),
  group: 'work',
  headless: true,
  beside: true,
  bundled: true,
  async run(args) {
    const what =
      args === '' ? 'the changes of this conversation, or else all that are not committed yet' : args
    return { kind: 'submit', text: `Commit: ${what}\n\n${COMMIT_PROMPT}` }
  },
}

const COMMIT_PROMPT = `Look at the status, the whole difference (staged and not) and the last commits, in one reply; then read new files, which the difference does not show. Changes that have nothing to do with each other become commits of their own.

Stage files by name. A new file belongs to the commit whose change needs it. Leave out what should not be in a repository (keys, local settings, build output) and new files that belong to no change, and say that you did. Do not change code on the way, except where a hook of the repository refuses the commit: mend what it names and commit anew instead of skipping it.

Write messages as the last commits do: language, form, length. Say why rather than what. Do not amend, push or switch branches. End with the hash and first line of each commit, and with what looked broken or unfinished to you, if anything did.`

export const prCommand: Command = {
  ...described('pr'),
  group: 'work',
  headless: true,
  beside: true,
  bundled: true,
  async run(args, host) {
    const followed = await followPullRequests(args, host)
    if (followed) return followed
    const about = args === '' ? '' : `\n\nAlso: ${args}`
    return {
      kind: 'submit',
      text: `Open a pull request for the work of this branch.${about}\n\n${PULL_REQUEST_PROMPT}`,
    }
  },
}

const PULL_REQUEST_PROMPT = `Find the branch it should go to, and read every commit and the whole difference against it, not only the last one. If something is not committed, or this is the main branch itself, say so and ask before you go on.

Push the branch if its remote does not have it as it is here, then open the pull request with the tool this repository uses (gh where it is there; else give me the address to open it at). Follow the template of the repository if it has one.

The title says what changes for whoever uses it. The text says why, what a reviewer should look at first, and how it was tested; only what is true. End with its address.`
