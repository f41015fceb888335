import type { Command } from '../../../protocol/command.ts'

export const pr: Pick<Command, 'run'> = {
  async run(args) {
    const about = args === '' ? '' : `\n\nAlso: ${args}`
    return { kind: 'submit', text: `Open a pull request for the work of this branch.${about}\n\n${PROMPT}` }
  },
}

const PROMPT = `Find the branch it should go to, and read every commit and the whole difference against it, not only the last one. If something is not committed, or this is the main branch itself, say so and ask before you go on.

Push the branch if its remote does not have it as it is here, then open the pull request with the tool this repository uses (gh where it is there; else give me the address to open it at). Follow the template of the repository if it has one.

The title says what changes for whoever uses it. The text says why, what a reviewer should look at first, and how it was tested; only what is true. End with its address.`
