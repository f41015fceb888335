import type { Command } from '../../../protocol/command.ts'

export const commit: Pick<Command, 'run'> = {
  async run(args) {
    const what =
      args === '' ? 'the changes of this conversation, or else all that are not committed yet' : args
    return { kind: 'submit', text: `Commit: ${what}\n\n${PROMPT}` }
  },
}

const PROMPT = `Look at the status, the whole difference (staged and not) and the last commits, in one reply; then read new files, which the difference does not show. Changes that have nothing to do with each other become commits of their own.

Stage files by name. A new file belongs to the commit whose change needs it. Leave out what should not be in a repository (keys, local settings, build output) and new files that belong to no change, and say that you did. Do not change code on the way, except where a hook of the repository refuses the commit: mend what it names and commit anew instead of skipping it.

Write messages as the last commits do: language, form, length. Say why rather than what. Do not amend, push or switch branches. End with the hash and first line of each commit, and with what looked broken or unfinished to you, if anything did.`
